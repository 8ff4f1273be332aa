// A way to make a bundle goes in; how long it took comes out.
// Called by the command line, in turns.

import { type ScriptTime, timedScript } from '../harness/timed-script.ts';
import type { Subject, SubjectName } from './subject.ts';

/** One way to make a bundle, once: processes started cold, in caches that are warm. */
export interface SynthRun extends ScriptTime {
  readonly subject: SubjectName;
  readonly title: string;
  readonly round: number;
  /** RFC 3339. */
  readonly startedAt: string;
}

/**
 * Makes a bundle in a directory of its own, which is gone afterwards.
 *
 * @throws Error with what was printed, if it fails.
 */
export async function synthRun(
  { name, title, script }: Subject,
  round: number,
  signal: AbortSignal,
): Promise<SynthRun> {
  const startedAt = new Date().toISOString();
  return { subject: name, title, round, startedAt, ...(await timedScript(script, signal)) };
}
