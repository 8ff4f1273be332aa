// In: an answer of 404 to a list or a watch. Out: the same, or a doubt, by what the server says that it serves.
// Called by `Watcher`, for kinds that may be missing.

import { formatGroupVersionKind, type Kind } from '../../api/index.ts';
import type { WatchFailure } from './watch-failure.ts';

/** An answer of 404 that nobody need believe: the server says, too, that it serves the kind, or doesn't say. */
export class DoubtfulAbsenceError extends Error {
  override readonly name = 'DoubtfulAbsenceError';
  readonly code = 'doubtful-absence';

  /** @param title - the kind. @param options - what was answered. */
  constructor(title: string, options: ErrorOptions) {
    super(
      `the answer for ${title} is 404 though the API server names it among what it serves, or can't be asked: what was seen last stands; look at what is between`,
      options,
    );
  }
}

/** The failure as it is if the server doesn't serve the kind; if it does, or can't be asked, one that may be over soon. */
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
