import { fieldPath, itemPath } from '../field-path.ts';
import { type SchemaFinding, schemaFinding } from './finding.ts';
import type { OpenApiSchema } from './open-api-schema.ts';

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
  for (const nested of nestedIn(schema, path)) {
    if (!isIntegerOrText(schema, nested)) yield* conditionFindings(nested, nested.schema === schema.allOf[0]);
  }
}

/**
 * Returns findings for conditions of a whole object on undeclared fields; API servers don't check conditions further
 * inside.
 */
export function missingStructure(schema: OpenApiSchema): SchemaFinding[] {
  return missing({ schema, path: '' }, { schema, path: '' });
}

function nestedIn({ allOf, anyOf, oneOf, not }: OpenApiSchema, path: string): Nested[] {
  if (allOf.length + anyOf.length + oneOf.length === 0 && not === undefined) return [];
  const all = Object.entries({ allOf, anyOf, oneOf }).flatMap(([keyword, schemas]) =>
    schemas.map((schema, index) => ({ schema, path: itemPath(fieldPath(path, keyword), index) })),
  );
  return not === undefined ? all : [...all, { schema: not, path: fieldPath(path, 'not') }];
}

/**
 * True for `anyOf` of integer and string, also in the first of `allOf`: the only types allowed inside. Tools write it
 * beside `x-kubernetes-int-or-string` for readers that don't know that keyword.
 */
function isIntegerOrText({ anyOf }: OpenApiSchema, { schema }: Nested): boolean {
  return isTypePair(anyOf) && anyOf.includes(schema);
}

function isTypePair(schemas: readonly OpenApiSchema[]): boolean {
  const [one, other] = schemas;
  return (
    schemas.length === 2 &&
    one?.type === 'integer' &&
    other?.type === 'string' &&
    schemas.every((schema) => isBare(schema))
  );
}

/** True if a schema has only a type. */
function isBare({ type: _, ...rest }: OpenApiSchema): boolean {
  return Object.values(rest).every((value) => {
    const isEmpty = value === undefined || value === false || (Array.isArray(value) && value.length === 0);
    return isEmpty || (value instanceof Map && value.size === 0);
  });
}

/** Keywords that describe a value instead of adding a condition. */
const descriptive: readonly (readonly [keyword: string, isSaid: (schema: OpenApiSchema) => boolean])[] = [
  ['type', ({ type }) => type !== undefined],
  ['default', (schema) => schema.default !== undefined],
  ['title', ({ title }) => title !== undefined],
  ['description', ({ description }) => description !== undefined],
  ['nullable', ({ nullable }) => nullable],
  [
    'additionalProperties',
    ({ additionalProperties }) => additionalProperties !== undefined && additionalProperties !== false,
  ],
  ['x-kubernetes-preserve-unknown-fields', ({ preserveUnknownFields }) => preserveUnknownFields === true],
  ['x-kubernetes-embedded-resource', ({ embeddedResource }) => embeddedResource],
  ['x-kubernetes-int-or-string', ({ intOrString }) => intOrString],
  ['x-kubernetes-list-map-keys', ({ listMapKeys }) => listMapKeys.length > 0],
  ['x-kubernetes-list-type', ({ listType }) => listType !== undefined],
  ['x-kubernetes-map-type', ({ mapType }) => mapType !== undefined],
  ['x-kubernetes-validations', ({ validations }) => validations.length > 0],
];

function* conditionFindings({ schema, path }: Nested, mayBeIntegerOrText = false): Iterable<SchemaFinding> {
  for (const [keyword, isSaid] of descriptive) {
    if (!isSaid(schema)) continue;
    const remedy = 'write it outside of allOf, anyOf, oneOf and not';
    yield schemaFinding(
      fieldPath(path, keyword),
      `${keyword} is not allowed here: allOf, anyOf, oneOf and not only add conditions`,
      remedy,
    );
  }
  if (schema.properties.has('metadata')) {
    const place = fieldPath(fieldPath(path, 'properties'), 'metadata');
    yield schemaFinding(place, "a condition can't be on metadata", 'leave it out');
  }
  for (const inner of nestedIn(schema, path)) {
    if (!mayBeIntegerOrText || !isIntegerOrText(schema, inner)) yield* conditionFindings(inner);
  }
  for (const inner of insideOf({ schema, path })) yield* conditionFindings(inner);
}

/** Returns the conditions on the parts of a value. */
function insideOf({ schema: { items, properties }, path }: Nested): Nested[] {
  const place = fieldPath(path, 'properties');
  const fields = [...properties].map(([name, schema]) => ({ schema, path: fieldPath(place, name) }));
  return items === undefined ? fields : [...fields, { schema: items, path: fieldPath(path, 'items') }];
}

function missing(declared: Nested, outer: Nested): SchemaFinding[] {
  return nestedIn(outer.schema, outer.path).flatMap((nested) => missingFor(declared, nested));
}

/** Returns findings for parts that a condition names and the schema doesn't declare. */
function missingFor(declared: Nested, condition: Nested): SchemaFinding[] {
  const { items, properties } = condition.schema;
  const fields = [...properties].flatMap(([name, schema]) => {
    const path = fieldPath(fieldPath(declared.path, 'properties'), name);
    const said = { schema, path: fieldPath(fieldPath(condition.path, 'properties'), name) };
    return missingIn(declared.schema.properties.get(name), path, said);
  });
  const list =
    items === undefined
      ? []
      : missingIn(declared.schema.items, fieldPath(declared.path, 'items'), {
          schema: items,
          path: fieldPath(condition.path, 'items'),
        });
  return [...missing(declared, condition), ...fields, ...list];
}

function missingIn(declared: OpenApiSchema | undefined, path: string, condition: Nested): SchemaFinding[] {
  if (declared !== undefined) return missingFor({ schema: declared, path }, condition);
  return [
    schemaFinding(
      path,
      `it is not declared, and ${condition.path} has a condition on it`,
      'declare it here, with its type',
    ),
  ];
}
