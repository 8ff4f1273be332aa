import { canonicalJson, changedSchema, isJsonObject, type KeywordChange } from '../../../schema/index.ts';

/** Keywords with text for readers only. */
const words: ReadonlySet<string> = new Set(['description', 'title', 'example', 'externalDocs']);

const withoutSchemaWords: KeywordChange = (keyword, value) => (words.has(keyword) ? undefined : value);

/** Returns a schema as text: equal for schemas with the same constraints, whatever their descriptions. */
export function schemaConstraintText(schema: object): string {
  return canonicalJson(isJsonObject(schema) ? changedSchema(schema, withoutSchemaWords) : schema);
}
