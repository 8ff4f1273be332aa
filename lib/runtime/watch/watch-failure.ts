import { ApiError } from '../../client/index.ts';

/** The server closed a stream as soon as it had begun: in order as an answer, but asking again at once would never stop. */
export class EarlyEndError extends Error {
  override readonly name = 'EarlyEndError';
  readonly code = 'early-end';

  constructor() {
    super('the API server has ended the watch right after its start; asking again');
  }
}

/** The server ended a stream that was to begin with a list before it had said that the list is complete. */
export class NoListEndError extends Error {
  override readonly name = 'NoListEndError';
  readonly code = 'no-list-end';

  constructor() {
    super('the API server has ended a stream without ending the list that it began with; asking for the list in pages');
  }
}

/** A list or a watch that failed, by what that means for going on. */
export interface WatchFailure {
  /**
   * `expired`: the server no longer keeps the history since the version asked for; only a new list helps, and helps at once.
   * `missing`: the server serves no such kind, perhaps not yet; what it serves later may have another history.
   * `rejected`: the server won't have this request however often it is repeated; perhaps it takes a new list.
   * `unavailable`: the same request may succeed later. All that isn't known to be otherwise is this.
   */
  readonly type: 'expired' | 'missing' | 'rejected' | 'unavailable';
  /** How long the server wants to be left alone, at most ten minutes; 0 if it doesn't say. */
  readonly retryAfterMs: number;
  readonly error: unknown;
}

/** Answers of the 400s that time can heal: renewed credentials, a new role, a server less busy. */
const transient: ReadonlySet<number> = new Set([401, 403, 408, 429]);

/** Nobody is obeyed for longer: a proxy in maintenance may name a time that is over long before. */
const longestRetryAfterMs = 600_000;

/** What an error of {@link Client.list} or {@link Client.watch} means for going on. */
export function watchFailure(error: unknown): WatchFailure {
  if (!ApiError.is(error)) return { type: 'unavailable', retryAfterMs: 0, error };
  return {
    type: failureType(error.status),
    retryAfterMs: Math.min(error.retryAfterMs ?? 0, longestRetryAfterMs),
    error,
  };
}

function failureType(status: number): WatchFailure['type'] {
  if (status === 410) return 'expired';
  if (status === 404) return 'missing';
  return status >= 400 && status < 500 && !transient.has(status) ? 'rejected' : 'unavailable';
}
