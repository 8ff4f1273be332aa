// In: kinds, keys and objects. Out: requests for a transport, and its responses. The runtime depends only on the Client interface.

import {
  ApiError,
  isNotFound,
  type JsonObject,
  type Kind,
  type KubernetesObject,
  type ObjectKey,
  objectKey,
  type Peer,
  type StoredObject,
} from '../api/index.ts';
import { collectionPath, objectPath } from './api-path.ts';
import {
  type ApplyOptions,
  type Client,
  type DeleteOptions,
  type ListOptions,
  type ListPage,
  type OpenApiOptions,
  openApiLimitBytes,
  type Patch,
  type RequestOptions,
  type ServerVersion,
  type WatchEvent,
  type WatchOptions,
  type WriteOptions,
} from './client.ts';
import { streamedPage } from './list-stream.ts';
import { acceptedMediaTypes, applyMediaType, objectMediaType, patchMediaTypes } from './media-type.ts';
import {
  isResourceNamed,
  isVersionNamed,
  openApiDocument,
  openApiHashes,
  serverVersion,
  storedObject,
} from './response.ts';
import type { ApiRequest, Transport } from './transport.ts';
import { watchEvents } from './watch-stream.ts';

/** Lets a watch begin with a list of the most recent state, as the request names no version. */
const listFirst = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' };

/**
 * An apply always fails for a field that the schema doesn't know. Strict validation would only add a search for duplicate
 * names in a map, which JSON of this client never has. It makes the server parse the object a second time: a fifth of its
 * work.
 */
const applyValidation = 'Ignore';

/**
 * A client of an API server over any transport. Writes are strict: a field that the server doesn't know is an error, not
 * dropped.
 */
export class ApiClient implements Client {
  readonly #peer: Peer;
  readonly #transport: Transport;
  readonly #fieldManager: string;

  constructor(peer: Peer, transport: Transport, fieldManager = 'operand') {
    this.#peer = peer;
    this.#transport = transport;
    this.#fieldManager = fieldManager;
  }

