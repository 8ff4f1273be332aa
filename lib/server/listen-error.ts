/** A server can't be opened at the address it was given. The message names the server and says what to change. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code = 'listen';
  /** Which server it is, such as `health server`. */
  readonly server: string;

  constructor(server: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.server = server;
  }
}
