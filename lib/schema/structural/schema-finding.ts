// In: the openAPIV3Schema of a definition. Out: all findings of an API server for it. Called for the definitions of
// bundles.

import type { OpenApiSchema } from '../open-api-schema.ts';
import { defaultFindings } from './default-finding.ts';
import { type SchemaFinding, schemaFinding } from './finding.ts';
import { keywordRefusals } from './keyword-refusal.ts';
import { readSchema } from './read-schema.ts';
import { ruleFindings } from './rule-finding.ts';
import { structureFindings } from './structure-finding.ts';

/** The use of a schema. */
export interface SchemaUse {
  /**
   * True if the version has the status subresource, which forbids some keywords of the outermost schema.
   *
   * @default false
   */
  readonly hasStatusSubresource?: boolean;
}

/**
 * Returns the findings of an API server for the schema of a whole object when its definition is created, and the
 * keywords that it drops.
 *
 * As there, defaults are validated if the structure is valid, and rules, with their estimated cost, if everything else
 * is. Expressions that can't be compiled here are not validated.
 *
 * @see
 *   https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export function schemaFindings(
  openAPIV3Schema: unknown,
  { hasStatusSubresource = false }: SchemaUse = {},
): readonly SchemaFinding[] {
  const { schema, findings } = readSchema(openAPIV3Schema);
  const written = [...findings, ...keywordRefusals(schema), ...rootSchemaFindings(schema, hasStatusSubresource)];
  const structure = structureFindings(schema);
  const isSound = [...written, ...structure].every(({ effect }) => effect === 'dropped');
  if (!isSound) return firstFindings([...written, ...structure.filter(isOutside(findings))]);
  const defaults = defaultFindings(schema);
  return [...written, ...defaults, ...(defaults.length === 0 ? ruleFindings(schema) : [])];
}

/** Returns false for findings below a part of the schema that can't be read. */
function isOutside(unreadable: readonly SchemaFinding[]): (finding: SchemaFinding) => boolean {
  const above = new Set(unreadable.filter(({ effect }) => effect === 'refused').map(({ path }) => path));
  return ({ path }) =>
    !above.has('') && [...path.matchAll(/[.[]/g)].every(({ index }) => !above.has(path.slice(0, index)));
}

/** Returns the first finding of each keyword, and none for the missing type of a schema that `$ref` names. */
function firstFindings(all: readonly SchemaFinding[]): SchemaFinding[] {
  const first = new Map(all.toReversed().map((finding) => [finding.path, finding]));
  const isReferred = ({ path }: SchemaFinding) => path.endsWith('type') && first.has(path.replace(/type$/, '$$ref'));
  return all.filter((finding) => first.get(finding.path) === finding && !isReferred(finding));
}

/** Keywords that the outermost schema can't have with a status subresource. */
const splitKeywords = [
  ...(['allOf', 'anyOf', 'oneOf', 'not', 'enum', 'default', 'additionalProperties'] as const),
  ...(['minProperties', 'maxProperties'] as const),
  ...(['x-kubernetes-map-type', 'x-kubernetes-list-type'] as const),
  ...(['x-kubernetes-embedded-resource', 'x-kubernetes-int-or-string'] as const),
];

function* rootSchemaFindings(schema: OpenApiSchema, hasStatusSubresource: boolean): Iterable<SchemaFinding> {
  if (schema.nullable) yield schemaFinding('nullable', "a resource can't be null", 'leave it out');
  if (!hasStatusSubresource) return;
  for (const keyword of splitKeywords) {
    if (!(keyword in schema) || schema[keyword] === false) continue;
    const what = "with a status subresource the outermost schema can't have this keyword";
    yield schemaFinding(keyword, what, 'move it to the schema of spec or of status');
  }
}
