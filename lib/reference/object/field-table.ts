import type { JsonValue } from '../../schema/index.ts';
import { declaredFields, type OpenApiSchema } from '../../schema/structural/index.ts';
import { anchor } from '../markdown/anchor.ts';
import { codeFence, markdownTable } from '../markdown/block.ts';
import { inlineCode, markdownLink } from '../markdown/inline.ts';
import { cellText } from '../markdown/prose.ts';
import { readableValue } from '../value/readable-value.ts';
import { ruleWords, undescribedDemands, valueDemands } from '../value/value-demand.ts';
import { typeWords } from '../value/value-type.ts';
import { type ObjectForm, type ObjectPlace, reachedValue } from './object-place.ts';

/** The inputs of a table besides its object. */
export interface FieldTableOptions {
  readonly anchorOf: (steps: readonly string[]) => string;
  readonly shapeOf: (field: ObjectPlace, description: string | undefined) => ObjectForm;
}

const defaultLimit = 48;

/** Returns the table of an object's fields, then its rules and long defaults: blocks of Markdown. */
export function fieldTable(place: ObjectPlace, options: FieldTableOptions): string[] {
  const rows = fieldRows(place, '', options);
  const hasDefaults = rows.some(({ presence }) => presence !== '');
  const head = ['Field', 'Type', ...(hasDefaults ? ['Default'] : []), 'Description'];
  const cells = rows.map(({ name, type, presence, description }) => [
    name,
    type,
    ...(hasDefaults ? [presence] : []),
    description,
  ]);
  const notes = [...fieldNotes(place.schema, ''), ...rows.flatMap(({ notes }) => notes)];
  const ownDemands = valueDemands({ ...place.schema, 'x-kubernetes-validations': [] });
  return [
    ...(ownDemands.length > 0 ? [ownDemands.join(' ')] : []),
    ...(cells.length > 0 ? [markdownTable(head, cells)] : []),
    ...(notes.length > 0 ? [notes.join('\n\n')] : []),
  ];
}

interface Row {
  readonly name: string;
  readonly type: string;
  /** The default, or that it is required. */
  readonly presence: string;
  readonly description: string;
  readonly notes: readonly string[];
}

/** Required fields come first. */
function fieldRows({ steps, path, schema }: ObjectPlace, prefix: string, options: FieldTableOptions): Row[] {
  const isStatus = steps[0] === 'status';
  const isNeeded = (name: string, field: OpenApiSchema) =>
    !isStatus && schema.required?.includes(name) === true && field.default === undefined;
  return declaredFields(schema)
    .toSorted(([one, field], [other, second]) => Number(isNeeded(other, second)) - Number(isNeeded(one, field)))
    .flatMap(([name, field]) => {
      const { schema: inner, suffix } = reachedValue(field);
      const place = { steps: [...steps, name], path: `${path}.${name}${suffix}`, schema: inner };
      const shape = options.shapeOf(place, field.description);
      const title = `${prefix}${name}`;
      const row: Row = {
        name: nameCell(title, place.steps, shape, options),
        type: typeWords(field, fieldTypeLabel(shape)),
        presence: isNeeded(name, field) ? '**required**' : fieldDefaultWords(field.default),
        description: descriptionCell(field, shape),
        notes: fieldNotes(field, title),
      };
      return shape.form === 'inlined' ? [row, ...fieldRows(place, `${title}${suffix}.`, options)] : [row];
    });
}

function nameCell(title: string, steps: readonly string[], shape: ObjectForm, { anchorOf }: FieldTableOptions): string {
  if (shape.form === 'section' && shape.isOwn) return markdownLink(inlineCode(title), `#${shape.anchor}`);
  return `${anchor(anchorOf(steps))}${inlineCode(title)}`;
}

function fieldTypeLabel(shape: ObjectForm): string {
  return shape.form === 'section' ? markdownLink(shape.label, `#${shape.anchor}`) : 'object';
}

/** The full description of a field with its own section is there. */
function descriptionCell(field: OpenApiSchema, shape: ObjectForm): string {
  const hasSection = shape.form === 'section' && shape.hasDescription;
  const description = hasSection ? firstSentence(field.description) : field.description;
  const demands = hasSection && field.items === undefined ? [] : valueDemands(field);
  return [cellText(description), demands.join(' ')].filter((text) => text !== '').join('<br/>');
}

function firstSentence(description: string | undefined): string | undefined {
  const text = description?.trim();
  const end = sentenceEnd.exec(text ?? '');
  return end === null ? text : text?.slice(0, end.index + end[0].length);
}

/** A full stop that doesn't belong to an abbreviation or a number; or the end of text before a blank line or a list. */
const sentenceEnd =
  /[.!?](?<!\b(?:e\.g|i\.e|vs|cf|\d+).)(?=\s|$)|(?<![^\S\n])(?=[^\S\n]*\n[^\S\n]*(?:\n|[-*\u2022+]\s|\d{1,3}[.)]\s))/;

function fieldDefaultWords(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return isLongDefault(value) ? 'see below' : inlineCode(readableValue(value));
}

function isLongDefault(value: JsonValue): boolean {
  return readableValue(value).length > defaultLimit;
}

/** Returns rules as code, other conditions, and defaults that are too long for a cell: items of a list. */
function fieldNotes(schema: OpenApiSchema, title: string): string[] {
  const subject = title === '' ? '' : `${inlineCode(title)}: `;
  const rules = (schema['x-kubernetes-validations'] ?? []).map(ruleWords).flatMap(({ words, expression }) => {
    return expression === undefined ? [] : [fieldNote(`${subject}${words}`, codeFence(expression, 'cel'))];
  });
  const conditions = undescribedDemands(schema);
  const hasLongDefault = schema.default !== undefined && isLongDefault(schema.default);
  return [
    ...rules,
    ...(conditions === undefined
      ? []
      : [
          fieldNote(
            `${subject}Further conditions, as JSON Schema:`,
            codeFence(JSON.stringify(conditions, null, 2), 'json'),
          ),
        ]),
    ...(hasLongDefault
      ? [fieldNote(`${subject}By default:`, codeFence(JSON.stringify(schema.default, null, 2), 'json'))]
      : []),
  ];
}

function fieldNote(words: string, block: string): string {
  return `- ${words}\n\n${block.replace(/^(?=.)/gm, '  ')}`;
}
