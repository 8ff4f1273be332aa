// In: the openAPIV3Schema of a kind. Out: what of it objects are judged by, as JSON text.
// Called for each kind: what people read of a schema stands in its types.

import { isJsonObject, type JsonObject } from '../api/index.ts';
import { changedSchema, type KeywordChange } from './changed-schema.ts';

/** What is said of a schema, and not of values. */
const descriptive: ReadonlySet<string> = new Set(['description', 'title', 'example', 'externalDocs']);

/** A schema without descriptions, and without the status, which nobody writes, unless a rule reads it. */
export function schemaText(schema: JsonObject): string {
  const { properties } = schema;
  if (!isJsonObject(properties) || isStatusRead(schema)) return JSON.stringify(changedSchema(schema, judged));
  const { status: _, ...written } = properties;
  return JSON.stringify(changedSchema({ ...schema, properties: written }, judged));
}

function isStatusRead({ 'x-kubernetes-validations': rules = [], required = [] }: JsonObject): boolean {
  return JSON.stringify([rules, required]).includes('status');
}

const judged: KeywordChange = (keyword, value) => (descriptive.has(keyword) ? undefined : value);
