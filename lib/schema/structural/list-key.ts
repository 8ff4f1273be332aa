import { fieldPath } from '../field-path.ts';
import { declaredField, declaredFields, type OpenApiSchema } from '../open-api-schema.ts';
import { type SchemaFinding, schemaFinding } from './finding.ts';

const typeKeyword = 'x-kubernetes-list-type';
const keysKeyword = 'x-kubernetes-list-map-keys';

/** Yields the findings for a list's type and keys. */
export function* listKeyFindings(schema: OpenApiSchema, path: string): Iterable<SchemaFinding> {
  const { type, items, [typeKeyword]: listType, [keysKeyword]: listMapKeys = [] } = schema;
  const place = fieldPath(path, typeKeyword);
  if (listMapKeys.length > 0 && listType !== 'map') {
    yield schemaFinding(place, `only lists of type map can have ${keysKeyword}`, `write ${typeKeyword}: map`);
  }
  if (listType === undefined) return;
  if (type !== 'array') {
    yield schemaFinding(
      fieldPath(path, 'type'),
      `only lists can have ${typeKeyword}`,
      `write type: array, or leave out ${typeKeyword}`,
    );
  }
  if (!['atomic', 'map', 'set'].includes(listType)) {
    yield schemaFinding(place, `the list type ${listType} is unknown`, 'write atomic, set or map');
  }
  if (listType !== 'set' && listType !== 'map') return;
  if (items?.nullable === true) {
    const nullable = fieldPath(fieldPath(path, 'items'), 'nullable');
    yield schemaFinding(nullable, `an item of a list of type ${listType} can't be null`, 'leave it out');
  }
  if (listType === 'set') {
    if (type === 'array' && items !== undefined) yield* setTypeFindings(items, fieldPath(path, 'items'));
  } else yield* listMapFindings(schema, path);
}

function* setTypeFindings(items: OpenApiSchema, path: string): Iterable<SchemaFinding> {
  if (items.type === 'array' && (items[typeKeyword] ?? 'atomic') !== 'atomic') {
    yield schemaFinding(fieldPath(path, typeKeyword), 'a list in a set must be atomic', 'write atomic');
  }
  if (items.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    const place = fieldPath(path, 'x-kubernetes-map-type');
    yield schemaFinding(place, 'an object in a set must be atomic', 'write x-kubernetes-map-type: atomic');
  }
}

function* listMapFindings(
  { items, [keysKeyword]: listMapKeys = [] }: OpenApiSchema,
  path: string,
): Iterable<SchemaFinding> {
  const keysPlace = fieldPath(path, keysKeyword);
  const itemsPlace = fieldPath(path, 'items');
  if (listMapKeys.length === 0) {
    yield schemaFinding(
      keysPlace,
      'a list of type map has no keys',
      'name the fields that identify an item, such as name',
    );
  }
  if (items === undefined) {
    yield schemaFinding(itemsPlace, 'a list of type map has no schema of its items', 'write the schema of the items');
    return;
  }
  if (items.type !== 'object') {
    yield schemaFinding(
      fieldPath(itemsPlace, 'type'),
      'the items of a list of type map must be objects',
      'write type: object',
    );
    return;
  }
  if (new Set(listMapKeys).size < listMapKeys.length) {
    yield schemaFinding(keysPlace, 'a key is listed twice', 'list each key once');
  }
  for (const key of new Set(listMapKeys)) yield* listKeyFieldFindings(items, key, path);
}

function* listKeyFieldFindings(items: OpenApiSchema, key: string, path: string): Iterable<SchemaFinding> {
  const field = declaredField(items, key);
  if (field === undefined) {
    const known =
      declaredFields(items)
        .map(([name]) => name)
        .join(', ') || 'none';
    yield schemaFinding(
      fieldPath(path, keysKeyword),
      `the items have no field ${key}`,
      `list one of their fields: ${known}`,
    );
    return;
  }
  const place = fieldPath(fieldPath(fieldPath(path, 'items'), 'properties'), key);
  if (field.type === 'array' || field.type === 'object') {
    yield schemaFinding(
      fieldPath(place, 'type'),
      'a key must be a string, a number or a boolean',
      'list another field as the key',
    );
  }
  if (!items.required?.includes(key) && field.default === undefined) {
    yield schemaFinding(
      fieldPath(place, 'default'),
      `the key ${key} is optional`,
      'make it required, or give it a default',
    );
  }
  if (field.nullable) {
    yield schemaFinding(fieldPath(place, 'nullable'), `the key ${key} is nullable`, 'leave out nullable');
  }
}
