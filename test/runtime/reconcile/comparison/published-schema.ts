import { isDeepStrictEqual } from 'node:util';
import {
  type FieldShape,
  shapeOfField,
  shapeOfItem,
} from '../../../../lib/runtime/reconcile/comparison/field-shape.ts';

/** The part of an OpenAPI schema that shapes describe. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly default?: unknown;
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-list-type'?: string;
}

/** Type name → schema, of one API version. */
export type Schemas = Readonly<Record<string, Schema>>;

interface Place {
  readonly path: string;
  /** The types that contain the place: some contain themselves. */
  readonly types: readonly string[];
  /** True if the place is part of a value that has one owner. */
  readonly isPart: boolean;
}

/** Returns the differences between the shape of a kind and the schema that an API server publishes, in sentences. */
export function contradictions(schemas: Schemas, schema: Schema, shape: FieldShape): string[] {
  return visit(schemas, schema, shape, { path: '', types: [], isPart: false });
}

function visit(schemas: Schemas, schema: Schema, shape: FieldShape | undefined, place: Place): string[] {
  const type = (schema.$ref ?? schema.allOf?.[0]?.$ref)?.split('/').at(-1);
  const isQuantity = type?.endsWith('.Quantity') === true;
  if (type === undefined || isQuantity)
    return [...here(schema, shape, place, isQuantity), ...below(schemas, schema, shape, place)];
  if (place.types.includes(type)) return [];
  const { $ref: _ref, allOf: _allOf, ...own } = schema;
  return visit(schemas, { ...schemas[type], ...own }, shape, { ...place, types: [...place.types, type] });
}

function here(schema: Schema, shape: FieldShape = {}, { path, isPart }: Place, isQuantity: boolean): string[] {
  const listType = schema['x-kubernetes-list-type'];
  const isAtomic = schema['x-kubernetes-map-type'] === 'atomic';
  const isAssociative = listType === 'map' || listType === 'set';
  const hasItems = schema.items !== undefined || schema.additionalProperties !== undefined;
  const hasDefault = schema.default !== undefined && !isNothing(schema.default);
  const agreements: readonly (readonly [what: string, isAgreed: boolean])[] = [
    ['a quantity', (shape.quantity === true) === isQuantity],
    ['atomic', isPart || (shape.atomic === true) === isAtomic],
    ['associative', isPart || (shape.associative === true) === isAssociative],
    ['with items', shape.each === undefined || hasItems],
    // Outside of parts, defaulted fields aren't the operator's, and don't matter.
    [
      'filled in',
      !hasDefault || isDeepStrictEqual(schema.default, shape.default) || (!isPart && shape.default === undefined),
    ],
  ];
  return agreements.filter(([, isAgreed]) => !isAgreed).map(([what]) => `${path} is ${what}, or not`);
}

function below(schemas: Schemas, schema: Schema, shape: FieldShape | undefined, place: Place): string[] {
  const isPart = place.isPart || schema['x-kubernetes-map-type'] === 'atomic';
  const properties = Object.entries(schema.properties ?? {});
  const unknown = Object.keys(shape?.fields ?? {}).filter((name) => !properties.some(([known]) => known === name));
  const isPartOfItem = isPart || (schema.items !== undefined && !isAssociative(schema));
  const item = schema.items ?? schema.additionalProperties;
  return [
    ...unknown.map((name) => `${place.path}.${name} doesn't exist`),
    ...properties
      .filter(([name]) => !isReported(`${place.path}.${name}`))
      .flatMap(([name, field]) =>
        visit(schemas, field, shapeOfField(shape, name), { ...place, path: `${place.path}.${name}`, isPart }),
      ),
    ...(item === undefined
      ? []
      : visit(schemas, item, shapeOfItem(shape), { ...place, path: `${place.path}[]`, isPart: isPartOfItem })),
  ];
}

function isAssociative(schema: Schema): boolean {
  return schema['x-kubernetes-list-type'] === 'map' || schema['x-kubernetes-list-type'] === 'set';
}

/** Fields that only the server and controllers write. */
function isReported(path: string): boolean {
  return path === '.status' || path.endsWith('volumeClaimTemplates[].status') || path.endsWith('.managedFields');
}

function isNothing(value: unknown): boolean {
  return value === '' || value === 0 || value === false || isDeepStrictEqual(value, {});
}
