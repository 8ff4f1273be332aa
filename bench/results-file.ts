import { readFile, writeFile } from 'node:fs/promises';
import { isSystemError } from '../lib/system/index.ts';
import type { Results } from './harness/result.ts';

/** Reads the stored results; undefined if the file doesn't exist. */
export async function storedResults(file: string): Promise<Results | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as Results);
}

/** Replaces the content of the file by all results. */
export async function writeResults(file: string, results: Results): Promise<void> {
  await writeFile(file, `${JSON.stringify(results, undefined, 1)}\n`);
}
