import { createHash } from 'node:crypto';
import { apiVersion, builtInKind, type Kind, type StoredObject } from '../../lib/api/index.ts';
import type { ObjectContent, Selection } from '../../lib/client/index.ts';
import { keepManagedFieldsOf, type Transform } from '../../lib/runtime/watch/index.ts';

/** Objects that are followed, and the part of each that is kept. */
export interface FollowedSelection extends Selection {
  readonly kind: Kind;
  readonly transform: Transform;
  readonly content: ObjectContent;
}

/** Names of namespaces that the writers work in. */
export const namespaces = ['faults-a', 'faults-b'] as const;

const configMap = builtIn('ConfigMap');
const secret = builtIn('Secret');

/** A kind of our own, cluster-scoped: the API server encodes those by other code than the built-in ones. */
export const crate: Kind = {
  group: 'faults.example.com',
  version: 'v1',
  kind: 'Crate',
  plural: 'crates',
  scope: 'Cluster',
};

/** The kinds that are written to. */
export const kinds: readonly [Kind, Kind, Kind] = [configMap, secret, crate];

const asSent: Transform = (object) => object;

/** Selections of each client. The second one's objects come and go by their labels alone. */
export const selections: readonly FollowedSelection[] = [
  { kind: configMap, content: 'whole', transform: keepManagedFieldsOf() },
  { kind: configMap, content: 'whole', transform: asSent, labelSelector: 'temperature=hot' },
  { kind: secret, content: 'whole', transform: asSent, namespace: namespaces[0] },
  { kind: secret, content: 'metadata', transform: keepManagedFieldsOf('undici') },
  { kind: crate, content: 'whole', transform: asSent },
];

/** The path under which the objects of a kind are listed. */
export function collectionPath({ group, version, plural }: Kind, namespace?: string): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return namespace === undefined ? `${root}/${plural}` : `${root}/namespaces/${namespace}/${plural}`;
}

/** Path and query under which a selection is listed. */
export function selectionPath({ kind, namespace, labelSelector }: FollowedSelection): string {
  const path = collectionPath(kind, namespace);
  return labelSelector === undefined ? path : `${path}?labelSelector=${encodeURIComponent(labelSelector)}`;
}

/** The part that a follower keeps of an object that the server sent. */
export function keptObject({ kind, content, transform }: FollowedSelection, sent: StoredObject): StoredObject {
  const { metadata } = sent;
  const description = { apiVersion: apiVersion(kind), kind: kind.kind };
  return transform(content === 'whole' ? { ...sent, ...description } : { ...description, metadata });
}

/** A digest of all of an object, whatever the order of its fields. */
export function digestOf(object: StoredObject): string {
  return createHash('sha1').update(canonical(object)).digest('base64');
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join()}}`;
}

function builtIn(name: string): Kind {
  const kind = builtInKind({ group: '', version: 'v1', kind: name });
  if (kind === undefined) throw new RangeError(`${name} is not built in`);
  return kind;
}
