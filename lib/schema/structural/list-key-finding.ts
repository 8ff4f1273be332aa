import { declaredField, declaredFields, type OpenApiSchema } from '../open-api-schema.ts';
import type { SchemaFinding, SchemaFindingAt } from './finding.ts';

const typeKeyword = 'x-kubernetes-list-type';
const keysKeyword = 'x-kubernetes-list-map-keys';

/** Yields the findings for a list's type and keys. */
export function* listKeyFindings(schema: OpenApiSchema, refused: SchemaFindingAt): Iterable<SchemaFinding> {
  const { type, items, [typeKeyword]: listType, [keysKeyword]: listMapKeys = [] } = schema;
  if (listType !== undefined && !['atomic', 'map', 'set'].includes(listType))
    yield refused(typeKeyword, `the list type ${listType} is unknown`, 'write atomic, set or map');
  else if (listMapKeys.length > 0 && listType !== 'map')
    yield refused(typeKeyword, `only lists of type map can have ${keysKeyword}`, `write ${typeKeyword}: map`);
  if (listType === undefined) return;
  if (type !== 'array')
    yield refused('type', `only lists can have ${typeKeyword}`, `write type: array, or leave out ${typeKeyword}`);
  if (listType !== 'set' && listType !== 'map') return;
  if (items?.nullable === true)
    yield refused(['items', 'nullable'], `an item of a list of type ${listType} can't be null`, 'leave it out');
  if (listType === 'map') yield* listMapFindings(schema, refused);
  else if (type === 'array' && items !== undefined) yield* setTypeFindings(items, refused);
}

function* setTypeFindings(items: OpenApiSchema, refused: SchemaFindingAt): Iterable<SchemaFinding> {
  if (items.type === 'array' && (items[typeKeyword] ?? 'atomic') !== 'atomic')
    yield refused(['items', typeKeyword], 'a list in a set must be atomic', 'write atomic');
  const mapType = 'x-kubernetes-map-type';
  if (items.type === 'object' && items[mapType] !== 'atomic')
    yield refused(['items', mapType], 'an object in a set must be atomic', `write ${mapType}: atomic`);
}

function* listMapFindings(
  { items, [keysKeyword]: listMapKeys = [] }: OpenApiSchema,
  refused: SchemaFindingAt,
): Iterable<SchemaFinding> {
  if (listMapKeys.length === 0) {
    const remedy = 'name the fields that identify an item, such as name';
    yield refused(keysKeyword, 'a list of type map has no keys', remedy);
  }
  if (items === undefined) {
    yield refused('items', 'a list of type map has no schema of its items', 'write the schema of the items');
  } else if (items.type !== 'object') {
    yield refused(['items', 'type'], 'the items of a list of type map must be objects', 'write type: object');
  } else {
    const keys = new Set(listMapKeys);
    if (keys.size < listMapKeys.length) yield refused(keysKeyword, 'a key is listed twice', 'list each key once');
    for (const key of keys) yield* listKeyFieldFindings(items, key, refused);
  }
}

function* listKeyFieldFindings(items: OpenApiSchema, key: string, refused: SchemaFindingAt): Iterable<SchemaFinding> {
  const field = declaredField(items, key);
  if (field === undefined) {
    const known = declaredFields(items).map(([name]) => name);
    const remedy = `list one of their fields: ${known.join(', ') || 'none'}`;
    yield refused(keysKeyword, `the items have no field ${key}`, remedy);
    return;
  }
  const place = ['items', 'properties', key];
  if (field.type === 'array' || field.type === 'object') {
    const remedy = 'list another field as the key';
    yield refused([...place, 'type'], 'a key must be a string, a number or a boolean', remedy);
  }
  if (!items.required?.includes(key) && field.default === undefined)
    yield refused([...place, 'default'], `the key ${key} is optional`, 'make it required, or give it a default');
  if (field.nullable) yield refused([...place, 'nullable'], `the key ${key} is nullable`, 'leave out nullable');
}
