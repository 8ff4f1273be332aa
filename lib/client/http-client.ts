// Kinds, keys and objects go in; requests for the transport come out, and its answers go back.
// Made by the command line with loaded credentials; the runtime sees only the Client interface.

import {
  type JsonObject,
  type Kind,
  type KubernetesObject,
  type ObjectKey,
  objectKey,
  type StoredObject,
} from '../api/index.ts';
import manifest from '../package.json' with { type: 'json' };
import { listPage, serverVersion, storedObject } from './answer.ts';
import { collectionPath, objectPath } from './api-path.ts';
import type { ApiRequest } from './api-request.ts';
import type {
  ApplyOptions,
  Client,
  DeleteOptions,
  ListOptions,
  ListPage,
  Patch,
  RequestOptions,
  ServerVersion,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from './client.ts';
import type { Credentials } from './credentials/credentials.ts';
import { HttpTransport, type TransportOptions } from './http-transport.ts';
import { watchEvents } from './watch-stream.ts';

/** Options of {@link HttpClient}. */
export interface HttpClientOptions extends Omit<TransportOptions, 'userAgent'> {
  /** Whom the fields belong to that are written without naming a field manager. @default `operand` */
  readonly fieldManager?: string | undefined;
}

const json = 'application/json';

/** Server-side apply is said to be YAML; JSON is YAML. */
const applyPatch = 'application/apply-patch+yaml';

const patchTypes: Readonly<Record<Patch['type'], string>> = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
};

/**
 * A client that speaks HTTP with an API server.
 *
 * Opens no connection before the first request. A request that the server turned away unexecuted (429) is sent again
 * when the server has named a time, up to five times; one refused for its credentials (401) once, if there are newer
 * ones. All else is thrown. Writes are strict: a field that the server doesn't know is an error, not dropped.
 */
export class HttpClient implements Client {
  readonly #credentials: Credentials;
  readonly #transport: HttpTransport;
  readonly #fieldManager: string;

  constructor(credentials: Credentials, { fieldManager = 'operand', ...options }: HttpClientOptions) {
    this.#credentials = credentials;
    this.#transport = new HttpTransport(credentials, { ...options, userAgent: `operand/${manifest.version}` });
    this.#fieldManager = fieldManager;
  }

  async get(kind: Kind, key: ObjectKey, { signal }: RequestOptions = {}): Promise<StoredObject> {
    const path = objectPath(kind, key);
    return storedObject(
      await this.#transport.send({ call: { verb: 'get', kind, object: key }, method: 'GET', path }, signal),
    );
  }

  async list(kind: Kind, { signal, namespace, ...query }: ListOptions = {}): Promise<ListPage> {
    const path = collectionPath(kind, namespace);
    return listPage(
      await this.#transport.send({ call: { verb: 'list', kind }, method: 'GET', path, query }, signal),
      kind,
    );
  }

  watch(kind: Kind, { signal, namespace, ...selection }: WatchOptions): AsyncIterable<WatchEvent> {
    const call = { verb: 'watch', kind } as const;
    const query = { ...selection, watch: true, allowWatchBookmarks: true };
    const chunks = this.#transport.stream(
      { call, method: 'GET', path: collectionPath(kind, namespace), query },
      signal,
    );
    return watchEvents(chunks, { call, peer: this.#credentials });
  }

  async create(kind: Kind, object: KubernetesObject, options: WriteOptions = {}): Promise<StoredObject> {
    return this.#write(
      {
        call: { verb: 'create', kind, object: objectKey(object) },
        method: 'POST',
        path: collectionPath(kind, object.metadata.namespace),
        body: { type: json, content: object },
      },
      options,
    );
  }

  async apply(
    kind: Kind,
    object: KubernetesObject,
    { subresource, force, ...options }: ApplyOptions,
  ): Promise<StoredObject> {
    const key = objectKey(object);
    return this.#write(
      {
        call: { verb: 'apply', kind, object: key, subresource },
        method: 'PATCH',
        path: objectPath(kind, key, subresource),
        query: { force },
        body: { type: applyPatch, content: object },
      },
      options,
    );
  }

  async patch(
    kind: Kind,
    key: ObjectKey,
    patch: Patch,
    { subresource, ...options }: WriteOptions & { readonly subresource?: string } = {},
  ): Promise<StoredObject> {
    return this.#write(
      {
        call: { verb: 'patch', kind, object: key, subresource },
        method: 'PATCH',
        path: objectPath(kind, key, subresource),
        body: { type: patchTypes[patch.type], content: patch.body },
      },
      options,
    );
  }

  async delete(kind: Kind, key: ObjectKey, { signal, ...options }: DeleteOptions = {}): Promise<void> {
    const request: ApiRequest = {
      call: { verb: 'delete', kind, object: key },
      method: 'DELETE',
      path: objectPath(kind, key),
      body: { type: json, content: deleteOptions(options) },
    };
    await this.#transport.send(request, signal);
  }

  async serverVersion({ signal }: RequestOptions = {}): Promise<ServerVersion> {
    const request: ApiRequest = { call: { verb: 'ask for the version' }, method: 'GET', path: '/version' };
    return serverVersion(await this.#transport.send(request, signal));
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async #write(
    request: ApiRequest,
    { signal, fieldManager = this.#fieldManager, dryRun = false }: WriteOptions,
  ): Promise<StoredObject> {
    const query = { ...request.query, fieldManager, dryRun: dryRun ? 'All' : undefined, fieldValidation: 'Strict' };
    return storedObject(await this.#transport.send({ ...request, query }, signal));
  }
}

function deleteOptions({ uid, resourceVersion, propagationPolicy, dryRun = false }: DeleteOptions): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...((uid !== undefined || resourceVersion !== undefined) && {
      preconditions: { ...(uid !== undefined && { uid }), ...(resourceVersion !== undefined && { resourceVersion }) },
    }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
    ...(dryRun && { dryRun: ['All'] }),
  };
}
