import { base64Bytes } from '../../../api/index.ts';
import { quantityBillionths } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';

/**
 * The fields of objects: name of a type → its fields, each as `name:type`, separated by white space.
 *
 * A type is another name of the table, a name in {@link scalars}, `any`, `=A|B` (one of these texts) or `1..100` (a
 * whole number within bounds, of which the second may be absent); `T[]` is a list and `T{}` a map from text.
 * `name!:type` is required; `...` allows more fields. Null counts as absent, as in Kubernetes.
 */
export type ShapeTable = Readonly<Record<string, string>>;

/** An unknown, mistyped or missing field, or one with a value that its type doesn't allow. */
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
  | { readonly what: 'choice'; readonly choices: readonly string[] }
  | { readonly what: 'bound'; readonly from: number; readonly to: number }
  | { readonly what: 'format'; readonly format: Format }
);

/** The formats of texts and numbers. */
type Format = 'quantity' | 'base64' | 'time';

/** Reads the types of a table, one by one. */
export class Shapes {
  readonly #fields = new Map<string, ReadonlyMap<string, Field>>();
  readonly #tables: readonly ShapeTable[];

  /** @param tables - fields of a later table replace those of earlier ones. */
  constructor(...tables: readonly ShapeTable[]) {
    this.#tables = tables;
  }

  /** Reports the parts of a value that don't match a type. */
  *errors(place: Place, type: string): Generator<ShapeError> {
    if (place.isAbsent || type === 'any') return;
    const part = type.slice(0, -2);
    if (type.endsWith('[]')) {
      if (!Array.isArray(place.value)) yield { what: 'type', place, type: 'a list' };
      for (const item of place.items) yield* this.errors(item, part);
    } else if (!type.endsWith('{}') && !/^[A-Z]/.test(type)) {
      yield* scalarShapeErrors(place, type);
    } else if (!isMapPlace(place)) {
      yield { what: 'type', place, type: 'a map' };
    } else if (type.endsWith('{}')) {
      for (const [, entry] of place.fields) yield* this.errors(entry, part);
    } else {
      yield* this.#fieldErrors(place, this.#fieldsOf(type));
    }
  }

  *#fieldErrors(place: Place, fields: ReadonlyMap<string, Field>): Generator<ShapeError> {
    for (const [name, value] of place.fields) {
      const field = fields.get(name);
      if (field !== undefined) {
        yield* this.errors(value, field.type);
      } else if (!value.isAbsent) {
        const known = [...fields.keys()].filter((each) => each !== more);
        yield { what: 'unknown', place: value, owner: place, name, known, isOpen: fields.has(more) };
      }
    }
    for (const [name, { isRequired }] of fields) {
      if (isRequired && place.at(name).isAbsent) yield { what: 'missing', place: place.at(name) };
    }
  }

  #fieldsOf(type: string): ReadonlyMap<string, Field> {
    const known = this.#fields.get(type);
    if (known !== undefined) return known;
    const words = this.#tables.flatMap((table) => (Object.hasOwn(table, type) ? (table[type] ?? '').split(/\s+/) : []));
    const fields = new Map(
      words
        .filter((word) => word !== '')
        .map((word) => {
          const [name = '', field = 'any'] = word.split(':');
          return [name.replace('!', ''), { type: field, isRequired: name.endsWith('!') }] as const;
        }),
    );
    this.#fields.set(type, fields);
    return fields;
  }
}

interface Field {
  readonly type: string;
  readonly isRequired: boolean;
}

/** The marker for further fields. */
const more = '...';

function* scalarShapeErrors(place: Place, type: string): Generator<ShapeError> {
  const [, from, to] = /^(\d+)\.\.(\d*)$/.exec(type) ?? [];
  const scalar = scalars.get(type.startsWith('=') ? 'text' : from === undefined ? type : 'integer');
  if (scalar === undefined) throw new Error(`there is no type ${type}`);
  const { value, text } = place;
  if (!scalar.fits(value)) {
    yield { what: 'type', place, type: scalar.words };
  } else if (text !== undefined && type.startsWith('=')) {
    const choices = type.slice(1).split('|');
    if (!choices.includes(text)) yield { what: 'choice', place, choices };
  } else if (scalar.format !== undefined && !isOfFormat[scalar.format](String(value))) {
    yield { what: 'format', place, format: scalar.format };
  } else if (typeof value === 'number' && (from !== undefined || type === 'int32')) {
    const [least, most] =
      from === undefined ? [-(2 ** 31), 2 ** 31 - 1] : [Number(from), to === '' ? 2 ** 31 - 1 : Number(to)];
    if (value < least || value > most) yield { what: 'bound', place, from: least, to: most };
  }
}

function isMapPlace({ value }: Place): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Scalar {
  readonly words: string;
  readonly fits: (value: unknown) => boolean;
  readonly format?: Format;
}

const isText = (value: unknown) => typeof value === 'string';
const isWhole = (value: unknown) => Number.isInteger(value) || typeof value === 'bigint';

/** The types of values besides lists and maps. */
const scalars: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ['text', { words: 'text', fits: isText }],
  ['base64', { words: 'text', fits: isText, format: 'base64' }],
  ['time', { words: 'text', fits: isText, format: 'time' }],
  ['integer', { words: 'a whole number', fits: isWhole }],
  ['int32', { words: 'a whole number', fits: isWhole }],
  ['boolean', { words: 'true or false', fits: (value) => typeof value === 'boolean' }],
  ['intOrText', { words: 'a whole number or text', fits: (value) => Number.isInteger(value) || isText(value) }],
  [
    'quantity',
    { words: 'a quantity', fits: (value) => typeof value === 'number' || isText(value), format: 'quantity' },
  ],
]);

const isOfFormat: Readonly<Record<Format, (text: string) => boolean>> = {
  quantity: (text) => (quantityBillionths(text) ?? -1n) >= 0n,
  base64: (text) => base64Bytes(text) !== undefined,
  time: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text),
};
