import { isJsonObject, type JsonObject } from '../../api/index.ts';
import { jsonIn, textOf } from '../json-file.ts';

/** Reads a package.json; undefined if it doesn't exist. @throws Failure if it can't be read, or isn't JSON. */
export async function readManifest(file: string): Promise<JsonObject | undefined> {
  const text = await textOf(file);
  if (text === undefined) return undefined;
  const manifest = jsonIn(file, text);
  return isJsonObject(manifest) ? manifest : {};
}
