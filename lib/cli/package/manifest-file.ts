import { isJsonObject, type JsonObject } from '../../api/index.ts';
import { parseJsonFile, readFileText } from '../json-file.ts';

/** Reads a package.json; undefined if it doesn't exist. @throws Failure if it can't be read, or isn't JSON. */
export async function readManifest(file: string): Promise<JsonObject | undefined> {
  const text = await readFileText(file);
  if (text === undefined) return undefined;
  const manifest = parseJsonFile(file, text);
  return isJsonObject(manifest) ? manifest : {};
}
