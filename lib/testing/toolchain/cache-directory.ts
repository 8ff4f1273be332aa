import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** What decides where the cache is. */
export interface CacheEnvironment {
  readonly XDG_CACHE_HOME?: string | undefined;
}

/** Directory of everything that the test kit keeps from one run to the next, by the rules of the XDG base directories. */
export function cacheDirectory(
  { XDG_CACHE_HOME: cache = '' }: CacheEnvironment = process.env,
  home: string = homedir(),
): string {
  return join(isAbsolute(cache) ? cache : join(home, '.cache'), 'operand');
}
