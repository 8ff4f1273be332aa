import { brandedError } from '../../error/index.ts';
import { truncatedText } from '../../schema/index.ts';
import type { GroupVersionKind } from '../kind/group-version-kind.ts';
import type { ObjectKey } from '../object/object-key.ts';
import { type ApiCall, formatApiCall } from './api-call.ts';
import { type ApiStatus, type StatusCause, type StatusReason, statusWithoutSecrets } from './api-status.ts';

/** The largest number of causes in a log line, and the largest length of a cause. */
const [mostCauses, longestCause] = [5, 300];

/**
 * An error response of an API server. Predicates such as `isConflict` distinguish the causes.
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

  constructor(call: ApiCall, response: ApiStatus) {
    const status = statusWithoutSecrets(call, response);
    const isKindMissing = call.kind !== undefined && status.code === 404 && status.name === undefined;
    super(apiErrorMessage(call, status, isKindMissing ? installationAdvice : apiErrorAdvice(status)));
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
    const first = causes
      .slice(0, mostCauses)
      .map((cause) => ({ ...cause, message: cause.message && truncatedText(cause.message, longestCause) }));
    const left = causes.length - first.length;
    return {
      ...{ type, message, verb, kind, object, status, reason },
      ...(first.length > 0 && { causes: first }),
      ...(left > 0 && { otherCauseCount: left }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  }
}

function apiErrorMessage(call: ApiCall, status: ApiStatus, remedy: string): string {
  const { code, reason, message } = status;
  const refusal = `can't ${formatApiCall(call)}: ${shortenedApiMessage(message.replace(/\.$/, ''))} (${code} ${reason})`;
  return remedy === '' ? refusal : `${refusal}; ${remedy}`;
}

const installationAdvice = 'install its CustomResourceDefinition, or use a version that is served';

/** Returns advice for an error whose message contains none. */
function apiErrorAdvice({ code, message, causes }: ApiStatus): string {
  if (code === 401) return 'renew the credentials, and check that they are for this cluster';
  if (code === 403 && / cannot \S+ resource /.test(message)) return 'allow it in a role that is bound to this account';
  if (causes.some(({ reason }) => reason === 'FieldManagerConflict')) {
    return 'leave these fields to the manager that owns them, or force the apply';
  }
  return '';
}

/**
 * Shortens a message. For a rejected patch the server quotes the whole object first, and the error stands at the end.
 */
function shortenedApiMessage(text: string): string {
  return text.length <= 1000 ? text : `${text.slice(0, 200)} … ${text.slice(-700)}`;
}
