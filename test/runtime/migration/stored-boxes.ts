import {
  definitionKind,
  isJsonObject,
  type JsonObject,
  type Kind,
  type ObjectKey,
  type StoredObject,
} from '../../../lib/api/index.ts';
import { ApiError, type Client, type ListOptions, type ListPage, type Patch } from '../../../lib/client/index.ts';
import type { Clock } from '../../../lib/clock/index.ts';

/** The kind whose objects are migrated. */
export const box: Kind = { group: 'example.com', version: 'v1', kind: 'Box', plural: 'boxes', scope: 'Namespaced' };

/** A clock on which every wait ends immediately, and is recorded. */
export class ImpatientClock implements Clock {
  readonly waitsMs: number[] = [];

  now(): number {
    return 1_893_456_000_000;
  }

  monotonic(): number {
    return 0;
  }

  random(): number {
    return 0.5;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.waitsMs.push(ms);
  }

  timer(): never {
    throw new Error('nothing here sets a timer');
  }
}

interface Box {
  readonly size: number;
  readonly version: number;
  /** The version in which it is stored. */
  readonly storedAs: string;
}

/** The connection between a client and the server: may fail before or after `execute`. */
export type Way = <Result>(request: string, execute: () => Result) => Result;

/**
 * The parts of an API server that storage versions need: one CRD, and Boxes with their stored version. A list has three
 * Boxes a page, whatever the limit, and shows the time of its first page.
 */
export class StoredBoxes {
  readonly #boxes = new Map<string, Box>();
  /** The keys and versions of a list, by its version. */
  readonly #lists = new Map<number, readonly [string, Box][]>();
  readonly #refused = new Map<string, { code: number; message: string }>();
  #version = 100;
  #generation = 2;
  #definitionVersion = 1;
  #storage = 'v1';
  #status: JsonObject = { storedVersions: ['v1beta1', 'v1'], conditions: [{ type: 'Established', status: 'True' }] };
  /** The versions through which Boxes are read and written. */
  served: readonly string[] = ['v1beta1', 'v1'];
  /** True if expired lists offer to continue with the current state. */
  offersRest = true;
  /** Requests in the order of their arrival. */
  readonly requests: string[] = [];

  /** Boxes `a`, `b` and so on, stored as v1beta1. */
  constructor(count: number) {
    for (let index = 0; index < count; index += 1) {
      this.#boxes.set(String.fromCharCode(97 + index), { size: 1, version: this.#next(), storedAs: 'v1beta1' });
    }
  }

  get storedVersions(): unknown {
    return this.#status.storedVersions;
  }

  get conditions(): unknown {
    return this.#status.conditions;
  }

