import { homedir } from 'node:os';
import { join } from 'node:path';
import { userCache } from '../../system/index.ts';

/** Returns the directory of that name in the cache of this process's user. Its content can be created again. */
export function cacheDirectory(name: string): string {
  return join(userCache(process.env, homedir()), name);
}
