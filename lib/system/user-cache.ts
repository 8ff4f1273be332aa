import { isAbsolute, join } from 'node:path';

/** The environment variables that decide where the cache is. */
export interface CacheEnvironment {
  readonly XDG_CACHE_HOME?: string | undefined;
}

/**
 * Returns the directory in a user's cache for files that can be made again.
 *
 * @param home - the user's.
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function userCache({ XDG_CACHE_HOME: cache = '' }: CacheEnvironment, home: string): string {
  return join(isAbsolute(cache) ? cache : join(home, '.cache'), 'operand');
}
