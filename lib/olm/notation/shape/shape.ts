import { base64Bytes } from '../../../api/index.ts';
import type { SchemaNode } from '../../../built-in/index.ts';
import { isJsonList, quantityBillionths, textList } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';

/** An unknown, mistyped or missing field, or a text outside the choice of its type. */
export type ShapeError = { readonly place: Place } & (
  | {
      readonly what: 'unknown';
      readonly owner: Place;
      readonly name: string;
      readonly known: readonly string[];
      readonly isOpen: boolean;
    }
  | { readonly what: 'missing' }
  | { readonly what: 'type'; readonly type: string; readonly message: string }
  | { readonly what: 'choice'; readonly choices: readonly string[] }
);

/** Reports the parts of a value that don't match a schema. Null counts as absent, as in Kubernetes. */
export function* shapeErrors(place: Place, schema: SchemaNode): Generator<ShapeError> {
  const { type, items } = schema;
  if (place.isAbsent || isFree(schema)) return;
  if (type === 'array') {
    if (!Array.isArray(place.value)) yield mismatch(place, 'a list');
    if (items !== undefined) for (const item of place.items) yield* shapeErrors(item, items);
  } else if (type !== 'object') {
    yield* scalarErrors(place, schema);
  } else if (typeof place.value !== 'object' || Array.isArray(place.value)) {
    yield mismatch(place, 'a map');
  } else if (schema.isMap) {
    for (const [name, entry] of place.fields) yield* shapeErrors(entry, schema.field(name) ?? schema);
  } else if (schema.fieldNames.length > 0) {
    yield* fieldErrors(place, schema);
  }
}

/** Other rules validate the schemas in a definition. */
function isFree({ type, raw, definition }: SchemaNode): boolean {
  return definition.endsWith('.JSONSchemaProps') || (type === undefined && raw.oneOf === undefined);
}

function* fieldErrors(place: Place, schema: SchemaNode): Generator<ShapeError> {
  for (const [name, value] of place.fields) {
    // API servers drop the status of a new object.
    if (schema.isKind && name === 'status') continue;
    const field = schema.field(name);
    if (field !== undefined) {
      yield* shapeErrors(value, field);
    } else if (!value.isAbsent) {
      const isOpen = schema.preservesUnknownFields;
      yield { what: 'unknown', place: value, owner: place, name, known: schema.fieldNames, isOpen };
    }
  }
  for (const name of textList(schema.raw.required)) {
    if (place.at(name).isAbsent) yield { what: 'missing', place: place.at(name) };
  }
}

function* scalarErrors(place: Place, { type, definition, raw }: SchemaNode): Generator<ShapeError> {
  const form = typeof raw.format === 'string' ? raw.format : (type ?? '');
  const scalar = scalars[definition.endsWith('.Quantity') ? 'quantity' : form];
  const choices = isJsonList(raw.enum) ? textList(raw.enum) : undefined;
  if (scalar !== undefined && !scalar.fits(place.value)) {
    yield mismatch(place, scalar.words, scalar.message);
  } else if (choices !== undefined && place.hasText && !choices.includes(place.text ?? '')) {
    yield { what: 'choice', place, choices };
  }
}

function mismatch(place: Place, type: string, message = 'json: cannot unmarshal …'): ShapeError {
  return { what: 'type', place, type, message };
}

interface Scalar {
  readonly words: string;
  readonly fits: (value: unknown) => boolean;
  /** An excerpt of the message for a text or number of another form. @default that of another type */
  readonly message?: string;
}

const isText = (value: unknown) => typeof value === 'string';
const isWhole = (value: unknown) => Number.isInteger(value) || typeof value === 'bigint';

/** The types of values besides lists and maps. */
const scalars: Readonly<Record<string, Scalar>> = {
  string: { words: 'text', fits: isText },
  integer: { words: 'a whole number', fits: isWhole },
  int64: { words: 'a whole number', fits: isWhole },
  int32: {
    words: 'a whole number of 32 bits',
    fits: (value) => isWhole(value) && Number(value) >= -(2 ** 31) && Number(value) < 2 ** 31,
  },
  boolean: { words: 'true or false', fits: (value) => typeof value === 'boolean' },
  'int-or-string': { words: 'a whole number or text', fits: (value) => Number.isInteger(value) || isText(value) },
  quantity: {
    words: 'a quantity such as 500m, 128Mi or 2',
    fits: (value) => !Array.isArray(value) && quantityBillionths(String(value)) !== undefined,
    message: 'quantities must match the regular expression',
  },
  byte: {
    words: 'base64',
    fits: (value) => typeof value === 'string' && base64Bytes(value) !== undefined,
    message: 'illegal base64 data at input byte …',
  },
  'date-time': {
    words: 'a time such as 2026-01-31T12:00:00Z',
    fits: (value) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value),
    message: 'parsing time "…"',
  },
};
