import { readFile } from 'node:fs/promises';
import { isJsonObject } from '../../api/index.ts';
import { Failure } from '../failure.ts';

/**
 * The categories of a catalog of one's own, out of a file as operator-sdk takes it: JSON, `{ "categories": ["Caches", …] }`.
 *
 * @throws Failure if it can't be read, or says anything else.
 */
export async function categoriesIn(path: string): Promise<readonly string[]> {
  const remedy = 'name a file that says {"categories":["Caches"]} in JSON';
  try {
    const list: unknown = JSON.parse(await readFile(path, 'utf8'));
    const names = isJsonObject(list) ? list.categories : undefined;
    if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names;
  } catch (error) {
    throw new Failure(`${path} can't be read: ${remedy}`, { cause: error });
  }
  throw new Failure(`${path} lists no categories: ${remedy}`);
}
