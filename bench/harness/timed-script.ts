// Runs a bash script and measures the time of its processes, from the start of the first to the end of the last.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The times of a script. */
export interface ScriptTime {
  /** From the start of the first process to the end of the last. */
  readonly seconds: number;
  /** The sum over all processes, in user and in system mode. */
  readonly cpuSeconds: number;
}

/**
 * Runs a script in a temporary directory.
 *
 * @throws Error with its output if it fails.
 */
export async function timedScript(script: string, signal: AbortSignal): Promise<ScriptTime> {
  const directory = await mkdtemp(join(tmpdir(), 'operand-bench-script-'));
  try {
    // A shell of its own is timed, so that the time ends with the last process.
    const timed = `TIMEFORMAT='%R %U %S'\ntime bash --norc -euo pipefail -c "$0" >&2\n`;
    const { stderr } = await promisify(execFile)('bash', ['--norc', '-euc', timed, script], {
      cwd: directory,
      signal,
      maxBuffer: 2 ** 26,
    });
    const [seconds = Number.NaN, user = Number.NaN, system = Number.NaN] = (stderr.trim().split('\n').at(-1) ?? '')
      .split(' ')
      .map(Number);
    return { seconds, cpuSeconds: Math.round((user + system) * 1000) / 1000 };
  } finally {
    await rm(directory, { recursive: true });
  }
}
