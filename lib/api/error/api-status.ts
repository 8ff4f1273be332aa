import { fieldAt, fieldsIn, objectList } from '../../schema/index.ts';
import type { ApiCall } from './api-call.ts';

/**
 * The reason of an error in a Status object.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
export type StatusReason =
  | 'BadRequest'
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'AlreadyExists'
  | 'Conflict'
  | 'Gone'
  | 'Expired'
  | 'RequestEntityTooLarge'
  | 'UnsupportedMediaType'
  | 'Invalid'
  | 'TooManyRequests'
  | 'InternalError'
  | 'ServiceUnavailable'
  | 'Timeout'
  | 'ServerTimeout'
  | 'StoreReadError'
  | 'Unknown';

/** One of several causes of an error, such as one field that isn't valid. */
export interface StatusCause {
  /** Such as `FieldValueInvalid` or `FieldManagerConflict`. */
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  /** Path of the field: `spec.replicas`. */
  readonly field?: string | undefined;
}

/** The error that an API server reports. */
export interface ApiStatus {
  /** The HTTP status code. */
  readonly code: number;
  readonly reason: StatusReason;
  readonly message: string;
  /** The object or kind that the error is about; empty when no kind is served under the path. */
  readonly name?: string | undefined;
  readonly causes: readonly StatusCause[];
  readonly retryAfterMs?: number | undefined;
  /** For an expired paged list: the token for its remaining objects in their current state. */
  readonly continue?: string | undefined;
}

/** HTTP status code → the default reason if the response has none, as with proxies. */
const reasons = new Map<number, StatusReason>([
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [405, 'MethodNotAllowed'],
  [406, 'NotAcceptable'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [413, 'RequestEntityTooLarge'],
  [415, 'UnsupportedMediaType'],
  [422, 'Invalid'],
  [429, 'TooManyRequests'],
  [500, 'InternalError'],
  [503, 'ServiceUnavailable'],
  [504, 'Timeout'],
]);

const known: ReadonlySet<string> = new Set<StatusReason>([
  ...reasons.values(),
  'AlreadyExists',
  'Expired',
  'ServerTimeout',
  'StoreReadError',
]);

/**
 * Returns the Status in a JSON value from a server.
 *
 * Any other value, such as a proxy's own response, is converted to a Status: the code gives the reason, the text the
 * message.
 *
 * @param httpCode - of the response; a Status inside a watch stream has its own.
 */
export function decodeStatus(value: unknown, httpCode?: number): ApiStatus {
  const status = fieldsIn(value);
  const details = fieldsIn(status.details);
  const code = httpCode ?? positiveNumber(status.code) ?? 500;
  const seconds = positiveNumber(details.retryAfterSeconds);
  return {
    code,
    reason: isStatusReason(status.reason) ? status.reason : (reasons.get(code) ?? 'Unknown'),
    message: nonEmptyText(status.message) ?? responseExcerpt(value),
    name: nonEmptyText(details.name),
    causes: objectList(details.causes).map(decodeCause),
    retryAfterMs: seconds === undefined ? undefined : seconds * 1000,
    continue: nonEmptyText(fieldAt(status, 'metadata.continue')),
  };
}

function decodeCause({ reason, message, field }: Readonly<Record<string, unknown>>): StatusCause {
  return { reason: nonEmptyText(reason), message: nonEmptyText(message), field: nonEmptyText(field) };
}

function isStatusReason(value: unknown): value is StatusReason {
  return typeof value === 'string' && known.has(value);
}

function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function positiveNumber(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}

/** Returns the start of a response that isn't a Status: enough to recognise the sender, too short to flood a log. */
function responseExcerpt(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line === '' ? 'no reason given' : line.slice(0, 200);
}

/** The codes of errors about an object's content: it can't be decoded, isn't valid, or violates its schema. */
const contentCodes: readonly number[] = [400, 422, 500];

/**
 * Returns an API server's Status without the values of a Secret; unchanged for other kinds.
 *
 * The API server hides the values of Secrets in its validation, but not a value of the wrong type: `expected string, got
 * &value.valueUnstructured{Value:…}`. The names of fields and keys, and the error, stay.
 */
export function statusWithoutSecrets({ kind }: ApiCall, status: ApiStatus): ApiStatus {
  if (kind?.group !== '' || kind.kind !== 'Secret' || !contentCodes.includes(status.code)) return status;
  return {
    ...status,
    message: withoutQuotations(status.message),
    causes: status.causes.map((cause) => ({
      ...cause,
      ...(cause.message !== undefined && { message: withoutQuotations(cause.message) }),
    })),
  };
}

/** Removes quotations from a text: each may be a value, except the name of the Secret itself. */
function withoutQuotations(text: string): string {
  return text
    .replace(/(?:, got |\.\.\.\|)[\s\S]*$/, '')
    .replace(/"(?:\\.|[^"\\])*(?:"|\\?$)/gs, (quoted, at: number) => {
      return at === 'Secret '.length && text.startsWith('Secret ') ? quoted : '"…"';
    })
    .replace(/\{[\s\S]*\}?/, '{…}');
}
