// In: a source of manifests, named by a user. Out: the objects in it as children of a custom resource, or all reasons why
// they can't be. Called by `executeCreateApi`.

import {
  builtInKind,
  formatGroupKind,
  formatGroupVersionKind,
  type GroupVersionKind,
  groupVersionKind,
  isBuiltInGroup,
  type Kind,
} from '../../api/index.ts';
import { builtInSchema, createdObjectCauses, DecodingError, decodedObject } from '../../built-in/index.ts';
import { fieldAt, fieldsAt, fieldsIn, type JsonObject, textAt, textMap, withFields } from '../../schema/index.ts';
import { Failure } from '../failure.ts';
import { sourceDocuments } from '../source/source-document.ts';
import { readSourceFiles } from '../source/source-file.ts';

/** An object that becomes a child. */
export interface ManifestChild {
  readonly kind: Kind;
  readonly name: string;
  /** Without a namespace, a status, and metadata that API servers set. */
  readonly object: JsonObject;
}

/** The objects of some manifests. */
export interface Manifests {
  readonly children: readonly ManifestChild[];
  /** The objects that are left out, each with the reason. */
  readonly omissions: readonly string[];
}

/** An object as a document has it. */
interface Manifest {
  readonly title: string;
  readonly named: GroupVersionKind;
  readonly name: string;
  readonly object: JsonObject;
}

/**
 * Reads manifests from a file with any number of documents and lists, or from the standard input for `-`.
 *
 * @throws Failure that names each object that can't be a child of a resource in a namespace, with the remedy.
 */
export async function readManifests(source: string): Promise<Manifests> {
  const files = await readSourceFiles(source);
  const places = files.flatMap((file) => sourceDocuments({ ...file, isNamed: true }));
  const manifests = places.map(({ file, value }, index) => manifestOf(value, file, index));
  const kept = manifests.filter((manifest) => omissionReason(manifest) === undefined);
  const findings = [
    ...kept.flatMap((each) => [...manifestFindings(each, kept)].map((finding) => `${each.title}: ${finding}`)),
    ...namespaceFindings(kept),
    ...(kept.length === 0 ? [`${source} has no object that can be a child: name other manifests`] : []),
  ];
  if (findings.length > 0)
    throw new Failure(`the manifests can't become children, so no file is written:\n  ${findings.join('\n  ')}`);
  return {
    children: kept.flatMap(({ named, name, object }) => {
      const kind = builtInKind(named);
      return kind === undefined ? [] : [{ kind, name, object: childObject(object) }];
    }),
    omissions: manifests.flatMap((manifest) => {
      const reason = omissionReason(manifest);
      return reason === undefined ? [] : [`${manifest.title}, ${reason}`];
    }),
  };
}

function manifestOf(value: unknown, file: string, index: number): Manifest {
  const object = fieldsIn(value);
  const [apiVersion = '', kind = '', name = ''] = ['apiVersion', 'kind', 'metadata.name'].map((path) =>
    textAt(object, path),
  );
  const named = groupVersionKind({ apiVersion, kind });
  const title = kind === '' || name === '' ? `object ${index + 1}` : `${kind} ${name}`;
  return { title: `${file}: ${title}`, named, name, object };
}

/** Returns the reason why an object isn't needed as a child; undefined if it is. */
function omissionReason({ named, object }: Manifest): string | undefined {
  const hook = textMap(fieldAt(object, 'metadata.annotations'))['helm.sh/hook'];
  if (hook !== undefined)
    return `a Helm hook (${hook}), which no operator runs: if its work is needed, write it in \`reconcile\``;
  return formatGroupVersionKind(named) === 'Namespace.v1'
    ? 'since children are in the namespace of their resource'
    : undefined;
}

/** Yields the reasons why an object can't be a child, each with the remedy. */
function* manifestFindings(manifest: Manifest, all: readonly Manifest[]): Iterable<string> {
  const { named, name, object } = manifest;
  if (named.version === '' || named.kind === '' || name === '') {
    yield 'apiVersion, kind or metadata.name is missing: write an object as `kubectl apply` takes it';
    return;
  }
  const kind = builtInKind(named);
  if (kind === undefined || ['CSIStorageCapacity', 'Event'].includes(kind.kind)) {
    const remedy = isBuiltInGroup(named.group)
      ? 'write another version of it, or remove it'
      : 'remove it, import its class with `operand import`, and add it to the written children';
    yield `${formatGroupVersionKind(named)} is not a built-in kind for children: ${remedy}`;
    return;
  }
  if (kind.scope === 'Cluster') {
    yield "it is cluster-scoped, and a resource in a namespace can't own it: remove it, and install it beside the operator";
    return;
  }
  const identity = (each: Manifest) => `${formatGroupKind(each.named)} ${each.name}`;
  if (all.find((each) => identity(each) === identity(manifest)) !== manifest)
    yield 'an object before it has the same kind and name: remove one of the two';
  yield* contentFindings(kind, object);
  yield* fieldFindings(kind, childObject(object));
}

/** Yields the reasons why an object that the API server accepts is not a good child. */
function* contentFindings({ group, kind }: Kind, object: JsonObject): Iterable<string> {
  const secret = ['data', 'stringData'].find((field) => Object.keys(fieldsAt(object, field)).length > 0);
  if (kind === 'Secret' && secret !== undefined)
    yield `${secret} would be in the source code: remove it, and create the Secret in the namespace of the resource, or with GeneratedSecret`;
  if (group === 'rbac.authorization.k8s.io')
    yield 'an operator grants only rights that it has: remove it, add it to the written children, and call `grant` of the operator with these rights';
  if (kind === 'Job' && fieldAt(object, 'spec.ttlSecondsAfterFinished') !== undefined)
    yield 'spec.ttlSecondsAfterFinished deletes it, and the operator would run it again: remove the field';
}

/** Returns the fields that API servers refuse. */
function fieldFindings(kind: Kind, object: JsonObject): readonly string[] {
  const namespaced = withFields(object, { metadata: { ...fieldsIn(object.metadata), namespace: 'default' } });
  const unknown: string[] = [];
  try {
    decodedObject(builtInSchema(kind), namespaced, { unknown });
    const causes = createdObjectCauses(kind, namespaced);
    return [
      ...unknown.map((path) => `${path}: unknown field: correct its name, or remove it`),
      ...causes.map(({ field, message }) => `${field}: ${message}: correct it`),
    ];
  } catch (error) {
    if (DecodingError.is(error)) return [`${error.message}: correct it`];
    throw error;
  }
}

function namespaceFindings(manifests: readonly Manifest[]): readonly string[] {
  const found = new Set(manifests.map(({ object }) => textAt(object, 'metadata.namespace')).filter(Boolean));
  if (found.size < 2) return [];
  const names = [...found].join(', ');
  return [
    `the objects are in several namespaces (${names}), and children in that of their resource: keep those of one`,
  ];
}

/** Returns an object with the content that a child has. */
function childObject({ apiVersion, kind, metadata, status: _, ...content }: JsonObject): JsonObject {
  const { name, labels, annotations } = fieldsIn(metadata);
  const { 'kubectl.kubernetes.io/last-applied-configuration': _1, ...kept } = fieldsIn(annotations);
  const written = { name, labels, annotations: Object.keys(kept).length === 0 ? undefined : kept };
  return withFields({}, { apiVersion, kind, metadata: withFields({}, written), ...content });
}
