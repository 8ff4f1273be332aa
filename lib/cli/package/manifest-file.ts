import { isJsonObject, type JsonObject } from '../../api/index.ts';
import { jsonIn, textOf } from '../json-file.ts';

/** What a package.json says; undefined if there is none. @throws Failure if it can't be read, or is no JSON. */
export async function readManifest(file: string): Promise<JsonObject | undefined> {
  const text = await textOf(file);
  if (text === undefined) return undefined;
  const manifest = jsonIn(file, text);
  return isJsonObject(manifest) ? manifest : {};
}
