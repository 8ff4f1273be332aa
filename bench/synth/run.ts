// Measures one way to make a bundle. Called by the command line, in turns.

import { type ScriptTime, timedScript } from '../harness/timed-script.ts';
import type { Subject, SubjectName } from './subject.ts';

/** One measurement of a way to make a bundle: cold processes with warm caches. */
export interface SynthRun extends ScriptTime {
  readonly subject: SubjectName;
  readonly title: string;
  readonly round: number;
  /** RFC 3339. */
  readonly startedAt: string;
}

/**
 * Makes a bundle in a temporary directory.
 *
 * @throws Error with the output if it fails.
 */
export async function synthRun(
  { name, title, script }: Subject,
  round: number,
  signal: AbortSignal,
): Promise<SynthRun> {
  const startedAt = new Date().toISOString();
  return { subject: name, title, round, startedAt, ...(await timedScript(script, signal)) };
}
