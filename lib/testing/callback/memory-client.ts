// In: the requests of callbacks, and the objects of a test. Out: answers from memory, and a record of the requests.
// Called by the `client` of a CallbackTest.

import {
  decodeStatus,
  formatObjectAddress,
  isJsonObject,
  isSameJson,
  type Kind,
  type KubernetesObject,
  type ObjectKey,
  objectKey,
  type StoredObject,
  type UseVerb,
} from '../../api/index.ts';
import { ApiError, type DeclaredRequests, type DeleteOptions, type ListOptions } from '../../client/index.ts';

/** A request of a callback by `client`. */
export interface CallbackRequest {
  /** The method of `client`; `list` for `each`. */
  readonly verb: UseVerb;
  /** For example `Secret`. */
  readonly kind: string;
  readonly namespace?: string | undefined;
  /** Empty for lists. */
  readonly name: string;
  /** The object or the merge patch of a write. */
  readonly body?: object;
}

/** A failure for the next request with a verb. */
interface PlannedFailure {
  readonly verb: UseVerb;
  readonly error: number | Error;
}

/**
 * Objects in memory, and a client for them. UIDs, resource versions, generations, finalizers and preconditions are as
 * on an API server. An apply knows no other field managers. There are no schemas, defaults, controllers or webhooks.
 */
export class MemoryClient implements DeclaredRequests {
  readonly requests: CallbackRequest[] = [];
  readonly #objects = new Map<string, { readonly kind: Kind; readonly object: StoredObject }>();
  /** The objects as last applied, by address. */
  readonly #applied = new Map<string, KubernetesObject>();
  readonly #failures: PlannedFailure[] = [];
  #version = 0;

