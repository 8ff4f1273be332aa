import {
  countText,
  entrySchema,
  fieldPresenceDemands,
  holdsRoundedNumber,
  numberText,
  type OpenApiSchema,
  type Unit,
} from '../schema/structural/index.ts';
import { commentLines, harmlessCommentText } from './doc-comment.ts';

/** Returns the documentation of a field: its description, bounds and default; empty if there are none. */
export function fieldDocumentation(schema: OpenApiSchema): string {
  const { paragraphs, deprecation } = withoutDeprecation(schema.description ?? '');
  const limits = boundSentences(schema).join('\n');
  const tags = [
    ...defaultValueTag(schema),
    ...(deprecation === undefined ? [] : [`@deprecated ${deprecation}`.trimEnd()]),
  ];
  return [...paragraphs, ...(limits === '' ? [] : [limits]), ...(tags.length === 0 ? [] : [tags.join('\n')])].join(
    '\n\n',
  );
}

function defaultValueTag({ default: value }: OpenApiSchema): string[] {
  if (value === undefined) return [];
  const text =
    typeof value === 'number'
      ? numberText(value)
      : holdsRoundedNumber(value)
        ? undefined
        : harmlessCommentText(JSON.stringify(value));
  return text === undefined ? [] : [`@default ${text}`];
}

/** Returns true if a paragraph in the documentation of a field or kind declares it deprecated. */
export function isDeprecation(description: string): boolean {
  return paragraphsOf(description).some(isDeprecationParagraph);
}

function paragraphsOf(description: string): string[] {
  return commentLines(description)
    .join('\n')
    .split(/\n\s*\n/);
}

function isDeprecationParagraph(paragraph: string): boolean {
  return /^deprecated\s*[:.]/i.test(paragraph.trim());
}

function withoutDeprecation(description: string): { paragraphs: string[]; deprecation: string | undefined } {
  const all = paragraphsOf(description);
  const deprecations = all
    .filter(isDeprecationParagraph)
    .map((paragraph) => paragraph.trim().replace(/^deprecated\s*[:.]\s*/i, ''));
  return {
    paragraphs: all.filter((paragraph) => paragraph.trim() !== '' && !isDeprecationParagraph(paragraph)),
    deprecation: deprecations.length === 0 ? undefined : deprecations.join('\n'),
  };
}

function boundSentences(schema: OpenApiSchema): string[] {
  const { items } = schema;
  const entries = entrySchema(schema);
  return [
    ...ownBoundSentences(schema),
    ...(items === undefined ? [] : boundSentences(items).map((part) => `Each item: ${part}`)),
    ...(entries === undefined ? [] : boundSentences(entries).map((part) => `Each value: ${part}`)),
  ];
}

function ownBoundSentences(schema: OpenApiSchema): string[] {
  const { 'x-kubernetes-list-map-keys': keys, 'x-kubernetes-validations': rules = [] } = schema;
  const parts = [
    limitSentence('At least', schema.minimum, schema.exclusiveMinimum ? 'exclusive' : undefined),
    limitSentence('At most', schema.maximum, schema.exclusiveMaximum ? 'exclusive' : undefined),
    limitSentence('A multiple of', schema.multipleOf),
    limitSentence('At least', schema.minLength, 'characters'),
    limitSentence('At most', schema.maxLength, 'characters'),
    limitSentence('At least', schema.minItems, 'items'),
    limitSentence('At most', schema.maxItems, 'items'),
    limitSentence('At least', schema.minProperties, 'entries'),
    limitSentence('At most', schema.maxProperties, 'entries'),
    schema.pattern === undefined ? '' : `Pattern: \`${harmlessCommentText(schema.pattern)}\`.`,
    schema.format === undefined ? '' : `Format: ${harmlessCommentText(schema.format)}.`,
    keys === undefined ? '' : `One item for each ${harmlessCommentText(keys.join(', '))}.`,
    ...presenceSentences(schema),
    ...rules.map(({ rule, message }) => `Rule: ${harmlessCommentText((message ?? rule).trim().replace(/\s+/g, ' '))}`),
  ];
  return parts.filter((part) => part !== '');
}

function presenceSentences(schema: OpenApiSchema): string[] {
  const { anyOf, oneOf, not } = fieldPresenceDemands(schema, harmlessCommentText);
  return [anyOf, oneOf, not && `must not have ${not}`].flatMap((words) =>
    words === undefined ? [] : [`${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`],
  );
}

function limitSentence(words: string, bound: number | undefined, unit?: Unit | 'exclusive'): string {
  const text = bound === undefined ? undefined : numberText(bound);
  if (bound === undefined || text === undefined) return '';
  if (unit === undefined) return `${words} ${text}.`;
  if (unit === 'exclusive') return `${words} ${text}, exclusive.`;
  return `${words} ${countText(BigInt(text), unit)}.`;
}