  /** Name → the version in which it is stored. */
  get storedAs(): Record<string, string> {
    return Object.fromEntries([...this.#boxes].map(([name, { storedAs }]) => [name, storedAs]));
  }

  /** The names of those that aren't stored in the storage version. */
  get old(): string[] {
    return [...this.#boxes].filter(([, { storedAs }]) => storedAs !== this.#storage).map(([name]) => name);
  }

  size(name: string): number | undefined {
    return this.#boxes.get(name)?.size;
  }

  /** Another actor writes a Box. */
  write(name: string, size: number): void {
    this.#boxes.set(name, { size, version: this.#next(), storedAs: this.#storage });
  }

  remove(name: string): void {
    this.#boxes.delete(name);
  }

  /** Rejects writes of a Box from now on, by a webhook with any status code. */
  refuse(name: string, code: number, message: string): void {
    this.#refused.set(name, { code, message });
  }

  permit(name: string): void {
    this.#refused.delete(name);
  }

  /** Another actor applies a definition with another storage version. */
  store(version: string): void {
    const stored = this.#status.storedVersions;
    this.#storage = version;
    this.#generation += 1;
    this.#definitionVersion += 1;
    if (Array.isArray(stored) && !stored.includes(version)) {
      this.#status = { ...this.#status, storedVersions: [...stored, version] };
    }
  }

  /** Another client adds a condition to the CRD. */
  addCondition(type: string): void {
    const { conditions } = this.#status;
    if (!Array.isArray(conditions)) throw new Error('a CRD has conditions');
    this.#status = { ...this.#status, conditions: [...conditions, { type, status: 'True' }] };
    this.#definitionVersion += 1;
  }

  /** Expires running lists. */
  expireLists(): void {
    this.#lists.clear();
  }

  client(way: Way = (_request, execute) => execute()): Client {
    const send = async <Result>(request: string, execute: () => Result): Promise<Result> => {
      this.requests.push(request);
      return way(request, execute);
    };
    const absent = () => {
      throw new Error('migration has no use for this');
    };
    return {
      get: (kind, key) =>
        kind === definitionKind && key.name === 'boxes.example.com'
          ? send('get definition', () => this.#definition())
          : absent(),
      list: (kind, options = {}) =>
        send(`list ${options.fieldSelector ?? options.continue ?? 'boxes'}`, () => this.#list(kind, options)),
      patch: (kind, key, patch, options) =>
        kind === definitionKind
          ? send(`patch definition ${options?.subresource}`, () => this.#patchStatus(patch))
          : send(`patch ${key.name}`, () => this.#patch(kind, key, patch)),
      create: absent,
      apply: absent,
      delete: absent,
      watch: absent,
      openApi: absent,
      openApiHashes: absent,
      serves: absent,
      serverVersion: absent,
      isReady: async () => true,
      close: async () => undefined,
    };
  }

  #definition(): StoredObject {
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: {
        name: 'boxes.example.com',
        uid: 'definition',
        resourceVersion: String(this.#definitionVersion),
        generation: this.#generation,
        creationTimestamp: '2030-01-01T00:00:00Z',
      },
      spec: {
        versions: ['v1beta1', 'v1'].map((name) => ({
          name,
          served: this.served.includes(name),
          storage: name === this.#storage,
        })),
      },
      status: this.#status,
    };
  }

  #patchStatus({ body }: Patch): StoredObject {
    if (!isJsonObject(body) || !isJsonObject(body.metadata) || !isJsonObject(body.status)) throw new Error('no patch');
    if (body.metadata.resourceVersion !== String(this.#definitionVersion)) {
      throw refusal(definitionKind, { name: 'boxes.example.com' }, 409, 'the object has been modified');
    }
    this.#status = { ...this.#status, ...body.status };
    this.#definitionVersion += 1;
    return this.#definition();
  }

  #list(kind: Kind, { continue: token, fieldSelector }: ListOptions): ListPage {
    this.#demandServed(kind);
    const now = [...this.#boxes].sort(([one], [other]) => (one < other ? -1 : 1));
    if (fieldSelector !== undefined) {
      const items = now
        .filter(([name]) => fieldSelector === `metadata.name=${name}`)
        .map((entry) => object(kind, entry));
      return { resourceVersion: String(this.#version), items };
    }
    const [at = '', after = ''] = token?.split('/') ?? [];
    const version = at === '' || at === 'now' ? this.#version : Number(at);
    if (token === undefined || at === 'now') this.#lists.set(version, now);
    const all = this.#lists.get(version);
    if (all === undefined) {
      throw new ApiError(
        { verb: 'list', kind },
        {
          code: 410,
          reason: 'Expired',
          message: 'the continue parameter is too old',
          causes: [],
          ...(this.offersRest && { continue: `now/${after}` }),
        },
      );
    }
    const rest = all.filter(([name]) => name > after);
    const page = rest.slice(0, 3);
    const [last = ''] = page.at(-1) ?? [];
    const remainingItemCount = rest.length - page.length;
    return {
      resourceVersion: String(version),
      items: page.map((entry) => object(kind, entry)),
      ...(remainingItemCount > 0 && { continue: `${version}/${last}`, remainingItemCount }),
    };
  }

  #patch(kind: Kind, key: ObjectKey, { body }: Patch): StoredObject {
    this.#demandServed(kind);
    const before = this.#boxes.get(key.name);
    if (before === undefined) throw refusal(kind, key, 404, 'not found');
    const metadata = isJsonObject(body) && isJsonObject(body.metadata) ? body.metadata : {};
    if (metadata.resourceVersion !== String(before.version))
      throw refusal(kind, key, 409, 'the object has been modified');
    const refused = this.#refused.get(key.name);
    if (refused !== undefined) throw refusal(kind, key, refused.code, refused.message);
    if (before.storedAs !== this.#storage) {
      this.#boxes.set(key.name, { ...before, version: this.#next(), storedAs: this.#storage });
    }
    return object(kind, [key.name, this.#boxes.get(key.name) ?? before]);
  }

  #demandServed({ version }: Kind): void {
    if (!this.served.includes(version)) throw new Error(`nothing is served through ${version}`);
  }

  #next(): number {
    this.#version += 1;
    return this.#version;
  }
}

function object({ kind, version: served }: Kind, [name, { size, version }]: [string, Box]): StoredObject {
  return {
    apiVersion: `example.com/${served}`,
    kind,
    metadata: {
      name,
      namespace: 'default',
      uid: name,
      resourceVersion: String(version),
      creationTimestamp: '2030-01-01T00:00:00Z',
    },
    spec: { size },
  };
}

/** The refusal of a patch. */
export function refusal(kind: Kind, key: ObjectKey, code: number, message: string, retryAfterMs?: number): ApiError {
  return new ApiError(
    { verb: 'patch', kind, object: key },
    { code, reason: code === 409 ? 'Conflict' : 'Unknown', message, name: key.name, causes: [], retryAfterMs },
  );
}
