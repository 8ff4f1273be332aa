import { readFile } from 'node:fs/promises';
import { isJsonObject } from '../../api/index.ts';
import { Failure } from '../failure.ts';

/**
 * Reads the categories of a custom catalog from a file in operator-sdk's format: JSON,
 * `{ "categories": ["Caches", …] }`.
 *
 * @throws Failure if it can't be read, or has another format.
 */
export async function readCategories(path: string): Promise<readonly string[]> {
  const remedy = 'name a file with {"categories":["Caches"]} in JSON';
  try {
    const list: unknown = JSON.parse(await readFile(path, 'utf8'));
    const names = isJsonObject(list) ? list.categories : undefined;
    if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names;
  } catch (error) {
    throw new Failure(`${path} can't be read: ${remedy}`, { cause: error });
  }
  throw new Failure(`${path} lists no categories: ${remedy}`);
}
