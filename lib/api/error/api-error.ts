import { brandedError } from '../../error/index.ts';
import type { GroupVersionKind } from '../kind/group-version-kind.ts';
import type { ObjectKey } from '../object/object-key.ts';
import { type ApiCall, formatApiCall } from './api-call.ts';
import type { ApiStatus, StatusCause, StatusReason } from './api-status.ts';
import { withoutSecretValues } from './secret-status.ts';

/** The largest number of causes in a log line, and the largest length of a cause. */
const [mostCauses, longestCause] = [5, 300];

/**
 * An error response of an API server. The predicates in this module state what to do about it.
 *
 * @example
 * try {
 *   await client.apply(k8s.KubeConfigMap, { metadata: { name: 'settings', namespace: 'shop' } });
 * } catch (error) {
 *   if (ApiError.is(error) && error.reason === 'Forbidden') throw new TerminalError(error.serverMessage);
 *   throw error;
 * }
 */
export class ApiError extends brandedError('ApiError') {
  readonly code = 'api-error';

  /** The verb of the request. */
  readonly verb: ApiCall['verb'];
  readonly kind: GroupVersionKind | undefined;
  readonly object: ObjectKey | undefined;

  /** The HTTP status code; inside a watch stream, the code of the Status. */
  readonly status: number;
  readonly reason: StatusReason;
  /** The message of the API server, unchanged except for values of a Secret. */
  readonly serverMessage: string;
  /** The individual fields or conflicts behind the error, if the API server lists them. */
  readonly causes: readonly StatusCause[];
  /** The delay after which the API server accepts a retry. */
  readonly retryAfterMs: number | undefined;
  /**
   * For an expired paged list: the token for its remaining objects in their current state, if the server offers one.
   */
  readonly continue: string | undefined;
  /** True if the API server doesn't serve the kind; false if only the object is missing. */
  readonly isKindMissing: boolean;

  constructor(call: ApiCall, said: ApiStatus) {
    const status = withoutSecretValues(call, said);
    const isKindMissing = call.kind !== undefined && status.code === 404 && status.name === undefined;
    super(isKindMissing ? missingKindMessage(call, status) : apiErrorMessage(call, status));
    this.verb = call.verb;
    // Keeps only the fields of its type: a CRD's kind carries the whole schema, and errors are logged.
    this.kind = call.kind && { group: call.kind.group, version: call.kind.version, kind: call.kind.kind };
    this.object = call.object;
    this.status = status.code;
    this.reason = status.reason;
    this.serverMessage = status.message;
    this.causes = status.causes;
    this.retryAfterMs = status.retryAfterMs;
    this.continue = status.continue;
    this.isKindMissing = isKindMissing;
  }

