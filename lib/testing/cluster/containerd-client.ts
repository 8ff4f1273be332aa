import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '../../clock/index.ts';

const pollMs = 20;
const patienceMs = 120_000;

/**
 * Returns the beginning of a command line of containerd's client, in the namespace of Kubernetes.
 *
 * @param runtime - its directory
 */
export function ctr(runtime: string, socket: string): readonly [string, ...string[]] {
  return [join(runtime, 'ctr'), '--address', socket, '--namespace', 'k8s.io'];
}

/** Resolves when containerd answers. @throws the signal's reason if it aborts first @throws Error after two minutes */
export async function containerdReady(client: readonly [string, ...string[]], signal: AbortSignal): Promise<void> {
  const [command, ...words] = client;
  const deadline = systemClock.monotonic() + patienceMs;
  while (!(await answers(command, [...words, '--connect-timeout', '1s', 'version'], signal))) {
    if (systemClock.monotonic() > deadline) {
      throw new Error(`containerd did not answer within ${patienceMs / 1000} s: check the load of the machine`);
    }
    await systemClock.sleep(pollMs, signal);
  }
}

async function answers(command: string, words: readonly string[], signal: AbortSignal): Promise<boolean> {
  return await promisify(execFile)(command, words, { signal }).then(
    () => true,
    () => false,
  );
}
