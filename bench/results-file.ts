import { readFile, writeFile } from 'node:fs/promises';
import { isSystemError } from '../lib/system/index.ts';
import { thisMachine } from './harness/machine.ts';
import type { Results } from './harness/result.ts';

/** Reads the stored results; undefined if the file doesn't exist. */
export async function storedResults(file: string): Promise<Results | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as Results);
}

/**
 * Reads the results that further ones may be added to; without any if the file doesn't exist.
 *
 * @throws Error if they are of another commit.
 */
export async function openResults(file: string): Promise<Results> {
  const machine = await thisMachine();
  const stored = await storedResults(file);
  if (stored !== undefined && stored.machine.commit !== machine.commit)
    throw new Error(
      `${file} has results of commit ${stored.machine.commit}, and this is ${machine.commit}: move it away, since results of two commits can't be compared`,
    );
  return { rounds: [], ...stored, machine };
}

/** Replaces the content of the file by all results. */
export async function writeResults(file: string, results: Results): Promise<void> {
  await writeFile(file, `${JSON.stringify(results, undefined, 1)}\n`);
}
