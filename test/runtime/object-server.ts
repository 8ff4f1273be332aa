import {
  isJsonObject,
  type JsonObject,
  type Kind,
  type KubernetesObject,
  type ObjectKey,
  objectKey,
  type StoredObject,
} from '../../lib/api/index.ts';
import { type ApiCall, ApiError, type Client, type StatusReason } from '../../lib/client/index.ts';

/** A request that has reached the server: `verb plural namespace/name`. */
export type ServedCall = `${ApiCall['verb']} ${string}`;

/** Carries a request to the server and its answer back, or neither. */
export type Link = <Answer>(request: () => Answer, signal: AbortSignal | undefined) => Promise<Answer>;

const direct: Link = async (request, signal) => {
  signal?.throwIfAborted();
  return request();
};

/**
 * As much of an API server as single objects need: reads, creations and merge patches, with conflicts told by the
 * resource version.
 */
export class ObjectServer {
  readonly calls: ServedCall[] = [];
  readonly #objects = new Map<string, StoredObject>();
  #version = 0;

  /** All objects of a kind. */
  objects({ plural }: Kind): StoredObject[] {
    return [...this.#objects].filter(([path]) => path.startsWith(`${plural} `)).map(([, object]) => object);
  }

  /** Takes an object away, as `kubectl delete` and the end of an event's life do. */
  remove(kind: Kind, key: ObjectKey): void {
    this.#objects.delete(pathOf(kind, key));
  }

  /** A client whose requests go by `link`. */
  client(link: Link = direct): Client {
    const absent = () => {
      throw new Error('this server knows single objects only');
    };
    return {
      get: (kind, key, options) => link(() => this.#get(kind, key), options?.signal),
      create: (kind, object, options) => link(() => this.#create(kind, object), options?.signal),
      patch: (kind, key, patch, options) =>
        link(() => this.#patch(kind, key, patch.type === 'merge' ? patch.body : absent()), options?.signal),
      list: absent,
      watch: absent,
      apply: absent,
      delete: absent,
      serverVersion: absent,
      close: async () => undefined,
    };
  }

  #get(kind: Kind, key: ObjectKey): StoredObject {
    return this.#found('get', kind, key);
  }

  #create(kind: Kind, object: KubernetesObject): StoredObject {
    const key = objectKey(object);
    const path = this.#served('create', kind, key);
    if (this.#objects.has(path)) throw refusal('create', kind, key, 409, 'AlreadyExists');
    const identity = { uid: `uid-${this.#version}`, resourceVersion: '', creationTimestamp: '2030-01-01T00:00:00Z' };
    return this.#stored(path, { ...object, metadata: { ...object.metadata, ...identity } });
  }

  #patch(kind: Kind, key: ObjectKey, { metadata, ...body }: JsonObject): StoredObject {
    const object = this.#found('patch', kind, key);
    const demanded = isJsonObject(metadata) ? metadata.resourceVersion : undefined;
    if (demanded !== undefined && demanded !== object.metadata.resourceVersion)
      throw refusal('patch', kind, key, 409, 'Conflict');
    return this.#stored(pathOf(kind, key), { ...object, ...body });
  }

  #found(verb: ApiCall['verb'], kind: Kind, key: ObjectKey): StoredObject {
    const object = this.#objects.get(this.#served(verb, kind, key));
    if (object === undefined) throw refusal(verb, kind, key, 404, 'NotFound');
    return object;
  }

  #served(verb: ApiCall['verb'], kind: Kind, key: ObjectKey): string {
    const path = pathOf(kind, key);
    this.calls.push(`${verb} ${path}`);
    return path;
  }

  #stored(path: string, object: StoredObject): StoredObject {
    this.#version += 1;
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(this.#version) } };
    this.#objects.set(path, stored);
    return stored;
  }
}

/** The refusal of a request by an API server. */
export function refusal(
  verb: ApiCall['verb'],
  kind: Kind,
  object: ObjectKey,
  code: number,
  reason: StatusReason,
): ApiError {
  return new ApiError(
    { verb, kind, object },
    { code, reason, message: `${kind.plural} "${object.name}": ${reason}`, name: object.name, causes: [] },
  );
}

function pathOf({ plural }: Kind, { namespace, name }: ObjectKey): string {
  return `${plural} ${namespace}/${name}`;
}
