// The only access to an API server. In: kinds and keys. Out: raw JSON objects. Implemented by `HttpClient` over pooled
// connections; the runtime depends only on this interface. Called by the runtime's watchers, reconcilers, leader election and
// event recorder.

import type { DeletionConditions, JsonObject, Kind, KubernetesObject, ObjectKey, StoredObject } from '../api/index.ts';

/**
 * A client of one API server.
 *
 * Objects are raw JSON in both directions: no field is dropped, renamed or converted. An error response is thrown as
 * {@link ApiError}, an unreachable server as {@link ConnectionError}. An aborted signal rejects with its reason. The
 * client retries only requests that the server has certainly not executed.
 */
export interface Client {
  /**
   * Resolves with true if a watch fails within 45 s when its server is dead, also while no event is due. Then a watch may
   * last for long. Opens a connection for watches if there is none. @default false
   *
   * @throws ConnectionError if the server can't be reached.
   */
  noticesDeadServer?(): Promise<boolean>;

  /** Reads one object. */
  get(kind: Kind, key: ObjectKey, options?: RequestOptions): Promise<StoredObject>;

  /** Reads one page of a list; all pages of one list show the same moment. */
  list(kind: Kind, options?: ListOptions): Promise<ListPage>;

  /**
   * Watches a kind from `resourceVersion` on; without one, the stream begins with all existing objects.
   *
   * Ends normally when the server closes the stream between two events; a partial event at the end is dropped.
   *
   * @throws ApiError when the server rejects the watch or reports an error inside the stream (`isGone` for 410).
   * @throws ConnectionError when the stream breaks.
   */
  watch(kind: Kind, options: WatchOptions): AsyncIterable<WatchEvent>;

  /** Creates an object. Prefer {@link Client.apply} for objects whose fields are kept up to date. */
  create(kind: Kind, object: KubernetesObject, options?: WriteOptions): Promise<StoredObject>;

  /**
   * Applies an object with server-side apply: sets the given fields, and creates the object if absent. Removes fields that
   * an earlier apply set and this one omits.
   */
  apply(kind: Kind, object: KubernetesObject, options: ApplyOptions): Promise<StoredObject>;

  /** Changes parts of an existing object. */
  patch(
    kind: Kind,
    key: ObjectKey,
    patch: Patch,
    options?: WriteOptions & { readonly subresource?: string },
  ): Promise<StoredObject>;

  /** Deletes an object; resolves when the server has accepted the deletion, which finalizers may delay. */
  delete(kind: Kind, key: ObjectKey, options?: DeleteOptions): Promise<void>;

  /**
   * Returns the schemas that the server publishes for a group and version, as an OpenAPI v3 document.
   *
   * @throws RangeError if the document is larger than {@link openApiLimitBytes}.
   * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#openapi-v3
   */
  openApi(groupVersion: Pick<Kind, 'group' | 'version'>, options?: OpenApiOptions): Promise<JsonObject>;

  /**
   * Returns group and version, such as `apps/v1` → the hash of the document that {@link Client.openApi} reads, for all
   * served versions. A document with the same hash has not changed.
   *
   * @throws RangeError if the server's index is larger than {@link openApiLimitBytes}.
   */
  openApiHashes(options?: RequestOptions): Promise<ReadonlyMap<string, string>>;

  /**
   * Returns true if the server's discovery names a kind of a named group, in its version and scope. A 404 to a request for
   * the objects proves less: a proxy before the server may have sent it.
   *
   * @throws ApiError if the server doesn't answer the discovery request.
   * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
   */
  serves(kind: Kind, options?: RequestOptions): Promise<boolean>;

  /** Returns the version of the server. The cheapest check that the server is reachable and accepts the credentials. */
  serverVersion(options?: RequestOptions): Promise<ServerVersion>;

  /**
   * Resolves with true if the API server is ready. A server that has just started may answer 403 or 404 until its caches
   * of roles and CRDs are filled; until then it is not ready.
   *
   * @throws ConnectionError if the API server can't be reached.
   */
  isReady(options?: RequestOptions): Promise<boolean>;

  /** Closes all connections. Pending requests fail with a {@link ConnectionError}. Idempotent. */
  close(): Promise<void>;
}

/** The version that an API server reports. */
export interface ServerVersion {
  /** Such as `1`. */
  readonly major: string;
  /** Such as `36`; providers append to it: `36+`. */
  readonly minor: string;
  /** Such as `v1.36.3`. */
  readonly gitVersion: string;
}

/** The options that all requests share. */
export interface RequestOptions {
  /** Ends the request when aborted. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The longest total time that the request waits for its retries after 429 responses. A response with a longer Retry-After
   * is thrown at once. Watches never wait. @default 30 seconds
   */
  readonly longestRetryWaitMs?: number | undefined;
}

