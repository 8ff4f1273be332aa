import { formatGroupVersionKind, isDnsLabel, type ResourceDefinition } from '../api/index.ts';
import { bundleFindings } from './bundle/bundle-finding.ts';
import type { BundleProps } from './bundle/bundle-props.ts';
import { relatedImageFindings } from './bundle/related-image.ts';
import { releaseVersionFindings } from './version.ts';

/** The parts of an operator that are validated, alone and together with the other operators of its app. */
export interface CheckedOperator {
  readonly name: string;
  readonly namespace: string;
  readonly node: { readonly path: string };
  readonly props: {
    readonly version: string;
    readonly bundle?: BundleProps;
    readonly watchNamespaces?: readonly string[];
    readonly childImages?: Readonly<Record<string, string>>;
  };
  readonly definitions: readonly { readonly name: string }[];
}

/**
 * Returns the findings for an operator, one sentence each with its remedy.
 *
 * @param all - the operators of the app. A finding about two of them is reported for the later one.
 */
export function operatorFindings(operator: CheckedOperator, all: readonly CheckedOperator[]): string[] {
  const { name, namespace, props } = operator;
  const index = all.findIndex(({ node }) => node.path === operator.node.path);
  const surrounding = all.find(({ node }) => operator.node.path.startsWith(`${node.path}/`));
  return [
    ...operatorNameFindings(name),
    ...namespaceNameFindings(namespace),
    ...releaseVersionFindings('version', props.version),
    ...(surrounding === undefined
      ? []
      : [`it is part of ${surrounding.node.path}, another operator: construct it beside that one`]),
    ...all.slice(0, Math.max(index, 0)).flatMap((other) => nameCollisionFindings(operator, other)),
    ...(props.bundle === undefined ? [] : bundleFindings(props.bundle)),
    ...relatedImageFindings(props.childImages ?? {}),
    ...(props.watchNamespaces === undefined ? [] : watchedNamespaceFindings(props.watchNamespaces, props.bundle)),
  ];
}

/** Returns the finding for two kinds with the same name, which can't both belong to an operator. */
export function kindNamesakeFinding(one: ResourceDefinition, other: ResourceDefinition): string {
  const pairs = [
    { newer: one, older: other },
    { newer: other, older: one },
  ];
  const family = pairs.find(({ newer, older }) => newer.versions.some(({ of }) => of.definition === older));
  if (family === undefined) {
    const names = `${formatGroupVersionKind(one)} and ${formatGroupVersionKind(other)}`;
    return `${names} can't both be defined: write one class for a kind, and give another kind another name and plural`;
  }
  const [newer, older] = [family.newer, family.older].map(formatGroupVersionKind);
  return `${older} is an older version of ${newer}: write the class of ${newer}, to which requests are converted`;
}

/**
 * The name of a Service has at most 63 characters, and OLM's suffix for webhooks is the longest after an operator's
 * name.
 */
const longestName = 63 - '-controller-manager-service'.length;

function operatorNameFindings(name: string): string[] {
  if (/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name) && name.length <= longestName) return [];
  return [
    `the id '${name}' names the operator's objects: use at most ${longestName} lower-case letters, digits and '-' after a letter`,
  ];
}

function watchedNamespaceFindings(namespaces: readonly string[], words: BundleProps | undefined): string[] {
  return [
    ...(namespaces.length > 0 ? [] : ['watchNamespaces is empty: name one at least, or leave it out to watch all']),
    ...namespaces
      .filter((name) => !isDnsLabel(name))
      .map(
        (name) =>
          `watchNamespaces has '${name}', which is not a valid name: use at most 63 lower-case letters, digits and '-'`,
      ),
    ...(words?.installModes?.includes('AllNamespaces') === true
      ? ['watchNamespaces and the install mode AllNamespaces exclude each other: leave one of the two out']
      : []),
  ];
}

function namespaceNameFindings(namespace: string): string[] {
  if (!isDnsLabel(namespace)) {
    return [`namespace '${namespace}' is not a valid name: use at most 63 lower-case letters, digits and '-'`];
  }
  // Its pods would have to meet the restricted pod security standard from then on.
  if (namespace === 'default' || namespace.startsWith('kube-')) {
    return [
      `namespace '${namespace}' exists in every cluster, and the operator must not create it: name another one, such as operators`,
    ];
  }
  return [];
}

function nameCollisionFindings({ name, definitions }: CheckedOperator, other: CheckedOperator): string[] {
  const { path } = other.node;
  const defined = definitions.filter((definition) =>
    other.definitions.some((theirs) => theirs.name === definition.name),
  );
  return [
    ...(other.name === name ? [`${path} is called ${name}, too: give one of the two another id`] : []),
    ...defined.map((definition) => `${path} defines ${definition.name}, too: let one operator define it`),
  ];
}
