// In: the client calls of an author's callback, by class. Out: requests of the operator's client, for declared kinds and
// methods only. Created for each call of a callback.

import {
  apiVersion,
  compareObjectKeys,
  type DeclaredClient,
  formatGroupVersionKind,
  isSameKind,
  type Kind,
  type KindReference,
  type KubernetesObject,
  type ListSelection,
  resolveKind,
  type StoredObject,
  type Use,
  type UseVerb,
  type WrittenObject,
} from '../api/index.ts';
import type { Client, Selection } from './client.ts';
import { listedObjects } from './listed-objects.ts';

/** The settings that all requests of one callback share. */
export interface DeclaredClientOptions {
  readonly uses: readonly Use[];
  readonly fieldManager: string;
  /** Ends the requests when aborted. */
  readonly signal: AbortSignal;
}

/** The requests that a callback's client sends. */
export type DeclaredRequests = Pick<Client, 'get' | 'list' | 'create' | 'apply' | 'patch' | 'delete'>;

/** Returns the client for one call of a callback. */
export function declaredClient(client: DeclaredRequests, options: DeclaredClientOptions): DeclaredClient {
  const { uses, fieldManager, signal } = options;
  const kindFor = declaredKinds(uses);
  const written = { fieldManager, signal };

  const untyped: UntypedClient = {
    async get(reference, key) {
      return await client.get(kindFor(reference, 'get'), key, { signal });
    },
    async list(reference, selection) {
      const items: StoredObject[] = [];
      for await (const item of untyped.each(reference, selection)) items.push(item);
      return items.sort((one, other) => compareObjectKeys(one.metadata, other.metadata));
    },
    each(reference, selection) {
      return listedObjects(client, kindFor(reference, 'list'), { ...listOptions(selection), signal });
    },
    async create(reference, object) {
      const kind = kindFor(reference, 'create');
      const { name = '' } = object.metadata;
      return await client.create(kind, named(kind, { ...object, metadata: { ...object.metadata, name } }), written);
    },
    async apply(reference, object, { conflicts = 'refuse' } = {}) {
      const kind = kindFor(reference, 'apply');
      return await client.apply(kind, named(kind, object), { ...written, force: conflicts === 'force' });
    },
    async patch(reference, key, body) {
      return await client.patch(kindFor(reference, 'patch'), key, { type: 'merge', body }, written);
    },
    async patchStatus(reference, key, status) {
      const [kind, patch] = [kindFor(reference, 'patchStatus'), { type: 'merge', body: { status } } as const];
      return await client.patch(kind, key, patch, { ...written, subresource: 'status' });
    },
    async delete(reference, key, conditions) {
      await client.delete(kindFor(reference, 'delete'), key, { ...conditions, ...written });
    },
  };
  // The API server answers with objects of the requested kind; only here do they get its type.
  return untyped as DeclaredClient;
}

/** Returns a function that gives the kind of a request. It throws a TypeError if the request isn't declared. */
function declaredKinds(uses: readonly Use[]): (reference: KindReference, verb: UseVerb) => Kind {
  const declared = uses.map(({ kind, verbs }) => ({ kind: resolveKind(kind), verbs }));
  return (reference, verb) => {
    const kind = resolveKind(reference);
    if (declared.some((use) => use.verbs.includes(verb) && isSameKind(use.kind, kind))) return kind;
    const named = formatGroupVersionKind(kind);
    throw new TypeError(`\`client.${verb}\` of ${named} is not declared: add the kind with '${verb}' to \`uses\``);
  };
}

function named(kind: Kind, object: WrittenObject<Kind>): KubernetesObject {
  return { ...object, apiVersion: apiVersion(kind), kind: kind.kind };
}

/** The methods of DeclaredClient without the kinds' types. */
type UntypedClient = {
  readonly [Method in keyof DeclaredClient]: (
    kind: KindReference,
    ...given: Parameters<DeclaredClient[Method]> extends readonly [unknown, ...infer Rest] ? Rest : never
  ) => Method extends 'each'
    ? AsyncIterable<StoredObject>
    : Promise<Method extends 'list' ? readonly StoredObject[] : Method extends 'delete' ? void : StoredObject>;
};

function listOptions({ namespace, labels = {}, fields = {} }: ListSelection = {}): Selection {
  return { namespace, labelSelector: equalitySelector(labels), fieldSelector: equalitySelector(fields) };
}

function equalitySelector(wanted: Readonly<Record<string, string>>): string | undefined {
  const all = Object.entries(wanted).map(([name, value]) => `${name}=${value}`);
  return all.length === 0 ? undefined : all.join();
}