  /**
   * Returns the fields for a log line, with the first {@link mostCauses} causes. Omits the stack, which shows this process
   * and not the server's reason. Omits also the fields that the message already quotes.
   */
  toJSON(): object {
    const { name: type, message, verb, kind, object, status, reason, causes, retryAfterMs } = this;
    const first = causes.slice(0, mostCauses).map((cause) => ({ ...cause, message: truncatedCause(cause.message) }));
    const left = causes.length - first.length;
    return {
      ...{ type, message, verb, kind, object, status, reason },
      ...(first.length > 0 && { causes: first }),
      ...(left > 0 && { otherCauseCount: left }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  }
}

/**
 * Returns true if the object or its kind doesn't exist: see {@link isKindMissing}.
 *
 * @example
 * try {
 *   await client.delete(k8s.KubeSecret, key);
 * } catch (error) {
 *   if (!isNotFound(error)) throw error;
 * }
 */
export function isNotFound(error: unknown): error is ApiError & { readonly status: 404 } {
  return ApiError.is(error) && error.status === 404;
}

/**
 * Returns true if the server doesn't serve the kind in that version: its CustomResourceDefinition isn't installed.
 *
 * @example
 * try {
 *   await client.list(Memcached, { namespace: 'shop' });
 * } catch (error) {
 *   if (!isKindMissing(error)) throw error; // the operator of Memcached isn't installed
 * }
 */
export function isKindMissing(error: unknown): error is ApiError & { readonly isKindMissing: true } {
  return ApiError.is(error) && error.isKindMissing;
}

/**
 * Returns true if the API server is deleting the kind's CustomResourceDefinition. The kind is still served, but accepts no
 * new objects. A create fails with 405, an apply that would create fails with 403.
 */
export function isKindTerminating(error: unknown): error is ApiError & { readonly status: 403 | 405 } {
  if (!ApiError.is(error) || (error.status !== 403 && error.status !== 405)) return false;
  return error.serverMessage.includes('not allowed while custom resource definition is terminating');
}

/**
 * Returns true if an object with that name already exists.
 *
 * @example
 * try {
 *   await client.create(k8s.KubeConfigMap, { metadata: { name: 'claim', namespace: 'shop' } });
 * } catch (error) {
 *   if (!isAlreadyExists(error)) throw error;
 * }
 */
export function isAlreadyExists(error: unknown): error is ApiError & { readonly reason: 'AlreadyExists' } {
  return ApiError.is(error) && error.reason === 'AlreadyExists';
}

/**
 * Returns true if the object has changed since the caller read it, or if another field manager owns the fields.
 *
 * @example
 * try {
 *   await client.apply(k8s.KubeConfigMap, { metadata: { name: 'settings' }, data: { mode: 'fast' } });
 * } catch (error) {
 *   if (isConflict(error)) console.error(error.causes.map(({ field }) => field)); // ['.data.mode']
 *   throw error;
 * }
 */
export function isConflict(error: unknown): error is ApiError & { readonly status: 409 } {
  return ApiError.is(error) && error.status === 409 && error.reason !== 'AlreadyExists';
}

/**
 * Returns true if the server no longer keeps the version that a list or watch continues from. The caller must list again.
 *
 * @example
 * try {
 *   for await (const { metadata } of client.each(k8s.KubeNode)) console.log(metadata.name);
 * } catch (error) {
 *   if (!isGone(error)) throw error; // the list took longer than the API server keeps its version
 * }
 */
export function isGone(error: unknown): error is ApiError & { readonly status: 410 } {
  return ApiError.is(error) && error.status === 410;
}

/**
 * Returns true if the object violates its schema or a validation rule, or changes an immutable field.
 *
 * @example
 * try {
 *   await client.create(Memcached, { metadata: { name: 'small', namespace: 'shop' }, spec: { size: 9 } });
 * } catch (error) {
 *   if (isInvalid(error)) console.error(error.causes.map(({ field }) => field)); // ['spec.size']
 * }
 */
export function isInvalid(error: unknown): error is ApiError & { readonly status: 422 } {
  return ApiError.is(error) && error.status === 422;
}

/**
 * Returns true if the object with the given uid no longer exists, even if another one has its name. The server reports a
 * conflict, or, if the name exists, a change of an immutable field.
 */
export function isReplaced(error: unknown): error is ApiError {
  if (isConflict(error)) return /\buid\b/i.test(error.serverMessage);
  return isInvalid(error) && error.causes.some(({ field }) => field === 'metadata.uid');
}

/**
 * Returns true if RBAC, a quota, a policy or a webhook rejects the request.
 *
 * @example
 * try {
 *   await client.create(k8s.KubeConfigMap, { metadata: { name: 'settings', namespace: 'shop' } });
 * } catch (error) {
 *   throw isForbidden(error) ? new TerminalError(`raise the quota: ${error.serverMessage}`) : error;
 * }
 */
export function isForbidden(error: unknown): error is ApiError & { readonly status: 403 } {
  return ApiError.is(error) && error.status === 403;
}

/**
 * Returns true if the server doesn't accept the credentials: they have expired or belong to another cluster.
 *
 * @example
 * try {
 *   await client.get(k8s.KubeSecret, key);
 * } catch (error) {
 *   if (isUnauthorized(error)) console.error('the token is not one of this cluster');
 *   throw error;
 * }
 */
export function isUnauthorized(error: unknown): error is ApiError & { readonly status: 401 } {
  return ApiError.is(error) && error.status === 401;
}

/**
 * Returns true if the server is overloaded and has not executed the request.
 *
 * @example
 * try {
 *   await client.get(k8s.KubeSecret, key);
 * } catch (error) {
 *   if (isTooManyRequests(error)) console.warn(`the API server asks for ${error.retryAfterMs ?? 0} ms of rest`);
 *   throw error;
 * }
 */
export function isTooManyRequests(error: unknown): error is ApiError & { readonly status: 429 } {
  return ApiError.is(error) && error.status === 429;
}

/**
 * Returns true if the server, or a proxy before it, has failed. The server may or may not have executed a write.
 *
 * @example
 * try {
 *   await client.get(k8s.KubeSecret, key);
 * } catch (error) {
 *   if (!isServerError(error)) throw new TerminalError('the Secret is needed', { cause: error });
 *   throw error;
 * }
 */
export function isServerError(error: unknown): boolean {
  return ApiError.is(error) && error.status >= 500;
}

function missingKindMessage(call: ApiCall, status: ApiStatus): string {
  return `${refusedCallMessage(call, status)}; install its CustomResourceDefinition, or use a version that is served`;
}

function apiErrorMessage(call: ApiCall, status: ApiStatus): string {
  const remedy = apiErrorAdvice(status);
  return remedy === '' ? refusedCallMessage(call, status) : `${refusedCallMessage(call, status)}; ${remedy}`;
}

function refusedCallMessage(call: ApiCall, { code, reason, message: said }: ApiStatus): string {
  return `can't ${formatApiCall(call)}: ${shortenedApiMessage(said.replace(/\.$/, ''))} (${code} ${reason})`;
}

/** Returns advice for an error whose message contains none. */
function apiErrorAdvice({ code, message: said, causes }: ApiStatus): string {
  if (code === 401) return 'renew the credentials, and check that they are for this cluster';
  if (code === 403 && / cannot \S+ resource /.test(said)) return 'allow it in a role that is bound to this account';
  if (causes.some(({ reason }) => reason === 'FieldManagerConflict')) {
    return 'leave these fields to the manager that owns them, or force the apply';
  }
  return '';
}

function truncatedCause(text: string | undefined): string | undefined {
  return text === undefined || text.length <= longestCause
    ? text
    : `${text.slice(0, longestCause - 1).toWellFormed()}…`;
}

/**
 * Shortens a message. For a rejected patch the server quotes the whole object first, and the error stands at the end.
 */
function shortenedApiMessage(text: string): string {
  return text.length <= 1000 ? text : `${text.slice(0, 200)} … ${text.slice(-700)}`;
}
