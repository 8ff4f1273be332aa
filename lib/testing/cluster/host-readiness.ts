import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { tether } from '../supervisor/tether.ts';

/** Nothing of the user's environment, which may name proxies. */
const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

const question = `fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;

/**
 * Resolves with true if a URL answers with success on a host of the cluster, which has its own loopback.
 *
 * @param entry - the beginning of the command line of a program on that host.
 * @param signal - ends the request with false.
 */
export async function isAnswered(entry: readonly string[], url: string, signal: AbortSignal): Promise<boolean> {
  const [command, ...words] = [...tether(), ...entry, process.execPath, '--eval', question, url];
  return await promisify(execFile)(command, words, { env, signal }).then(
    () => true,
    () => false,
  );
}
