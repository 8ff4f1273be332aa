import { brandedError } from '../error/index.ts';

/** Thrown if a server can't listen at its address. The message names the server and the remedy. */
export class ListenError extends brandedError('ListenError') {
  readonly code = 'listen';
  /** The name of the server, such as `health server`. */
  readonly server: string;

  constructor(server: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.server = server;
  }
}
