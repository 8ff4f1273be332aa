import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordingOptions } from '../../runtime/index.ts';

/** The maximum size of the trace of one manager. */
const limitBytes = 64 * 2 ** 20;

/** Returns the recording of a manager into a file of a directory: `manager-1.jsonl`. Only its user may read the file. */
export function managerRecording(directory: string, manager: string): RecordingOptions {
  const path = join(directory, `${manager}.jsonl`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(path, '', { mode: 0o600 });
  return { limitBytes, write: (line) => appendFileSync(path, line) };
}
