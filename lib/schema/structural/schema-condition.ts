import { isDeepStrictEqual } from 'node:util';
import { fieldPath, itemPath, valuePath } from '../field-path.ts';
import { declaredField, declaredFields, type OpenApiSchema } from '../open-api-schema.ts';
import { type SchemaFinding, schemaFinding, schemaFindingAt } from './finding.ts';

/** A schema and its path. */
type Place = readonly [schema: OpenApiSchema, path: string];

/**
 * Yields findings for keywords that are not allowed in the conditions of a schema: inside of `allOf`, `anyOf`, `oneOf`
 * and `not`.
 */
export function* conditionKeywordFindings(schema: OpenApiSchema, path: string): Iterable<SchemaFinding> {
  for (const [condition, place] of schemaConditions(schema, path)) {
    if (!isIntegerOrStringChoice(schema, condition))
      yield* nestedConditionFindings([condition, place], condition === schema.allOf?.[0]);
  }
}

/**
 * Returns findings for conditions of a whole object's schema on undeclared fields; API servers don't check conditions
 * further inside.
 */
export function undeclaredConditionFindings(schema: OpenApiSchema): SchemaFinding[] {
  return undeclaredBelow([schema, ''], [schema, '']);
}

/**
 * True for `anyOf` of integer and string, also in the first of `allOf`: the only types allowed inside. Tools write it
 * beside `x-kubernetes-int-or-string` for readers that don't know that keyword.
 */
function isIntegerOrStringChoice({ anyOf = [] }: OpenApiSchema, condition: OpenApiSchema): boolean {
  return isDeepStrictEqual(anyOf, [{ type: 'integer' }, { type: 'string' }]) && anyOf.includes(condition);
}

/** Keywords that describe a value instead of adding a condition. */
const descriptive: readonly (keyof OpenApiSchema)[] = [
  ...(['type', 'default', 'title', 'description', 'nullable', 'additionalProperties'] as const),
  ...(['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const),
  ...(['x-kubernetes-int-or-string', 'x-kubernetes-list-map-keys', 'x-kubernetes-list-type'] as const),
  ...(['x-kubernetes-map-type', 'x-kubernetes-validations'] as const),
];

function* nestedConditionFindings([schema, path]: Place, mayBeIntegerOrText = false): Iterable<SchemaFinding> {
  const refused = schemaFindingAt(path);
  for (const keyword of descriptive) {
    const isFlagOff = keyword !== 'default' && schema[keyword] === false;
    if (!(keyword in schema) || isFlagOff) continue;
    const message = `${keyword} is not allowed here: allOf, anyOf, oneOf and not only add conditions`;
    yield refused(keyword, message, 'write it outside of allOf, anyOf, oneOf and not');
  }
  if (declaredField(schema, 'metadata') !== undefined)
    yield refused(['properties', 'metadata'], "a condition can't be on metadata", 'leave it out');
  for (const inner of schemaConditions(schema, path)) {
    if (!mayBeIntegerOrText || !isIntegerOrStringChoice(schema, inner[0])) yield* nestedConditionFindings(inner);
  }
  for (const [name, field] of declaredFields(schema))
    yield* nestedConditionFindings([field, valuePath(path, ['properties', name])]);
  if (schema.items !== undefined) yield* nestedConditionFindings([schema.items, fieldPath(path, 'items')]);
}

function undeclaredBelow(declared: Place, [outer, path]: Place): SchemaFinding[] {
  return schemaConditions(outer, path).flatMap((condition) => undeclaredPartsOfCondition(declared, condition));
}

/** Returns findings for parts that a condition names and the schema doesn't declare. */
function undeclaredPartsOfCondition([schema, path]: Place, [condition, place]: Place): SchemaFinding[] {
  const fields = declaredFields(condition).flatMap(([name, field]) => {
    const steps = ['properties', name];
    return undeclaredPart(declaredField(schema, name), valuePath(path, steps), [field, valuePath(place, steps)]);
  });
  const { items } = condition;
  const list =
    items === undefined
      ? []
      : undeclaredPart(schema.items, fieldPath(path, 'items'), [items, fieldPath(place, 'items')]);
  return [...undeclaredBelow([schema, path], [condition, place]), ...fields, ...list];
}

function undeclaredPart(declared: OpenApiSchema | undefined, path: string, condition: Place): SchemaFinding[] {
  if (declared !== undefined) return undeclaredPartsOfCondition([declared, path], condition);
  const message = `it is not declared, and ${condition[1]} has a condition on it`;
  return [schemaFinding(path, message, 'declare it here, with its type')];
}

/** Returns the conditions of a schema: the schemas in `allOf`, `anyOf`, `oneOf` and `not`, each with its path. */
export function schemaConditions(schema: OpenApiSchema, path: string): [condition: OpenApiSchema, path: string][] {
  const { not } = schema;
  const all = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((keyword) =>
    (schema[keyword] ?? []).map((inner, index): [OpenApiSchema, string] => [
      inner,
      itemPath(fieldPath(path, keyword), index),
    ]),
  );
  return not === undefined ? all : [...all, [not, fieldPath(path, 'not')]];
}
