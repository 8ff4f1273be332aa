/** Thrown if a command fails, with one sentence for the user: the problem and the remedy. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code = 'command-failed';
}
