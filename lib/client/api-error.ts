import type { GroupVersionKind, ObjectKey } from '../api/index.ts';
import { type ApiCall, formatApiCall } from './api-call.ts';
import { withoutSecretValues } from './secret-status.ts';
import type { Status, StatusCause, StatusReason } from './status.ts';

const brand = Symbol.for('operand.ApiError');

/** Of how many causes, and of how much of each, a log line speaks. */
const [mostCauses, longestCause] = [5, 300];

/** An API server has answered, and refused. What to do about it is told by the predicates beside this class. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code = 'api-error';
  readonly [brand] = true;

  /** What was asked of the server. */
  readonly verb: ApiCall['verb'];
  readonly kind: GroupVersionKind | undefined;
  readonly object: ObjectKey | undefined;

  /** The HTTP status code; inside a watch stream, the code of the Status. */
  readonly status: number;
  readonly reason: StatusReason;
  /** What the server said, word for word, but for values of a Secret. */
  readonly serverMessage: string;
  /** The single fields or conflicts that a refusal consists of, where the server tells them apart. */
  readonly causes: readonly StatusCause[];
  /** When the server wants to be asked again. */
  readonly retryAfterMs: number | undefined;
  /** Of a list in pages that has expired: asks for the rest of it as it is now, if the server offers that. */
  readonly continue: string | undefined;
  /** Whether there is nothing at the path of the kind, as opposed to no such object. */
  readonly isKindMissing: boolean;

  constructor(call: ApiCall, said: Status) {
    const status = withoutSecretValues(call, said);
    const isKindMissing = call.kind !== undefined && status.code === 404 && status.name === undefined;
    super(isKindMissing ? messageOfMissingKind(call, status) : message(call, status));
    this.verb = call.verb;
    // No more than what its type says: a definition brings its whole schema, and errors end in logs.
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
   * What a log line has of it: all but the stack, which shows this process and not the server's reason, and what the message
   * quotes already. Of the causes the first {@link mostCauses}.
   */
  toJSON(): object {
    const { name: type, message, verb, kind, object, status, reason, causes, retryAfterMs } = this;
    const first = causes.slice(0, mostCauses).map((cause) => ({ ...cause, message: cut(cause.message) }));
    const left = causes.length - first.length;
    return {
      ...{ type, message, verb, kind, object, status, reason },
      ...(first.length > 0 && { causes: first }),
      ...(left > 0 && { otherCauseCount: left }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  }

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is ApiError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}

/** The object doesn't exist, or its kind: see {@link isKindMissing}. */
export function isNotFound(error: unknown): error is ApiError & { readonly status: 404 } {
  return ApiError.is(error) && error.status === 404;
}

/** The server serves nothing of that kind and version: its CustomResourceDefinition isn't installed. */
export function isKindMissing(error: unknown): error is ApiError & { readonly isKindMissing: true } {
  return ApiError.is(error) && error.isKindMissing;
}

/**
 * Nothing can be made of that kind any more, though it is served: its CustomResourceDefinition is being deleted. To a
 * create the server says so as 405, to an apply that creates as 403.
 */
export function isKindTerminating(error: unknown): error is ApiError & { readonly status: 403 | 405 } {
  if (!ApiError.is(error) || (error.status !== 403 && error.status !== 405)) return false;
  return error.serverMessage.includes('not allowed while custom resource definition is terminating');
}

/** An object of that name is there already. */
export function isAlreadyExists(error: unknown): error is ApiError & { readonly reason: 'AlreadyExists' } {
  return ApiError.is(error) && error.reason === 'AlreadyExists';
}

/** The object isn't what the request was decided on, or another field manager owns the fields. */
export function isConflict(error: unknown): error is ApiError & { readonly status: 409 } {
  return ApiError.is(error) && error.status === 409 && error.reason !== 'AlreadyExists';
}

/** The version that a list or watch should continue from is no longer kept: start afresh. */
export function isGone(error: unknown): error is ApiError & { readonly status: 410 } {
  return ApiError.is(error) && error.status === 410;
}

/** The object breaks its schema, a rule, or changes what can't be changed. */
export function isInvalid(error: unknown): error is ApiError & { readonly status: 422 } {
  return ApiError.is(error) && error.status === 422;
}

/**
 * Under the name that was written to there is another object than the one meant by its uid, or none any more.
 * The server says so in the words of a conflict or, of an object that is there, of a change of what can't be changed.
 */
export function isReplaced(error: unknown): error is ApiError {
  if (isConflict(error)) return /\buid\b/i.test(error.serverMessage);
  return isInvalid(error) && error.causes.some(({ field }) => field === 'metadata.uid');
}

/** A role is missing, or a quota, a policy or a webhook objects. */
export function isForbidden(error: unknown): error is ApiError & { readonly status: 403 } {
  return ApiError.is(error) && error.status === 403;
}

/** The server doesn't know who asks: the credentials have expired or are for another cluster. */
export function isUnauthorized(error: unknown): error is ApiError & { readonly status: 401 } {
  return ApiError.is(error) && error.status === 401;
}

/** The server has more to do than it can take, and has not executed the request. */
export function isTooManyRequests(error: unknown): error is ApiError & { readonly status: 429 } {
  return ApiError.is(error) && error.status === 429;
}

/** The server, or something between, has failed. A write may have been executed or not. */
export function isServerError(error: unknown): boolean {
  return ApiError.is(error) && error.status >= 500;
}

function messageOfMissingKind(call: ApiCall, status: Status): string {
  return `${refusalOf(call, status)}; install its CustomResourceDefinition, or use a version that is served`;
}

function message(call: ApiCall, status: Status): string {
  const remedy = advice(status);
  return remedy === '' ? refusalOf(call, status) : `${refusalOf(call, status)}; ${remedy}`;
}

function refusalOf(call: ApiCall, { code, reason, message: said }: Status): string {
  return `can't ${formatApiCall(call)}: ${shortened(said.replace(/\.$/, ''))} (${code} ${reason})`;
}

/** What to do, where the server doesn't say it itself. */
function advice({ code, message: said, causes }: Status): string {
  if (code === 401) return 'renew the credentials, and check that they are for this cluster';
  if (code === 403 && / cannot \S+ resource /.test(said)) return 'allow it in a role that is bound to this account';
  if (causes.some(({ reason }) => reason === 'FieldManagerConflict')) {
    return 'leave these fields to the manager that owns them, or force the apply';
  }
  return '';
}

function cut(text: string | undefined): string | undefined {
  return text === undefined || text.length <= longestCause
    ? text
    : `${text.slice(0, longestCause - 1).toWellFormed()}…`;
}

/** A refused patch is repeated by the server with the whole object in it: what is wrong stands at the end. */
function shortened(text: string): string {
  return text.length <= 1000 ? text : `${text.slice(0, 200)} … ${text.slice(-700)}`;
}
