import {
  definitionName,
  isNamespaceTerminating,
  isSameKind,
  isTypeMismatch,
  type ProblemReason,
  type ResourceDefinition,
  type StoredObject,
  TerminalError,
  UnseenKindError,
} from '../../../api/index.ts';
import {
  ApiError,
  ConnectionError,
  CredentialsError,
  isConflict,
  isForbidden,
  isInvalid,
  isReplaced,
  isTooManyRequests,
} from '../../../client/index.ts';
import { RenderError } from '../../../render/index.ts';
import { thrownText } from '../../../system/index.ts';
import { ChildRefusalError } from '../applying/child-refusal-error.ts';
import { finalizerName, hasFinalizer, replacementFinalizerName } from '../finalization/finalizer.ts';
import { StaleResourceError } from '../safeguards/freshness.ts';
import { ReconcileTimeoutError } from '../safeguards/reconcile-time.ts';
import type { FailureCause, Problem } from './failure-cause.ts';

/** The list state of a kind → the reason why a request for its objects gets no response. */
export const listStateReasons = {
  'not-served': 'KindNotServed',
  'not-listed': 'KindNotListed',
  forbidden: 'KindForbidden',
  'over-limit': 'CacheFull',
} as const satisfies Record<UnseenKindError['listState'], ProblemReason>;

/** Describes a failure for a condition. Stable: the same failure gives the same text at each retry. */
export function failureCauseOf(error: unknown, kind: ResourceDefinition): Problem {
  const reason = failureReason(error, kind);
  const message = reason === 'StatusInvalid' ? unknownFieldMessage(error, kind) : undefined;
  return { reason, message: message ?? failureMessage(error) };
}

/** Describes a failed clean-up of a resource for a condition, with the manager's finalizers that keep it. */
export function failureCauseOfCleanup(error: unknown, resource: StoredObject, kind: ResourceDefinition): Problem {
  const names = [finalizerName(kind), replacementFinalizerName(kind)].filter((name) => hasFinalizer(resource, name));
  const finalizers = names.length > 1 ? `finalizers ${names.join(' and ')} are` : `finalizer ${names.join()} is`;
  const remedy = `it stays until that is fixed${names.length === 0 ? '' : `, or its ${finalizers} removed by hand`}`;
  return { reason: 'CleanupFailed', message: `${failureMessage(error)}; ${remedy}` };
}

/** Joins the messages about several children for a condition; undefined if there are none. */
export function failureCauseOfChildren(
  reason: 'ChildConflict' | 'FieldConflict',
  reports: readonly { readonly message: string }[],
): FailureCause | undefined {
  if (reports.length === 0) return undefined;
  return { reason, message: reports.map(({ message }) => message).join('; ') };
}

/** The time for which probably transient failures of one resource go unreported. */
export const transientLimitMs = 60_000;

/** Returns true if a retry can't help: only a change of the resource, or of an object that it depends on, can. */
export function isTerminalFailure(error: unknown): boolean {
  return TerminalError.is(error) || RenderError.is(error);
}

/**
 * Returns true if a failed reconcile probably succeeds at a retry, without a user's change. The server is unavailable or
 * busy, credentials didn't arrive, an object has changed since it was read, or the namespace is being deleted. A failure
 * that lasts is reported after {@link transientLimitMs}. A field that another manager owns stays that manager's.
 */
export function isTransientFailure(error: unknown): boolean {
  if (hasFieldConflict(error)) return false;
  if (ConnectionError.is(error) || CredentialsError.is(error) || StaleResourceError.is(error)) return true;
  if (isConflict(error) || isReplaced(error) || isTooManyRequests(error)) return true;
  if (!ApiError.is(error)) return false;
  const isUnavailable = error.status === 503 || error.status === 504;
  return isUnavailable || isNamespaceTerminating(error);
}

function hasFieldConflict(error: unknown): boolean {
  return ApiError.is(error) && error.causes.some(({ reason }) => reason === 'FieldManagerConflict');
}

function failureReason(error: unknown, kind: ResourceDefinition): ProblemReason {
  if (RenderError.is(error)) return 'RenderFailed';
  if (TerminalError.is(error)) return 'TerminalError';
  if (UnseenKindError.is(error)) return listStateReasons[error.listState];
  if (ReconcileTimeoutError.is(error)) return 'PassTimeout';
  if (ChildRefusalError.is(error)) return error.reason;
  if (!ApiError.is(error)) return 'ReconcileFailed';
  if (hasFieldConflict(error)) return 'FieldConflict';
  if (isForbidden(error) && !isNamespaceTerminating(error)) return 'AccessDenied';
  if (!isInvalid(error) && error.status !== 400 && !isTypeMismatch(error)) return 'ApiError';
  return error.kind !== undefined && isSameKind(error.kind, kind) ? 'StatusInvalid' : 'ChildInvalid';
}

/**
 * The API server's words before the unknown fields of a patched object, at the end of a message that repeats the
 * object.
 */
const strictError = 'strict decoding error: ';

/** The number of unknown fields that a message names. */
const namedFieldCount = 5;

/**
 * Names the fields that the installed CRD doesn't know; undefined if the API server refuses the object for another
 * reason.
 */
function unknownFieldMessage(error: unknown, kind: ResourceDefinition): string | undefined {
  if (!ApiError.is(error)) return undefined;
  const start = error.serverMessage.lastIndexOf(strictError);
  if (start < 0) return undefined;
  const details = error.serverMessage.slice(start + strictError.length);
  const fields = [...details.matchAll(/unknown field "(?<field>[^"]+)"/g)].map(({ groups }) => groups?.field ?? '');
  if (fields.length === 0) return undefined;
  const more = fields.length > namedFieldCount ? ` and ${fields.length - namedFieldCount} more` : '';
  const verb = fields.length === 1 ? 'is' : 'are';
  return `${fields.slice(0, namedFieldCount).join(', ')}${more} ${verb} unknown to the installed CRD ${definitionName(kind)}: apply the manifests of this release`;
}

/** The message without the client's port, which differs at each attempt. */
function failureMessage(error: unknown): string {
  return thrownText(error).replace(/:\d+->/g, '->');
}
