import { readFile, writeFile } from 'node:fs/promises';
import { isSystemError } from '../lib/system/index.ts';
import type { Results } from './harness/result.ts';

/** What was measured so far; undefined if there is no such file. */
export async function storedResults(file: string): Promise<Results | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as Results);
}

/** Puts all that was measured in place of what the file has. */
export async function writeResults(file: string, results: Results): Promise<void> {
  await writeFile(file, `${JSON.stringify(results, undefined, 1)}\n`);
}
