import type { SchemaNode } from '../../../built-in/index.ts';
import type { Place } from '../../content/index.ts';
import { repetitions } from '../../finding/repetition.ts';
import type { Violation } from '../../finding/violation.ts';
import { shapeErrors } from '../../notation/shape/shape.ts';
import { anyShape, opmShapes, valueShapes } from '../content/blob-shape.ts';

/** The properties that consoles show of a bundle. The rules about properties validate those that resolvers read. */
const shown: readonly string[] = ['olm.package', 'olm.csv.metadata'];

/**
 * Reports fields that occur twice in a document, and values of another type than its schema has. Reports nothing for a
 * document that isn't a map.
 */
export function blobFormViolations(blob: Place): readonly Violation[] {
  if (blob.fields.length === 0) return [];
  const shape = opmShapes.get(blob.at('schema').text ?? '') ?? anyShape;
  const properties = shape.field('properties') === undefined ? [] : blob.at('properties').items;
  return [
    ...repeatedFieldViolations(blob),
    ...typeViolations(blob, shape),
    ...properties.flatMap((property) => {
      const { text: type = '' } = property.at('type');
      return shown.includes(type) ? typeViolations(property.at('value'), valueShapes.get(type)) : [];
    }),
  ];
}

function repeatedFieldViolations(blob: Place): readonly Violation[] {
  return repetitions(blob.fields, ([name]) => name.toLowerCase()).map(({ item: [name, place], first: [other] }) => ({
    place,
    what: `opm reads ${other} and ${name} as one field, and rejects a repeated one`,
    remedy: 'leave one',
  }));
}

function typeViolations(value: Place, shape: SchemaNode | undefined): readonly Violation[] {
  return [...(shape === undefined ? [] : shapeErrors(value, shape))].flatMap((error) =>
    error.what === 'type' ? [{ place: error.place, what: `it is not ${error.type}`, remedy: remedyFor(error) }] : [],
  );
}

function remedyFor({ place: { value, text }, type }: { readonly place: Place; readonly type: string }): string {
  if (type === 'a list' && text !== undefined) return `make it a list: [${text}]`;
  const isQuotable = typeof value === 'number' || typeof value === 'boolean';
  return type === 'text' && isQuotable ? `quote it: '${String(value)}'` : `write ${type}`;
}
