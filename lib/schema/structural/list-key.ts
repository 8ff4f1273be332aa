import { fieldPath } from '../field-path.ts';
import { type SchemaFinding, schemaFinding } from './finding.ts';
import type { OpenApiSchema } from './open-api-schema.ts';

const typeKeyword = 'x-kubernetes-list-type';
const keysKeyword = 'x-kubernetes-list-map-keys';

/** What is wrong with the way in which the items of a list are told apart. */
export function* listKeyFindings(schema: OpenApiSchema, path: string): Iterable<SchemaFinding> {
  const { type, items, listType, listMapKeys } = schema;
  const place = fieldPath(path, typeKeyword);
  if (listMapKeys.length > 0 && listType !== 'map') {
    yield schemaFinding(place, `only lists of type map have ${keysKeyword}`, `write ${typeKeyword}: map`);
  }
  if (listType === undefined) return;
  if (type !== 'array') {
    yield schemaFinding(
      fieldPath(path, 'type'),
      `only lists have ${typeKeyword}`,
      `write type: array, or leave out ${typeKeyword}`,
    );
  }
  if (!['atomic', 'map', 'set'].includes(listType)) {
    yield schemaFinding(place, `there is no list type ${listType}`, 'write atomic, set or map');
  }
  if (listType !== 'set' && listType !== 'map') return;
  if (items?.nullable === true) {
    const nullable = fieldPath(fieldPath(path, 'items'), 'nullable');
    yield schemaFinding(nullable, `an item of a list of type ${listType} can't be null`, 'leave it out');
  }
  if (listType === 'set') {
    if (type === 'array' && items !== undefined) yield* setFindings(items, fieldPath(path, 'items'));
  } else yield* mapFindings(schema, path);
}

function* setFindings(items: OpenApiSchema, path: string): Iterable<SchemaFinding> {
  if (items.type === 'array' && items.listType !== undefined && items.listType !== 'atomic') {
    yield schemaFinding(fieldPath(path, typeKeyword), 'lists in a set are compared as a whole', 'write atomic');
  }
  if (items.type === 'object' && items.mapType !== 'atomic') {
    const place = fieldPath(path, 'x-kubernetes-map-type');
    yield schemaFinding(place, 'objects in a set are compared as a whole', 'write x-kubernetes-map-type: atomic');
  }
}

function* mapFindings({ items, listMapKeys }: OpenApiSchema, path: string): Iterable<SchemaFinding> {
  const keysPlace = fieldPath(path, keysKeyword);
  const itemsPlace = fieldPath(path, 'items');
  if (listMapKeys.length === 0) {
    yield schemaFinding(
      keysPlace,
      'a list of type map has no keys',
      'name the fields that tell its items apart, such as name',
    );
  }
  if (items === undefined) {
    yield schemaFinding(itemsPlace, 'a list of type map without a schema for its items', 'say what its items are');
    return;
  }
  if (items.type !== 'object') {
    yield schemaFinding(
      fieldPath(itemsPlace, 'type'),
      'the items of a list of type map are objects',
      'write type: object',
    );
    return;
  }
  if (new Set(listMapKeys).size < listMapKeys.length) {
    yield schemaFinding(keysPlace, 'a key is named twice', 'name each once');
  }
  for (const key of new Set(listMapKeys)) yield* keyFindings(items, key, path);
}

function* keyFindings(items: OpenApiSchema, key: string, path: string): Iterable<SchemaFinding> {
  const field = items.properties.get(key);
  if (field === undefined) {
    const known = [...items.properties.keys()].join(', ') || 'none';
    yield schemaFinding(
      fieldPath(path, keysKeyword),
      `the items have no field ${key}`,
      `name one of their fields: ${known}`,
    );
    return;
  }
  const place = fieldPath(fieldPath(fieldPath(path, 'items'), 'properties'), key);
  if (field.type === 'array' || field.type === 'object') {
    yield schemaFinding(
      fieldPath(place, 'type'),
      'a key is a text, a number or a boolean',
      'name another field as the key',
    );
  }
  if (!items.required.includes(key) && field.default === undefined) {
    yield schemaFinding(
      fieldPath(place, 'default'),
      `the key ${key} may be left out`,
      'make it required, or give it a default',
    );
  }
  if (field.nullable) {
    yield schemaFinding(fieldPath(place, 'nullable'), `the key ${key} may be null`, 'leave out nullable');
  }
}
