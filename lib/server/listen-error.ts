/** A server can't be opened at the address it was given. The message names the server and says what to change. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code = 'listen';
}
