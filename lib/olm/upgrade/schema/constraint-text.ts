import { canonicalJson, changedSchema, isJsonObject, type KeywordChange } from '../../../schema/index.ts';
import { descriptiveKeywords } from '../../../schema/structural/index.ts';

const withoutSchemaWords: KeywordChange = (keyword, value) => (descriptiveKeywords.has(keyword) ? undefined : value);

/** Returns a schema as text: equal for schemas with the same constraints, whatever their descriptions. */
export function schemaConstraintText(schema: object): string {
  return canonicalJson(isJsonObject(schema) ? changedSchema(schema, withoutSchemaWords) : schema);
}
