import { homedir } from 'node:os';
import { userCache } from '../../system/index.ts';

/** Directory of everything that the test kit keeps from one run to the next. */
export function testKitDirectory(): string {
  return userCache(process.env, homedir());
}
