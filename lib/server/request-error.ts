/** A request that isn't answered as it was asked. The caller is told the status and the message. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code = 'request-refused';
  /** An HTTP status from 400. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
