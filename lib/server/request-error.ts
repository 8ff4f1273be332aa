import { brandedError } from '../error/index.ts';

/** Messages quote values of clients, and are logged. */
const longestMessage = 1_000;

/** Thrown for a request that is rejected. The client gets the status and the message. */
export class RequestError extends brandedError('RequestError') {
  readonly code = 'request-refused';
  /** An HTTP status from 400. */
  readonly status: number;
  /** The time after which the same request may succeed. @default never */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, message: string, { retryAfterSeconds }: { readonly retryAfterSeconds?: number } = {}) {
    super(message.length > longestMessage ? `${message.slice(0, longestMessage - 1).toWellFormed()}…` : message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
