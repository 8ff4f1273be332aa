import { formatGroupVersionKind, type Kind } from '../../api/index.ts';
import { ApiError } from '../../client/index.ts';
import { brandedError } from '../../error/index.ts';

/**
 * Thrown if the server closes a stream right after its start: a valid response, but an immediate retry would never stop.
 */
export class EarlyEndError extends brandedError('EarlyEndError') {
  readonly code = 'early-end';

  constructor() {
    super('the API server has ended the watch right after its start; asking again');
  }
}

/** Thrown if the server ends a stream before its initial list is complete. */
export class NoListEndError extends brandedError('NoListEndError') {
  readonly code = 'no-list-end';

  constructor() {
    super('the API server has ended a stream without ending the list that it began with; asking for the list in pages');
  }
}

/** A failed list or watch, with its consequence for the next request. */
export interface WatchFailure {
  /**
   * `expired`: the server no longer keeps the history since the requested version; only a new list helps, immediately. `missing`: the server doesn't serve the kind, or not yet; a later one may have another history. `rejected`: the server rejects this request at each retry; it may accept a new list. `unavailable`: the same request may succeed later. All other failures are of this type.
   */
  readonly type: 'expired' | 'missing' | 'rejected' | 'unavailable';
  /** The delay that the server asks for, at most ten minutes; 0 if it names none. */
  readonly retryAfterMs: number;
  readonly error: unknown;
}

/** The 4xx responses that may be temporary: renewed credentials, a new role, or lower load ends them. */
const transient: ReadonlySet<number> = new Set([401, 403, 408, 429]);

/** The longest accepted Retry-After: a proxy in maintenance may name a time far beyond its end. */
const longestRetryAfterMs = 600_000;

/** Returns the consequence of an error of {@link Client.list} or {@link Client.watch}. */
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

/** Thrown for a 404 that isn't confirmed: the server's discovery contains the kind, or can't be read. */
class DoubtfulAbsenceError extends brandedError('DoubtfulAbsenceError') {
  readonly code = 'doubtful-absence';

  /** @param title - the kind. @param options - with the 404 response. */
  constructor(title: string, options: ErrorOptions) {
    super(
      `the response for ${title} is 404 though the API server names it in its discovery, or its discovery can't be read: the cached objects are kept; if this lasts, check the proxies on the way to the API server`,
      options,
    );
  }
}

/**
 * Returns the failure unchanged if the server doesn't serve the kind. If it does, or can't be asked, returns a failure
 * that may be temporary.
 */
export async function failureAfterDiscovery(
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
