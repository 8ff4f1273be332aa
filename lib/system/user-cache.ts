import { isAbsolute, join } from 'node:path';

/** What of an environment decides where the cache is. */
export interface CacheEnvironment {
  readonly XDG_CACHE_HOME?: string | undefined;
}

/**
 * Directory in a user's cache of what can be made again.
 *
 * @param home - the user's.
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function userCache({ XDG_CACHE_HOME: cache = '' }: CacheEnvironment, home: string): string {
  return join(isAbsolute(cache) ? cache : join(home, '.cache'), 'operand');
}
