// The only way to an API server: kinds and keys go in, raw JSON objects come out.
// Implemented by `HttpClient` over a pooled connection; the runtime knows only this interface.
// Called by the runtime's reflectors, passes, leader election and event recorder.

import type { JsonObject, Kind, KubernetesObject, ObjectKey, StoredObject } from '../api/index.ts';

/**
 * A client of one API server.
 *
 * Objects are raw JSON in both directions: no field is dropped, renamed or converted.
 * A refusal by the server is thrown as {@link ApiError}, a server that can't be reached as {@link ConnectionError};
 * an aborted signal rejects with its reason. Nothing is retried but what the server is known not to have executed.
 */
export interface Client {
  /** Reads one object. */
  get(kind: Kind, key: ObjectKey, options?: RequestOptions): Promise<StoredObject>;

  /** Reads one page of a list; all pages of one list show the same moment. */
  list(kind: Kind, options?: ListOptions): Promise<ListPage>;

  /**
   * Follows the changes of a kind from `resourceVersion` on; without one, first come all objects that there are.
   *
   * Ends normally when the server closes the stream between two events; a partial event at the end is dropped.
   *
   * @throws ApiError when the server refuses the watch or reports an error inside the stream (`isGone` for 410).
   * @throws ConnectionError when the stream breaks.
   */
  watch(kind: Kind, options: WatchOptions): AsyncIterable<WatchEvent>;

  /** Creates an object. Prefer {@link Client.apply} for objects whose fields are kept up to date. */
  create(kind: Kind, object: KubernetesObject, options?: WriteOptions): Promise<StoredObject>;

  /** Server-side apply: makes the given fields so, creates the object if absent, and drops fields applied before and now left out. */
  apply(kind: Kind, object: KubernetesObject, options: ApplyOptions): Promise<StoredObject>;

  /** Changes parts of an existing object. */
  patch(
    kind: Kind,
    key: ObjectKey,
    patch: Patch,
    options?: WriteOptions & { readonly subresource?: string },
  ): Promise<StoredObject>;

  /** Deletes an object; resolves when the server has accepted the deletion, which finalizers may hold up. */
  delete(kind: Kind, key: ObjectKey, options?: DeleteOptions): Promise<void>;

  /**
   * The schemas that the server publishes of a group and version, as an OpenAPI v3 document.
   *
   * @throws RangeError if the document is larger than {@link openApiLimitBytes}.
   * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#openapi-v3
   */
  openApi(groupVersion: Pick<Kind, 'group' | 'version'>, options?: OpenApiOptions): Promise<JsonObject>;

  /**
   * Group and version, such as `apps/v1` → the hash of the document that {@link Client.openApi} reads of them, for all that
   * the server serves. A document with the same hash has not changed.
   *
   * @throws RangeError if the server's index is larger than {@link openApiLimitBytes}.
   */
  openApiHashes(options?: RequestOptions): Promise<ReadonlyMap<string, string>>;

  /**
   * Whether the server names a kind of a named group, in its version and scope, among those that it serves. A 404 to a
   * request for the objects is weaker: whatever stands between may have given it.
   *
   * @throws ApiError if the server doesn't say.
   * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
   */
  serves(kind: Kind, options?: RequestOptions): Promise<boolean>;

  /** Asks the server who it is. The cheapest way to learn early that it is out of reach, or refuses us. */
  serverVersion(options?: RequestOptions): Promise<ServerVersion>;

  /**
   * Resolves with true if the API server is ready. One that has just started may refuse requests, with 403 or 404, that it
   * accepts as soon as its caches of roles and CRDs are filled; then it is not ready.
   *
   * @throws ConnectionError if the API server can't be reached.
   */
  isReady(options?: RequestOptions): Promise<boolean>;

  /** Lets go of all connections. Pending requests fail with a {@link ConnectionError}. Idempotent. */
  close(): Promise<void>;
}

/** What an API server says of itself. */
export interface ServerVersion {
  /** Such as `1`. */
  readonly major: string;
  /** Such as `36`; providers append to it, as in `36+`. */
  readonly minor: string;
  /** Such as `v1.36.3`. */
  readonly gitVersion: string;
}