/**
 * The maximum size of an OpenAPI document. Third parties make the documents of aggregated API servers; that of `apps/v1`
 * has 0.7 MB.
 */
export const openApiLimitBytes = 8_388_608;

/** Options of {@link Client.openApi}. */
export interface OpenApiOptions extends RequestOptions {
  /**
   * The hash of the requested document. If the document has changed, the server redirects, which is thrown as an error.
   * @default the latest
   */
  readonly hash?: string | undefined;
}

/** A selection of objects of a kind. */
export interface Selection {
  /** @default all namespaces */
  readonly namespace?: string | undefined;
  /** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#api */
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

/** The requested part of each object: all of it, or only `apiVersion`, `kind` and `metadata`. */
export type ObjectContent = 'whole' | 'metadata';

/** Options of {@link Client.list}. */
export interface ListOptions extends RequestOptions, Selection {
  /** @default 'whole' */
  readonly content?: ObjectContent | undefined;
  /**
   * Returns the part of an object to keep, while the other objects are still arriving. The list then takes only the memory
   * of these parts.
   * @default objects as the server sent them
   */
  readonly transform?: ((object: StoredObject) => StoredObject) | undefined;
  /** The maximum number of objects in one page. @default the server's choice */
  readonly limit?: number | undefined;
  /** {@link ListPage.continue} of the previous page. */
  readonly continue?: string | undefined;
  /** `'0'` accepts the state in the server's own cache. @default the most recent state */
  readonly resourceVersion?: string | undefined;
}

/** One page of a list. */
export interface ListPage {
  /** The version that the whole list shows, from which a watch continues. */
  readonly resourceVersion: string;
  /** The token for the next page; absent on the last. */
  readonly continue?: string | undefined;
  /** The number of objects on the following pages, if the server knows it. */
  readonly remainingItemCount?: number | undefined;
  /** The objects, each with `apiVersion` and `kind`, which the API server omits in lists of built-in kinds. */
  readonly items: readonly StoredObject[];
}

/** Options of {@link Client.watch}. */
export interface WatchOptions extends RequestOptions, Selection {
  /** @default 'whole' */
  readonly content?: ObjectContent | undefined;
  /**
   * The version after which changes are wanted. With `undefined`, the stream begins with all objects in the most recent
   * state, each as ADDED. They may change or be deleted again before the bookmark that {@link WatchEvent | ends the list}.
   * Servers that don't support this reject it (`isInvalid`), or send the objects without that bookmark.
   * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#streaming-lists
   */
  readonly resourceVersion: string | undefined;
  /** The seconds after which the server ends the stream. @default the server's choice, half an hour to an hour */
  readonly timeoutSeconds?: number | undefined;
}

/**
 * One event of a watch. A bookmark states that the server has sent all changes up to its version. A bookmark with
 * `isEndOfList` states that the initial list is complete. A bookmark before that one has no meaning.
 */
export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: StoredObject }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string; readonly isEndOfList?: true };

/** Options of writes. */
export interface WriteOptions extends RequestOptions {
  /**
   * Called when a connection is free, in the same turn in which the first byte is sent. Called again before each retry. If
   * it throws, the write is not sent and rejects with that error. @default no check
   */
  readonly beforeDispatch?: (() => void) | undefined;
  /** The field manager of the written fields. @default the client's own name */
  readonly fieldManager?: string | undefined;
  /** `true` validates and answers the request, but stores nothing. @default false */
  readonly dryRun?: boolean | undefined;
}

/** Options of {@link Client.apply}. */
export interface ApplyOptions extends WriteOptions {
  readonly fieldManager: string;
  /** True to take fields over from other managers; false to fail with a field conflict. */
  readonly force: boolean;
  /** Such as `status`. @default the object itself */
  readonly subresource?: string | undefined;
}

/** A change to an object. @see https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply */
export type Patch =
  | { readonly type: 'merge'; readonly body: JsonObject }
  | { readonly type: 'json'; readonly body: readonly JsonPatchOperation[] };

/** One step of an RFC 6902 patch. */
export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'test' | 'move' | 'copy';
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** Options of {@link Client.delete}. */
export interface DeleteOptions extends WriteOptions {
  /** Deletes only the object with this uid; otherwise the deletion fails with a conflict. */
  readonly uid?: string | undefined;
  /** Deletes the object only if it still has this version. */
  readonly resourceVersion?: string | undefined;
  /** The policy for the objects that it owns. @default the kind's own policy */
  readonly propagationPolicy?: DeletionConditions['propagationPolicy'];
}

/**
 * Returns a selection of one object for a client's lists and watches, which need only the rights `list` and `watch`.
 */
export function objectSelection({ namespace, name }: ObjectKey): Selection {
  return { namespace, fieldSelector: `metadata.name=${name}` };
}
