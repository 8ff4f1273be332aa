// In: the schema of a field. Out: the text of its doc comment. Called for each field with a type.

import {
  countText,
  entrySchema,
  holdsRoundedNumber,
  numberText,
  type OpenApiSchema,
  presenceDemands,
  type Unit,
} from '../schema/structural/index.ts';
import { commentLines, harmless } from './doc-comment.ts';

/** Returns the documentation of a field: its description, bounds and default; empty if there are none. */
export function documentation(schema: OpenApiSchema): string {
  const { paragraphs, deprecation } = withoutDeprecation(schema.description ?? '');
  const limits = bounds(schema).join('\n');
  const tags = [...defaultTag(schema), ...(deprecation === undefined ? [] : [`@deprecated ${deprecation}`.trimEnd()])];
  return [...paragraphs, ...(limits === '' ? [] : [limits]), ...(tags.length === 0 ? [] : [tags.join('\n')])].join(
    '\n\n',
  );
}

function defaultTag({ default: value }: OpenApiSchema): string[] {
  if (value === undefined) return [];
  const text =
    typeof value === 'number'
      ? numberText(value)
      : holdsRoundedNumber(value)
        ? undefined
        : harmless(JSON.stringify(value));
  return text === undefined ? [] : [`@default ${text}`];
}

/** Returns true if a paragraph of a description declares the field or kind deprecated. */
export function isDeprecation(description: string): boolean {
  return paragraphsOf(description).some(deprecates);
}

function paragraphsOf(description: string): string[] {
  return commentLines(description)
    .join('\n')
    .split(/\n\s*\n/);
}

function deprecates(paragraph: string): boolean {
  return /^deprecated\s*[:.]/i.test(paragraph.trim());
}

function withoutDeprecation(description: string): { paragraphs: string[]; deprecation: string | undefined } {
  const all = paragraphsOf(description);
  const deprecations = all
    .filter(deprecates)
    .map((paragraph) => paragraph.trim().replace(/^deprecated\s*[:.]\s*/i, ''));
  return {
    paragraphs: all.filter((paragraph) => paragraph.trim() !== '' && !deprecates(paragraph)),
    deprecation: deprecations.length === 0 ? undefined : deprecations.join('\n'),
  };
}

function bounds(schema: OpenApiSchema): string[] {
  const { items } = schema;
  const entries = entrySchema(schema);
  return [
    ...ownBounds(schema),
    ...(items === undefined ? [] : bounds(items).map((part) => `Each item: ${part}`)),
    ...(entries === undefined ? [] : bounds(entries).map((part) => `Each value: ${part}`)),
  ];
}

function ownBounds(schema: OpenApiSchema): string[] {
  const { 'x-kubernetes-list-map-keys': keys, 'x-kubernetes-validations': rules = [] } = schema;
  const parts = [
    limit('At least', schema.minimum, schema.exclusiveMinimum ? 'exclusive' : undefined),
    limit('At most', schema.maximum, schema.exclusiveMaximum ? 'exclusive' : undefined),
    limit('A multiple of', schema.multipleOf),
    limit('At least', schema.minLength, 'characters'),
    limit('At most', schema.maxLength, 'characters'),
    limit('At least', schema.minItems, 'items'),
    limit('At most', schema.maxItems, 'items'),
    limit('At least', schema.minProperties, 'entries'),
    limit('At most', schema.maxProperties, 'entries'),
    schema.pattern === undefined ? '' : `Pattern: \`${harmless(schema.pattern)}\`.`,
    schema.format === undefined ? '' : `Format: ${harmless(schema.format)}.`,
    keys === undefined ? '' : `One item for each ${harmless(keys.join(', '))}.`,
    ...presence(schema),
    ...rules.map(({ rule, message }) => rulePart(message ?? rule)),
  ];
  return parts.filter((part) => part !== '');
}

function presence(schema: OpenApiSchema): string[] {
  const { anyOf, oneOf, not } = presenceDemands(schema, harmless);
  return [anyOf, oneOf, not && `must not have ${not}`].flatMap((words) =>
    words === undefined ? [] : [`${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`],
  );
}

function limit(words: string, bound: number | undefined, unit?: Unit | 'exclusive'): string {
  const text = bound === undefined ? undefined : numberText(bound);
  if (bound === undefined || text === undefined) return '';
  if (unit === undefined) return `${words} ${text}.`;
  if (unit === 'exclusive') return `${words} ${text}, exclusive.`;
  return `${words} ${countText(BigInt(text), unit)}.`;
}

function rulePart(text: string): string {
  return `Rule: ${harmless(oneLine(text))}`;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