  /** All objects, of all kinds. */
  get objects(): StoredObject[] {
    return [...this.#objects.values()].map(({ object }) => object);
  }

  /** Merges fields into an object; creates it if it is absent. */
  put(kind: Kind, object: KubernetesObject): StoredObject {
    const before = this.#found(kind, objectKey(object));
    return this.#stored(kind, before === undefined ? object : merged(before, object), before);
  }

  /** Removes an object, even if it has finalizers. */
  remove(kind: Kind, key: ObjectKey): void {
    this.#objects.delete(formatObjectAddress({ kind, key }));
  }

  /**
   * Lets the next request with a verb fail.
   *
   * @param error - thrown unchanged; a number is the code of an {@link ApiError}.
   */
  failNext(verb: UseVerb, error: number | Error): void {
    this.#failures.push({ verb, error });
  }

  async get(kind: Kind, key: ObjectKey): Promise<StoredObject> {
    this.#request('get', kind, key);
    return this.#existing('get', kind, key);
  }

  async list(kind: Kind, { namespace, labelSelector, fieldSelector }: ListOptions = {}) {
    this.#request('list', kind, { namespace, name: '' });
    const [labels, fields] = [equalities(labelSelector), equalities(fieldSelector)];
    const items = [...this.#objects.values()]
      .filter((known) => known.kind.plural === kind.plural && known.kind.group === kind.group)
      .map(({ object }) => object)
      .filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace)
      .filter(({ metadata }) => labels.every(([name, value]) => metadata.labels?.[name] === value))
      .filter((object) => fields.every(([path, value]) => valueAt(object, path) === value));
    return { resourceVersion: String(this.#version), items };
  }

  async create(kind: Kind, object: KubernetesObject): Promise<StoredObject> {
    const { name, generateName, ...metadata } = object.metadata;
    const given = name === '' && generateName !== undefined ? `${generateName}${this.#version + 1}` : name;
    const named = { ...object, metadata: { ...object.metadata, ...metadata, name: given } };
    this.#request('create', kind, objectKey(named), named);
    if (this.#found(kind, objectKey(named)) !== undefined) {
      throw failure('create', kind, objectKey(named), 409, { reason: 'AlreadyExists' });
    }
    return this.#stored(kind, named, undefined);
  }

  async apply(kind: Kind, object: KubernetesObject): Promise<StoredObject> {
    this.#request('apply', kind, objectKey(object), object);
    const address = formatObjectAddress({ kind, key: objectKey(object) });
    const before = this.#found(kind, objectKey(object));
    const omitted = before === undefined ? {} : omittedFields(this.#applied.get(address) ?? {}, object);
    this.#applied.set(address, object);
    return this.#stored(kind, before === undefined ? object : merged(merged(before, omitted), object), before);
  }

  async patch(
    kind: Kind,
    key: ObjectKey,
    { body }: { readonly body: object },
    { subresource }: { readonly subresource?: string } = {},
  ): Promise<StoredObject> {
    const verb = subresource === 'status' ? 'patchStatus' : 'patch';
    this.#request(verb, kind, key, body);
    const before = this.#existing(verb, kind, key);
    const after = this.#stored(kind, merged(before, body), before);
    const { deletionTimestamp, finalizers = [] } = after.metadata;
    if (deletionTimestamp !== undefined && finalizers.length === 0) this.remove(kind, key);
    return after;
  }

  async delete(kind: Kind, key: ObjectKey, { uid, resourceVersion }: DeleteOptions = {}): Promise<void> {
    this.#request('delete', kind, key);
    const object = this.#existing('delete', kind, key);
    const { metadata } = object;
    if (
      (uid ?? metadata.uid) !== metadata.uid ||
      (resourceVersion ?? metadata.resourceVersion) !== metadata.resourceVersion
    )
      throw failure('delete', kind, key, 409);
    if (metadata.finalizers === undefined || metadata.finalizers.length === 0) this.remove(kind, key);
    else this.#stored(kind, merged(object, { metadata: { deletionTimestamp: bornAt } }), object);
  }

  #request(verb: UseVerb, kind: Kind, { namespace, name }: ObjectKey, body?: object): void {
    this.requests.push({ verb, kind: kind.kind, namespace, name, ...(body !== undefined && { body }) });
    const planned = this.#failures.findIndex((each) => each.verb === verb);
    const [found] = planned < 0 ? [] : this.#failures.splice(planned, 1);
    if (found === undefined) return;
    throw typeof found.error === 'number' ? failure(verb, kind, { namespace, name }, found.error) : found.error;
  }

  #found(kind: Kind, key: ObjectKey): StoredObject | undefined {
    return this.#objects.get(formatObjectAddress({ kind, key }))?.object;
  }

  #existing(verb: UseVerb, kind: Kind, key: ObjectKey): StoredObject {
    const object = this.#found(kind, key);
    if (object === undefined) throw failure(verb, kind, key, 404);
    return object;
  }

  #stored(kind: Kind, object: KubernetesObject, before: StoredObject | undefined): StoredObject {
    this.#version += 1;
    const { uid, creationTimestamp = bornAt, generation = 1 } = before?.metadata ?? object.metadata;
    const isChanged = before !== undefined && !isSameJson(before.spec, object.spec);
    const stored: StoredObject = {
      ...object,
      metadata: {
        ...object.metadata,
        uid: uid ?? `uid-${this.#version}`,
        creationTimestamp,
        resourceVersion: String(this.#version),
        generation: isChanged ? generation + 1 : generation,
      },
    };
    this.#objects.set(formatObjectAddress({ kind, key: objectKey(object) }), { kind, object: stored });
    return stored;
  }
}

const bornAt = '2030-01-01T00:00:00Z';

function failure(
  verb: UseVerb,
  kind: Kind,
  object: ObjectKey,
  code: number,
  { reason = decodeStatus('', code).reason } = {},
): ApiError {
  const subresource = verb === 'patchStatus' ? { subresource: 'status' } : {};
  const call = { verb: verb === 'patchStatus' ? 'patch' : verb, kind, object, ...subresource } as const;
  const message = `${kind.plural} "${object.name}": ${reason}`;
  return new ApiError(call, { ...decodeStatus(message, code), reason, message, name: object.name });
}

/** Returns the selector `a=b,c=d` as pairs. */
function equalities(selector: string | undefined): (readonly [string, string])[] {
  return (selector ?? '')
    .split(',')
    .filter(Boolean)
    .map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]);
}

function valueAt(object: unknown, path: string): unknown {
  return path.split('.').reduce((value: unknown, field) => (isJsonObject(value) ? value[field] : undefined), object);
}

/** Returns a merge patch that removes the fields that the previous apply set and the new one omits. */
function omittedFields(before: object, after: object): object {
  const now = new Map<string, unknown>(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).flatMap(([field, value]: [string, unknown]): [string, object | null][] => {
      const next = now.get(field);
      if (next === undefined) return [[field, null]];
      return isJsonObject(value) && isJsonObject(next) ? [[field, omittedFields(value, next)]] : [];
    }),
  );
}

/** Returns an object with the fields of a JSON merge patch. @see https://www.rfc-editor.org/rfc/rfc7396 */
function merged<Target extends object>(target: Target, patch: object): Target {
  const result = new Map<string, unknown>(Object.entries(target));
  for (const [field, value] of Object.entries(patch)) {
    const before = result.get(field);
    if (value === null) result.delete(field);
    else result.set(field, isJsonObject(value) ? merged(isJsonObject(before) ? before : {}, value) : value);
  }
  return Object.fromEntries(result) as Target;
}
