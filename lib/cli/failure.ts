import { brandedError } from '../error/index.ts';

/** Thrown if a command fails, with one sentence for the user: the problem and the remedy. */
export class Failure extends brandedError('Failure') {
  readonly code = 'command-failed';
}
