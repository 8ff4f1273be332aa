/** Messages quote what clients send, and are logged. */
const longestMessage = 1_000;

/** A request that isn't answered as it was asked. The caller is told the status and the message. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code = 'request-refused';
  /** An HTTP status from 400. */
  readonly status: number;
  /** When the same request may succeed. @default never */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, message: string, { retryAfterSeconds }: { readonly retryAfterSeconds?: number } = {}) {
    super(message.length > longestMessage ? `${message.slice(0, longestMessage - 1).toWellFormed()}…` : message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
