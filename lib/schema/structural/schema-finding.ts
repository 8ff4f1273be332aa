// In: the openAPIV3Schema of a definition. Out: everything that an API server has against it.
// Called for the definitions of bundles.

import { defaultFindings } from './default-finding.ts';
import { type SchemaFinding, schemaFinding } from './finding.ts';
import { keywordRefusals } from './keyword-refusal.ts';
import type { OpenApiSchema } from './open-api-schema.ts';
import { readSchema } from './read-schema.ts';
import { ruleFindings } from './rule-finding.ts';
import { structureFindings } from './structure.ts';

/** What a schema is for. */
export interface SchemaUse {
  /** Whether its version has the status subresource, which leaves less to the outermost schema. @default false */
  readonly hasStatusSubresource?: boolean;
}

/**
 * What an API server has against the schema of a whole object when its definition is created, and what it drops of it.
 *
 * As there, defaults are judged where the structure is sound, and rules where all else is, also by what they are estimated
 * to cost. Not judged are expressions that are out of reach here.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export function schemaFindings(
  openAPIV3Schema: unknown,
  { hasStatusSubresource = false }: SchemaUse = {},
): readonly SchemaFinding[] {
  const { schema, findings } = readSchema(openAPIV3Schema);
  const written = [...findings, ...keywordRefusals(schema), ...rootFindings(schema, hasStatusSubresource)];
  const structure = structureFindings(schema);
  const isSound = [...written, ...structure].every(({ effect }) => effect === 'dropped');
  if (!isSound) return [...written, ...structure];
  const defaults = defaultFindings(schema);
  return [...written, ...defaults, ...(defaults.length === 0 ? ruleFindings(schema) : [])];
}

/** What a schema with a status of its own can't say of the object as a whole. */
const splitKeywords = [
  ...(['allOf', 'anyOf', 'oneOf', 'not', 'enum', 'default', 'nullable', 'additionalProperties'] as const),
  ...(['minProperties', 'maxProperties', 'mapType', 'listType', 'embeddedResource', 'intOrString'] as const),
];

function* rootFindings(schema: OpenApiSchema, hasStatusSubresource: boolean): Iterable<SchemaFinding> {
  if (schema.nullable) yield schemaFinding('nullable', "a resource can't be null", 'leave it out');
  if (!hasStatusSubresource) return;
  for (const keyword of splitKeywords) {
    const value = schema[keyword];
    const isSaid = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
    if (!isSaid || keyword === 'nullable') continue;
    const what = 'with a status subresource the outermost schema says nothing of the object as a whole';
    yield schemaFinding(longNames[keyword] ?? keyword, what, 'say it of spec or of status');
  }
}

/** How keywords are written that are read under a shorter name. */
const longNames: Readonly<Record<string, string>> = {
  mapType: 'x-kubernetes-map-type',
  listType: 'x-kubernetes-list-type',
  embeddedResource: 'x-kubernetes-embedded-resource',
  intOrString: 'x-kubernetes-int-or-string',
};
