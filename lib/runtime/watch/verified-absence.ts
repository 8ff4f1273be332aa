// In: a 404 answer to a list or a watch. Out: the same failure, or a doubtful one, according to the server's discovery. Called
// by `Watcher`, for kinds that may be missing.

import { formatGroupVersionKind, type Kind } from '../../api/index.ts';
import { brandedError } from '../../error/index.ts';
import type { WatchFailure } from './watch-failure.ts';

/** Thrown for a 404 that isn't confirmed: the server's discovery contains the kind, or can't be read. */
export class DoubtfulAbsenceError extends brandedError('DoubtfulAbsenceError') {
  readonly code = 'doubtful-absence';

  /** @param title - the kind. @param options - with the 404 answer. */
  constructor(title: string, options: ErrorOptions) {
    super(
      `the answer for ${title} is 404 though the API server names it among what it serves, or can't be asked: what was seen last stands; look at what is between`,
      options,
    );
  }
}

/**
 * Returns the failure unchanged if the server doesn't serve the kind. If it does, or can't be asked, returns a failure
 * that may be temporary.
 */
export async function verifiedAbsence(
  failure: WatchFailure,
  kind: Kind,
  isServed: () => Promise<boolean>,
): Promise<WatchFailure> {
  const doubted = (cause: unknown): WatchFailure => {
    const error = new DoubtfulAbsenceError(formatGroupVersionKind(kind), { cause });
    return { ...failure, type: 'unavailable', error };
  };
  try {
    return (await isServed()) ? doubted(failure.error) : failure;
  } catch (error) {
    return doubted(error);
  }
}
