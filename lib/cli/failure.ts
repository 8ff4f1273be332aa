/** Why a command ends without success, in words for the person who called it: one sentence, and what to do. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code = 'command-failed';
}
