// The program in the image of Jobs: runs the task in BACKUP_TASK, and reports the outcome where the kubelet reads it.

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Outcome, Task } from '../task.ts';
import { Failure, sentenceOf } from './failure.ts';
import { runTask } from './task-run.ts';

const terminationLog = '/dev/termination-log';

/** The kubelet reads at most 4096 bytes. */
async function report(outcome: Outcome): Promise<void> {
  const text = JSON.stringify(outcome);
  process.stdout.write(`${text}\n`);
  if (existsSync(terminationLog)) await writeFile(terminationLog, text);
}

const stop = new AbortController();
process.once('SIGTERM', () => {
  stop.abort(
    new Failure('the run was stopped by its timeout or its deletion: allow more time, or wait for the next run'),
  );
});
const { BACKUP_TASK: text = '', USERNAME: username = '', PASSWORD: password = '' } = process.env;
const start = performance.now();
try {
  const result = await runTask(JSON.parse(text) as Task, { username, password, signal: stop.signal });
  await report({ ...result, seconds: Math.round((performance.now() - start) / 1000) });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  await report({ error: sentenceOf(error).slice(0, 600) });
  process.exitCode = 1;
}