  async noticesDeadServer(): Promise<boolean> {
    return (await this.#transport.noticesDeadServer?.()) === true;
  }

  async get(kind: Kind, key: ObjectKey, options: RequestOptions = {}): Promise<StoredObject> {
    const call = { verb: 'get', kind, object: key } as const;
    return storedObject(await this.#send({ call, method: 'GET', path: objectPath(kind, key) }, options));
  }

  async list(kind: Kind, options: ListOptions = {}): Promise<ListPage> {
    const { signal, longestRetryWaitMs, namespace, content, transform, ...query } = options;
    const request: ApiRequest = {
      call: { verb: 'list', kind },
      method: 'GET',
      path: collectionPath(kind, namespace),
      namespace,
      accept: acceptedMediaTypes('PartialObjectMetadataList', content),
      query,
      longestRetryWaitMs,
    };
    const chunks = this.#transport.chunks(request, signal);
    return streamedPage(chunks, { kind, peer: this.#peer, content, transform });
  }

  watch(
    kind: Kind,
    { signal, longestRetryWaitMs: _, namespace, content, ...selection }: WatchOptions,
  ): AsyncIterable<WatchEvent> {
    const call = { verb: 'watch', kind } as const;
    const request: ApiRequest = {
      call,
      method: 'GET',
      path: collectionPath(kind, namespace),
      accept: acceptedMediaTypes('PartialObjectMetadata', content),
      query: {
        ...selection,
        watch: true,
        allowWatchBookmarks: true,
        ...(selection.resourceVersion === undefined && listFirst),
      },
    };
    return watchEvents(this.#transport.stream(request, signal), { call, peer: this.#peer, content });
  }

  async create(kind: Kind, object: KubernetesObject, options: WriteOptions = {}): Promise<StoredObject> {
    return this.#sendWrite(
      {
        call: { verb: 'create', kind, object: createdKey(object) },
        method: 'POST',
        path: collectionPath(kind, object.metadata.namespace),
        body: { type: objectMediaType, content: object },
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
    return this.#sendWrite(
      {
        call: { verb: 'apply', kind, object: key, subresource },
        method: 'PATCH',
        path: objectPath(kind, key, subresource),
        query: { force, fieldValidation: applyValidation },
        body: { type: applyMediaType, content: object },
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
    return this.#sendWrite(
      {
        call: { verb: 'patch', kind, object: key, subresource },
        method: 'PATCH',
        path: objectPath(kind, key, subresource),
        body: { type: patchMediaTypes[patch.type], content: patch.body },
      },
      options,
    );
  }

  async delete(kind: Kind, key: ObjectKey, options: DeleteOptions = {}): Promise<void> {
    const request: ApiRequest = {
      call: { verb: 'delete', kind, object: key },
      method: 'DELETE',
      path: objectPath(kind, key),
      body: { type: objectMediaType, content: deleteOptionsBody(options) },
    };
    await this.#send(request, options);
  }

  async openApi(
    { group, version }: Pick<Kind, 'group' | 'version'>,
    { hash, ...options }: OpenApiOptions = {},
  ): Promise<JsonObject> {
    const path = `/openapi/v3/${group === '' ? 'api' : `apis/${group}`}/${version}`;
    return openApiDocument(await this.#requestSchemas({ path, query: { hash } }, options));
  }

  async openApiHashes(options: RequestOptions = {}): Promise<ReadonlyMap<string, string>> {
    return openApiHashes(await this.#requestSchemas({ path: '/openapi/v3' }, options));
  }

  async serves(kind: Kind, options: RequestOptions = {}): Promise<boolean> {
    const call = { verb: 'ask for the served kinds' } as const;
    const asked = (path: string) => this.#send({ call, method: 'GET', path }, options);
    try {
      return isResourceNamed(await asked(`/apis/${kind.group}/${kind.version}`), kind);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return isVersionNamed(await asked('/apis'), kind);
    }
  }

  async serverVersion(options: RequestOptions = {}): Promise<ServerVersion> {
    const call = { verb: 'ask for the version' } as const;
    return serverVersion(await this.#send({ call, method: 'GET', path: '/version' }, options));
  }

  async isReady({ signal, longestRetryWaitMs }: RequestOptions = {}): Promise<boolean> {
    const call = { verb: 'ask for the readiness' } as const;
    const request: ApiRequest = { call, method: 'GET', path: '/readyz', longestRetryWaitMs };
    try {
      for await (const _ of this.#transport.chunks(request, signal));
      return true;
    } catch (error) {
      if (ApiError.is(error)) return false;
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #requestSchemas(request: Pick<ApiRequest, 'path' | 'query'>, options: RequestOptions): Promise<unknown> {
    const call = { verb: 'ask for the schemas' } as const;
    return this.#send({ ...request, call, method: 'GET', longestBytes: openApiLimitBytes }, options);
  }

  async #sendWrite(
    request: ApiRequest,
    { fieldManager = this.#fieldManager, dryRun = false, ...options }: WriteOptions,
  ): Promise<StoredObject> {
    const query = { fieldValidation: 'Strict', ...request.query, fieldManager, dryRun: dryRun ? 'All' : undefined };
    return storedObject(await this.#send({ ...request, query }, options));
  }

  #send(request: ApiRequest, { signal, beforeDispatch, longestRetryWaitMs }: WriteOptions): Promise<unknown> {
    return this.#transport.send({ ...request, beforeDispatch, longestRetryWaitMs }, signal);
  }
}

function deleteOptionsBody({ uid, resourceVersion, propagationPolicy, dryRun = false }: DeleteOptions): JsonObject {
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

/** The key of an object to be created, for errors. */
function createdKey({ metadata }: KubernetesObject): ObjectKey {
  const { namespace, name, generateName = '' } = metadata;
  return { namespace, name: name === '' ? `${generateName}…` : name };
}
