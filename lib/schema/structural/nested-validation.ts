import { fieldPath } from '../field-path.ts';
import { conditionsOfSchema, declaredField, declaredFields, type OpenApiSchema } from '../open-api-schema.ts';
import { type SchemaFinding, schemaFinding } from './finding.ts';

/** A schema inside of `allOf`, `anyOf`, `oneOf` or `not`, and its path. */
interface Nested {
  readonly schema: OpenApiSchema;
  readonly path: string;
}

/**
 * Yields findings for keywords that are not allowed inside of `allOf`, `anyOf`, `oneOf` and `not`: these only add
 * conditions.
 */
export function* nestedFindings(schema: OpenApiSchema, path: string): Iterable<SchemaFinding> {
  for (const nested of nestedConditions(schema, path)) {
    if (!isIntegerOrStringChoice(schema, nested))
      yield* nestedConditionFindings(nested, nested.schema === schema.allOf?.[0]);
  }
}

/**
 * Returns findings for conditions of a whole object on undeclared fields; API servers don't check conditions further
 * inside.
 */
export function undeclaredConditionFindings(schema: OpenApiSchema): SchemaFinding[] {
  return undeclaredBelow({ schema, path: '' }, { schema, path: '' });
}

function nestedConditions(schema: OpenApiSchema, path: string): Nested[] {
  return conditionsOfSchema(schema, path).map(([condition, at]) => ({ schema: condition, path: at }));
}

/**
 * True for `anyOf` of integer and string, also in the first of `allOf`: the only types allowed inside. Tools write it
 * beside `x-kubernetes-int-or-string` for readers that don't know that keyword.
 */
function isIntegerOrStringChoice({ anyOf = [] }: OpenApiSchema, { schema }: Nested): boolean {
  return isIntegerAndString(anyOf) && anyOf.includes(schema);
}

function isIntegerAndString(schemas: readonly OpenApiSchema[]): boolean {
  const [one, other] = schemas;
  return (
    schemas.length === 2 &&
    one?.type === 'integer' &&
    other?.type === 'string' &&
    schemas.every((schema) => Object.keys(schema).length === 1)
  );
}

/** Keywords that describe a value instead of adding a condition. */
const descriptive: readonly (keyof OpenApiSchema)[] = [
  ...(['type', 'default', 'title', 'description', 'nullable', 'additionalProperties'] as const),
  ...(['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const),
  ...(['x-kubernetes-int-or-string', 'x-kubernetes-list-map-keys', 'x-kubernetes-list-type'] as const),
  ...(['x-kubernetes-map-type', 'x-kubernetes-validations'] as const),
];

function* nestedConditionFindings({ schema, path }: Nested, mayBeIntegerOrText = false): Iterable<SchemaFinding> {
  for (const keyword of descriptive) {
    const isFlagOff = keyword !== 'default' && schema[keyword] === false;
    if (!(keyword in schema) || isFlagOff) continue;
    const remedy = 'write it outside of allOf, anyOf, oneOf and not';
    yield schemaFinding(
      fieldPath(path, keyword),
      `${keyword} is not allowed here: allOf, anyOf, oneOf and not only add conditions`,
      remedy,
    );
  }
  if (declaredField(schema, 'metadata') !== undefined) {
    const place = fieldPath(fieldPath(path, 'properties'), 'metadata');
    yield schemaFinding(place, "a condition can't be on metadata", 'leave it out');
  }
  for (const inner of nestedConditions(schema, path)) {
    if (!mayBeIntegerOrText || !isIntegerOrStringChoice(schema, inner)) yield* nestedConditionFindings(inner);
  }
  for (const inner of innerConditions({ schema, path })) yield* nestedConditionFindings(inner);
}

/** Returns the conditions on the parts of a value. */
function innerConditions({ schema: condition, path }: Nested): Nested[] {
  const { items } = condition;
  const place = fieldPath(path, 'properties');
  const fields = declaredFields(condition).map(([name, schema]) => ({ schema, path: fieldPath(place, name) }));
  return items === undefined ? fields : [...fields, { schema: items, path: fieldPath(path, 'items') }];
}

function undeclaredBelow(declared: Nested, outer: Nested): SchemaFinding[] {
  return nestedConditions(outer.schema, outer.path).flatMap((nested) => undeclaredPartsOfCondition(declared, nested));
}

/** Returns findings for parts that a condition names and the schema doesn't declare. */
function undeclaredPartsOfCondition(declared: Nested, condition: Nested): SchemaFinding[] {
  const { items } = condition.schema;
  const fields = declaredFields(condition.schema).flatMap(([name, schema]) => {
    const path = fieldPath(fieldPath(declared.path, 'properties'), name);
    const said = { schema, path: fieldPath(fieldPath(condition.path, 'properties'), name) };
    return undeclaredPart(declaredField(declared.schema, name), path, said);
  });
  const list =
    items === undefined
      ? []
      : undeclaredPart(declared.schema.items, fieldPath(declared.path, 'items'), {
          schema: items,
          path: fieldPath(condition.path, 'items'),
        });
  return [...undeclaredBelow(declared, condition), ...fields, ...list];
}

function undeclaredPart(declared: OpenApiSchema | undefined, path: string, condition: Nested): SchemaFinding[] {
  if (declared !== undefined) return undeclaredPartsOfCondition({ schema: declared, path }, condition);
  return [
    schemaFinding(
      path,
      `it is not declared, and ${condition.path} has a condition on it`,
      'declare it here, with its type',
    ),
  ];
}
