import type { SchemaNode } from '../../../built-in/index.ts';
import { isJsonObject, type JsonObject, textOrEmpty } from '../../../schema/index.ts';
import { memoized } from '../../content/index.ts';
import { anyShape, opmShapes, valueShapes } from './blob-shape.ts';

/**
 * Returns a document with opm's field names. A document in which two top-level fields differ only in case stays
 * unchanged, since opm rejects it.
 *
 * At lower levels, opm reads such fields as one. This function keeps the last of them in the order of names. It reports
 * nothing, although opm would merge two maps and ignore a null. In documents of other schemas it changes only schema,
 * package and name. It doesn't change values of properties that opm doesn't parse, such as `olm.constraint`.
 */
export function opmSpelling(document: unknown): unknown {
  if (!isJsonObject(document)) return document;
  const names = Object.keys(document);
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return document;
  const root = fieldsInOpmSpelling(document, anyShape);
  return opmSpellingOf(root, opmShapes.get(textOrEmpty(root.schema)));
}

/** @param shape - the type of the content; undefined if users choose its names. */
function opmSpellingOf(content: unknown, shape: SchemaNode | undefined): unknown {
  if (shape === undefined) return content;
  if (Array.isArray(content)) return content.map((item) => opmSpellingOf(item, shape.items));
  if (!isJsonObject(content)) return content;
  const fields = fieldsInOpmSpelling(content, shape);
  const shapeOfField = (name: string) =>
    shape.definition === 'Property' && name === 'value' ? valueShapes.get(textOrEmpty(fields.type)) : shape.field(name);
  return Object.fromEntries(
    Object.entries(fields).map(([name, each]) => [name, opmSpellingOf(each, shapeOfField(name))]),
  );
}

/** Name in lower case → opm's. */
const namesOf = memoized(({ fieldNames }: SchemaNode) => new Map(fieldNames.map((name) => [name.toLowerCase(), name])));

function fieldsInOpmSpelling(map: JsonObject, shape: SchemaNode): JsonObject {
  const names = namesOf(shape);
  const nameOf = (written: string) => names.get(written.toLowerCase()) ?? written;
  const counted = new Map(
    Object.keys(map)
      .toSorted()
      .map((written) => [nameOf(written), written]),
  );
  const fields = Object.entries(map).filter(([written]) => counted.get(nameOf(written)) === written);
  return Object.fromEntries(fields.map(([written, content]) => [nameOf(written), content]));
}
