import { readFile } from 'node:fs/promises';
import type { JsonObject } from '../api/index.ts';
import { fieldsIn } from '../schema/index.ts';
import { isMissingFile } from '../system/index.ts';
import { Failure } from './failure.ts';

/** Reads the text of a file; undefined if it doesn't exist. @throws Failure if it can't be read. */
export async function readFileText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw new Failure(`${file} can't be read: check that it is a file, and that you may read it`, { cause: error });
  }
}

/** Parses a file's text, which may begin with a byte order mark. @throws Failure if it isn't JSON. */
export function parseJsonFile(file: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Failure(`${file} is not JSON: correct it`, { cause: error });
  }
}

/**
 * Reads the fields of a JSON file; undefined if it doesn't exist.
 *
 * @throws Failure if it can't be read, or isn't JSON.
 */
export async function readJsonFields(file: string): Promise<JsonObject | undefined> {
  const text = await readFileText(file);
  if (text === undefined) return undefined;
  return fieldsIn(parseJsonFile(file, text));
}
