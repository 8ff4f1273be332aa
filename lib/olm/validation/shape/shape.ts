import { ownField } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';

/**
 * The fields of objects: name of a type → its fields, each as `name:type`, separated by white space.
 *
 * A type is another name of the table, `text`, `integer`, `boolean`, `intOrText`, `quantity` or `any`; `T[]` is a list
 * and `T{}` a map from text. `name!:type` is required; `...` allows more fields. Null counts as absent, as in
 * Kubernetes.
 */
export type ShapeTable = Readonly<Record<string, string>>;

/** An unknown, mistyped or missing field. */
export type ShapeError = { readonly place: Place } & (
  | {
      readonly what: 'unknown';
      readonly owner: Place;
      readonly name: string;
      readonly known: readonly string[];
      readonly isOpen: boolean;
    }
  | { readonly what: 'missing' }
  | { readonly what: 'type'; readonly type: string }
);

/** Reports the parts of a value that don't match a type of the table. */
export function* shapeErrors(place: Place, type: string, shapes: ShapeTable): Generator<ShapeError> {
  if (place.isAbsent || type === 'any') return;
  if (type.endsWith('[]')) {
    if (!Array.isArray(place.value)) yield { what: 'type', place, type: 'a list' };
    for (const item of place.items) yield* shapeErrors(item, type.slice(0, -2), shapes);
    return;
  }
  const scalar = scalars.get(type);
  if (scalar !== undefined) {
    if (!scalar.fits(place.value)) yield { what: 'type', place, type: scalar.words };
    return;
  }
  if (!isMap(place)) {
    yield { what: 'type', place, type: 'a map' };
  } else if (type.endsWith('{}')) {
    for (const [, entry] of place.fields) yield* shapeErrors(entry, type.slice(0, -2), shapes);
  } else {
    yield* fieldShapeErrors(place, fieldsOf(type, shapes), shapes);
  }
}

interface Field {
  readonly type: string;
  readonly isRequired: boolean;
}

type Fields = ReadonlyMap<string, Field>;

/** The marker for further fields. */
const more = '...';

function* fieldShapeErrors(place: Place, fields: Fields, shapes: ShapeTable): Generator<ShapeError> {
  for (const [name, value] of place.fields) {
    const field = fields.get(name);
    if (field !== undefined) yield* shapeErrors(value, field.type, shapes);
    else if (!value.isAbsent) {
      const known = [...fields.keys()].filter((each) => each !== more);
      yield {
        what: 'unknown',
        place: value,
        owner: place,
        name,
        known,
        isOpen: fields.has(more),
      };
    }
  }
  for (const [name, { isRequired }] of fields) {
    if (isRequired && place.at(name).isAbsent) yield { what: 'missing', place: place.at(name) };
  }
}

const readTables = new WeakMap<ShapeTable, Map<string, Fields>>();

function fieldsOf(type: string, shapes: ShapeTable): Fields {
  const read = readTables.get(shapes) ?? new Map<string, Fields>();
  readTables.set(shapes, read);
  const fields = read.get(type) ?? fieldsIn(ownField(shapes, type) ?? '');
  read.set(type, fields);
  return fields;
}

function fieldsIn(text: string): Fields {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return new Map(
    words.map((word) => {
      const [name = '', type = 'any'] = word.split(':');
      return [name.replace('!', ''), { type, isRequired: name.endsWith('!') }] as const;
    }),
  );
}

function isMap({ value }: Place): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';

const scalars: ReadonlyMap<string, { readonly words: string; readonly fits: (value: unknown) => boolean }> = new Map([
  ['text', { words: 'text', fits: isText }],
  ['integer', { words: 'a whole number', fits: (value) => Number.isInteger(value) || typeof value === 'bigint' }],
  ['boolean', { words: 'true or false', fits: (value) => typeof value === 'boolean' }],
  ['intOrText', { words: 'a whole number or text', fits: (value) => Number.isInteger(value) || isText(value) }],
  ['quantity', { words: 'a quantity', fits: (value) => isNumber(value) || isText(value) }],
]);
