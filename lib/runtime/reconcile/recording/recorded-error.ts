// In: the error of a request. Out: its JSON in a trace, and an equal error from that JSON. Called by recordings and replays.

import { ApiError, ConnectionError, type StatusCause, type StatusReason } from '../../../client/index.ts';
import { thrownText } from '../../../system/index.ts';

/** An error of a request, with the fields that reconciles and callbacks decide by. */
export type RecordedError = { readonly message: string } & (
  | { readonly type: 'error' }
  | { readonly type: 'connection'; readonly failure: ConnectionError['failure']; readonly server: string }
  | {
      readonly type: 'api';
      readonly call: Pick<ApiError, 'verb' | 'kind' | 'object'>;
      readonly code: number;
      readonly reason: StatusReason;
      readonly serverMessage: string;
      readonly causes: readonly StatusCause[];
      readonly retryAfterMs?: number | undefined;
      readonly isKindMissing: boolean;
    }
);

/** Returns the JSON of an error. */
export function recordedError(error: unknown): RecordedError {
  const message = error instanceof Error ? error.message : thrownText(error);
  if (ApiError.is(error)) {
    const { verb, kind, object, status, reason, serverMessage, causes, retryAfterMs, isKindMissing } = error;
    const answer = { code: status, reason, serverMessage, causes, retryAfterMs, isKindMissing };
    return { type: 'api', message, call: { verb, kind, object }, ...answer };
  }
  if (ConnectionError.is(error)) {
    return { type: 'connection', message, failure: error.failure, server: error.server };
  }
  return { type: 'error', message };
}

/** Returns the error that {@link recordedError} was given, as far as its JSON has it. */
export function replayedError(recorded: RecordedError): Error {
  // The message names a subresource or the source of credentials, which the fields don't have.
  return Object.assign(withoutMessage(recorded), { message: recorded.message });
}

function withoutMessage(recorded: RecordedError): Error {
  switch (recorded.type) {
    case 'api': {
      const { call, code, reason, serverMessage: message, causes, retryAfterMs, isKindMissing } = recorded;
      // A status without a name is about the kind.
      const name = isKindMissing ? undefined : (call.object?.name ?? 'unnamed');
      return new ApiError(call, { code, reason, message, causes, retryAfterMs, name });
    }
    case 'connection':
      return new ConnectionError(recorded.failure, { server: new URL(recorded.server), source: 'the trace' });
    case 'error':
      return new Error(recorded.message);
  }
}
