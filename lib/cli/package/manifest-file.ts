import { readFile } from 'node:fs/promises';
import { isJsonObject, type JsonObject } from '../../api/index.ts';
import { Failure } from '../failure.ts';

/** What a package.json says; undefined if there is none. @throws Failure if it can't be read. */
export async function readManifest(file: string): Promise<JsonObject | undefined> {
  try {
    const manifest: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isJsonObject(manifest) ? manifest : {};
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return undefined;
    }
    throw new Failure(`${file} can't be read`, { cause: error });
  }
}
