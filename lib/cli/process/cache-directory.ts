import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where the user's cache keeps what is called so, by the rules of the XDG base directories. What lies there can be made again. */
export function cacheDirectory(name: string): string {
  const { XDG_CACHE_HOME: cache = '' } = process.env;
  return join(isAbsolute(cache) ? cache : join(homedir(), '.cache'), 'operand', name);
}