/** Options of every request. */
export interface RequestOptions {
  /** Ends the request when aborted. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The longest time, in all, that the request waits for its retries after 429 answers. A longer Retry-After is thrown at
   * once, as the answer that it is. Watches never wait. @default 30 seconds
   */
  readonly longestRetryWaitMs?: number | undefined;
}

/**
 * The largest OpenAPI document that is read. Documents of aggregated API servers are made by third parties; that of
 * `apps/v1` has 0.7 MB.
 */
export const openApiLimitBytes = 8_388_608;

/** Options of {@link Client.openApi}. */
export interface OpenApiOptions extends RequestOptions {
  /** The document with this hash; the server redirects where it is another by now, which is thrown. @default the latest */
  readonly hash?: string | undefined;
}

/** Which objects of a kind. */
export interface Selection {
  /** @default all namespaces */
  readonly namespace?: string | undefined;
  /** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#api */
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

/** What of each object: all, or what identifies and describes it: `apiVersion`, `kind` and `metadata`. */
export type ObjectContent = 'whole' | 'metadata';

/** Options of {@link Client.list}. */
export interface ListOptions extends RequestOptions, Selection {
  /** @default 'whole' */
  readonly content?: ObjectContent | undefined;
  /**
   * Makes what is kept of each object, while the others are still on their way: a list costs no more memory than that.
   * @default objects as the server sent them
   */
  readonly transform?: ((object: StoredObject) => StoredObject) | undefined;
  /** The most objects in one page. @default the server's choice */
  readonly limit?: number | undefined;
  /** {@link ListPage.continue} of the page before. */
  readonly continue?: string | undefined;
  /** `'0'`: what the server's own cache holds is fresh enough. @default the most recent state */
  readonly resourceVersion?: string | undefined;
}

/** One page of a list. */
export interface ListPage {
  /** The version that the whole list shows, from which a watch continues. */
  readonly resourceVersion: string;
  /** Asks for the next page; absent on the last. */
  readonly continue?: string | undefined;
  /** How many objects follow on further pages, where the server knows. */
  readonly remainingItemCount?: number | undefined;
  /** Each with `apiVersion` and `kind`, which the API server leaves out of built-in lists. */
  readonly items: readonly StoredObject[];
}

/** Options of {@link Client.watch}. */
export interface WatchOptions extends RequestOptions, Selection {
  /** @default 'whole' */
  readonly content?: ObjectContent | undefined;
  /**
   * The version after which changes are wanted. `undefined`: the stream begins with all objects that there are in the
   * most recent state, each as ADDED, perhaps changed or deleted again while the list is under way, up to the bookmark
   * that {@link WatchEvent | ends the list}. Servers that don't offer this refuse it (`isInvalid`), or send the objects
   * without that bookmark.
   * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#streaming-lists
   */
  readonly resourceVersion: string | undefined;
  /** After how many seconds the server ends the stream. @default the server's choice, half an hour to an hour */
  readonly timeoutSeconds?: number | undefined;
}

/**
 * One event of a watch. A bookmark says that all changes up to its version have been sent; one that `isEndOfList`, that
 * with them the list is complete with which the stream began. A bookmark before that one says nothing.
 */
export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: StoredObject }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string; readonly isEndOfList?: true };

/** Options of writes. */
export interface WriteOptions extends RequestOptions {
  /**
   * Asked when a connection is free, in the same turn in which the first byte is sent, and again each time that the write
   * is sent again. What it throws, the write rejects with, and nothing is sent. @default nobody is asked
   */
  readonly beforeDispatch?: (() => void) | undefined;
  /** Who the written fields belong to. @default the client's own name */
  readonly fieldManager?: string | undefined;
  /** `true`: everything is checked and answered, nothing is stored. @default false */
  readonly dryRun?: boolean | undefined;
}

/** Options of {@link Client.apply}. */
export interface ApplyOptions extends WriteOptions {
  readonly fieldManager: string;
  /** Take fields over from other managers instead of failing with a conflict. */
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
  /** Only if the object still is this one; otherwise the deletion fails with a conflict. */
  readonly uid?: string | undefined;
  /** Only if the object hasn't changed since. */
  readonly resourceVersion?: string | undefined;
  /** What becomes of the objects that it owns. @default the kind's own policy */
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan' | undefined;
}
