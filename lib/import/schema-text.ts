// In: the openAPIV3Schema of a kind. Out: the part that validates objects, as JSON text. Called for each kind:
// descriptions are in its types.

import { isJsonObject, type JsonObject } from '../api/index.ts';
import { changedSchema, type KeywordChange } from './changed-schema.ts';

/** Keywords that describe a schema, and don't validate values. */
const descriptive: ReadonlySet<string> = new Set(['description', 'title', 'example', 'externalDocs']);

/** Returns a schema without descriptions. Also omits the status, which manifests don't have, unless a rule reads it. */
export function schemaText(schema: JsonObject): string {
  const { properties } = schema;
  if (!isJsonObject(properties) || isStatusRead(schema))
    return JSON.stringify(changedSchema(schema, withoutDescriptions));
  const { status: _, ...written } = properties;
  return JSON.stringify(changedSchema({ ...schema, properties: written }, withoutDescriptions));
}

function isStatusRead({ 'x-kubernetes-validations': rules = [], required = [] }: JsonObject): boolean {
  return JSON.stringify([rules, required]).includes('status');
}

const withoutDescriptions: KeywordChange = (keyword, value) => (descriptive.has(keyword) ? undefined : value);
