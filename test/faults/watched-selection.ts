import { createHash } from 'node:crypto';
import { apiVersion, builtInKind, type Kind, type StoredObject } from '../../lib/api/index.ts';
import type { ObjectContent, Selection } from '../../lib/client/index.ts';
import { managedFieldsTransform, type Transform } from '../../lib/runtime/watch/index.ts';

/** A selection of watched objects, and the kept part of each. */
export interface WatchedSelection extends Selection {
  readonly kind: Kind;
  readonly transform: Transform;
  readonly content: ObjectContent;
}

/** The namespaces of the writers. */
export const namespaces = ['faults-a', 'faults-b'] as const;

const configMap = builtIn('ConfigMap');
const secret = builtIn('Secret');

/** A cluster-scoped custom kind, which the API server encodes with other code than built-in kinds. */
export const crate: Kind = {
  group: 'faults.example.com',
  version: 'v1',
  kind: 'Crate',
  plural: 'crates',
  scope: 'Cluster',
};

/** The kinds of the writers. */
export const kinds: readonly [Kind, Kind, Kind] = [configMap, secret, crate];

const asSent: Transform = (object) => object;

/** The selections of each client. Changes of labels move objects into and out of the second one. */
export const selections: readonly WatchedSelection[] = [
  { kind: configMap, content: 'whole', transform: managedFieldsTransform() },
  { kind: configMap, content: 'whole', transform: asSent, labelSelector: 'temperature=hot' },
  { kind: secret, content: 'whole', transform: asSent, namespace: namespaces[0] },
  { kind: secret, content: 'metadata', transform: managedFieldsTransform('undici') },
  { kind: crate, content: 'whole', transform: asSent },
];

/** Returns the path of a kind's lists. */
export function collectionPath({ group, version, plural }: Kind, namespace?: string): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return namespace === undefined ? `${root}/${plural}` : `${root}/namespaces/${namespace}/${plural}`;
}

/** Returns the path and query of a selection's lists. */
export function selectionPath({ kind, namespace, labelSelector }: WatchedSelection): string {
  const path = collectionPath(kind, namespace);
  return labelSelector === undefined ? path : `${path}?labelSelector=${encodeURIComponent(labelSelector)}`;
}

/** Returns the part of a received object that a reflector keeps. */
export function keptObject({ kind, content, transform }: WatchedSelection, sent: StoredObject): StoredObject {
  const { metadata } = sent;
  const description = { apiVersion: apiVersion(kind), kind: kind.kind };
  return transform(content === 'whole' ? { ...sent, ...description } : { ...description, metadata });
}

/** Returns the digest of a whole object, for any order of its fields. */
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
