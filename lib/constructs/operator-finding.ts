import { formatGroupVersionKind, isDns1035Label, isDnsLabel, type ResourceDefinition } from '../api/index.ts';
import { bundleFindings } from './bundle/bundle-finding.ts';
import type { BundleProps } from './bundle/bundle-props.ts';
import { relatedImageFindings } from './bundle/related-image-variable.ts';
import { releaseVersionFindings } from './release-version.ts';

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
 * Yields the findings for an operator, one sentence each with its remedy.
 *
 * @param all - the operators of the app. A finding about two of them is reported for the later one.
 */
export function* operatorFindings(operator: CheckedOperator, all: readonly CheckedOperator[]): Iterable<string> {
  const { name, namespace, node, props } = operator;
  const index = all.findIndex((other) => other.node.path === node.path);
  const surrounding = all.find((other) => node.path.startsWith(`${other.node.path}/`));
  if (!isDns1035Label(name) || name.length > longestName)
    yield `the id '${name}' names the operator's objects: use at most ${longestName} lower-case letters, digits and '-' after a letter`;
  yield* namespaceNameFindings(namespace);
  yield* releaseVersionFindings('version', props.version);
  if (surrounding !== undefined)
    yield `it is part of ${surrounding.node.path}, another operator: construct it beside that one`;
  for (const other of all.slice(0, Math.max(index, 0))) yield* nameCollisionFindings(operator, other);
  if (props.bundle !== undefined) yield* bundleFindings(props.bundle);
  yield* relatedImageFindings(props.childImages ?? {});
  if (props.watchNamespaces !== undefined) yield* watchedNamespaceFindings(props.watchNamespaces, props.bundle);
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

function* watchedNamespaceFindings(namespaces: readonly string[], bundle: BundleProps | undefined): Iterable<string> {
  if (namespaces.length === 0) yield 'watchNamespaces is empty: name one at least, or leave it out to watch all';
  for (const name of namespaces) {
    if (!isDnsLabel(name))
      yield `watchNamespaces has '${name}', which is not a valid name: use at most 63 lower-case letters, digits and '-'`;
  }
  if (bundle?.installModes?.includes('AllNamespaces') === true)
    yield 'watchNamespaces and the install mode AllNamespaces exclude each other: leave one of the two out';
}

function* namespaceNameFindings(namespace: string): Iterable<string> {
  if (!isDnsLabel(namespace))
    yield `namespace '${namespace}' is not a valid name: use at most 63 lower-case letters, digits and '-'`;
  // Its pods would have to meet the restricted pod security standard from then on.
  else if (namespace === 'default' || namespace.startsWith('kube-'))
    yield `namespace '${namespace}' exists in every cluster, and the operator must not create it: name another one, such as operators`;
}

function* nameCollisionFindings({ name, definitions }: CheckedOperator, other: CheckedOperator): Iterable<string> {
  const { path } = other.node;
  if (other.name === name) yield `${path} is called ${name}, too: give one of the two another id`;
  for (const definition of definitions) {
    if (other.definitions.some((theirs) => theirs.name === definition.name))
      yield `${path} defines ${definition.name}, too: let one operator define it`;
  }
}
