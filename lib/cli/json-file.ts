import { readFile } from 'node:fs/promises';
import { isMissing } from '../system/index.ts';
import { Failure } from './failure.ts';

/** The text of a file; undefined if there is none. @throws Failure if it can't be read. */
export async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new Failure(`${file} can't be read: see that it is a file, and that you may read it`, { cause: error });
  }
}

/** What a file's text says. @throws Failure if it is no JSON. */
export function jsonIn(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(`${file} is no JSON: mend it`, { cause: error });
  }
}
