// A way to make a bundle goes in; how long it took comes out.
// Called by the command line, in turns.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Subject, SubjectName } from './subject.ts';

/** One way to make a bundle, once: processes started cold, in caches that are warm. */
export interface SynthRun {
  readonly subject: SubjectName;
  readonly title: string;
  readonly round: number;
  /** RFC 3339. */
  readonly startedAt: string;
  /** From the start of the first process to the end of the last. */
  readonly seconds: number;
  /** Of all processes, in user and in system mode. */
  readonly cpuSeconds: number;
}

/**
 * Makes a bundle in a directory of its own, which is gone afterwards.
 *
 * @throws Error with what was printed, if it fails.
 */
export async function synthRun(subject: Subject, round: number, signal: AbortSignal): Promise<SynthRun> {
  const startedAt = new Date().toISOString();
  const directory = await mkdtemp(join(tmpdir(), 'operand-bench-synth-'));
  try {
    // What is timed is a shell of its own, so that its end is that of the last process.
    const script = `TIMEFORMAT='%R %U %S'\ntime bash --norc -euo pipefail -c "$0" >&2\n`;
    const { stderr } = await promisify(execFile)('bash', ['--norc', '-euc', script, subject.script], {
      cwd: directory,
      signal,
    });
    const [seconds = Number.NaN, user = Number.NaN, system = Number.NaN] = (stderr.trim().split('\n').at(-1) ?? '')
      .split(' ')
      .map(Number);
    return {
      subject: subject.name,
      title: subject.title,
      round,
      startedAt,
      seconds,
      cpuSeconds: Math.round((user + system) * 1000) / 1000,
    };
  } finally {
    await rm(directory, { recursive: true });
  }
}
