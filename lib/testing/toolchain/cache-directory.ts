import { homedir } from 'node:os';
import { userCache } from '../../system/index.ts';

/** Returns the directory of everything that the test kit caches between runs. */
export function testKitDirectory(): string {
  return userCache(process.env, homedir());
}
