import type { Kind, ObjectKey } from '../../lib/api/index.ts';
import { type ApiCall, ApiError, type StatusCause, type StatusReason } from '../../lib/client/index.ts';

/** Returns the error of an API server. */
export function refusal(
  verb: ApiCall['verb'],
  kind: Kind,
  object: ObjectKey,
  code: number,
  reason: StatusReason,
  { message = `${kind.plural} "${object.name}": ${reason}`, causes = [] as readonly StatusCause[] } = {},
): ApiError {
  return new ApiError({ verb, kind, object }, { code, reason, message, name: object.name, causes });
}
