import { homedir } from 'node:os';
import { join } from 'node:path';
import { userCache } from '../../system/index.ts';

/** Where the user's cache keeps what is called so. What lies there can be made again. */
export function cacheDirectory(name: string): string {
  return join(userCache(process.env, homedir()), name);
}
