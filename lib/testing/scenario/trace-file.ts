import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordingOptions } from '../../runtime/index.ts';

/** The maximum size of a segment of the trace of one manager: the last two are kept. */
const limitBytes = 32 * 2 ** 20;

/** Returns the recording of a manager into a file of a directory: `manager-1.jsonl`, after `manager-1.jsonl.previous`. Only its user may read them. */
export function managerRecording(directory: string, manager: string): RecordingOptions {
  const path = join(directory, `${manager}.jsonl`);
  mkdirSync(directory, { recursive: true });
  const begin = () => writeFileSync(path, '', { mode: 0o600 });
  begin();
  const beginSegment = () => {
    renameSync(path, `${path}.previous`);
    begin();
  };
  return { limitBytes, beginSegment, write: (line) => appendFileSync(path, line) };
}
