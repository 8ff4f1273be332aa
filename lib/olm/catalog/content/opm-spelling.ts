import { isJsonObject } from '../../../schema/index.ts';

const names = [
  'schema package name properties type value',
  'defaultChannel description icon base64data mediatype',
  'entries replaces skips skipRange reference message',
  'image relatedImages',
].flatMap((line) => line.split(' '));

const spellings: ReadonlyMap<string, string> = new Map(names.map((name) => [name.toLowerCase(), name]));

/**
 * A document of a catalog with the fields that opm knows in opm's own spelling, for it reads them in any case. What is below
 * the others, and the value of a property, stay as they are; so does a field that is there in opm's spelling, too.
 */
export function opmSpelling(document: unknown): unknown {
  if (Array.isArray(document)) return document.map(opmSpelling);
  if (!isJsonObject(document)) return document;
  const fields = Object.entries(document).map(([written, content]): [string, unknown] => {
    const name = spellings.get(written.toLowerCase());
    if (name === undefined || (name !== written && Object.hasOwn(document, name))) return [written, content];
    return [name, name === 'value' ? content : opmSpelling(content)];
  });
  return Object.fromEntries(fields);
}
