import { brandedError } from '../error/index.ts';

/** Thrown if a command fails, with one sentence for the user: the problem and the remedy. */
export class Failure extends brandedError('Failure') {
  readonly code = 'command-failed';
}

/** Returns a handler of errors that throws a Failure with this message. The error becomes its cause. */
export function failWith(message: string): (cause: unknown) => never {
  return (cause) => {
    throw new Failure(message, { cause });
  };
}
