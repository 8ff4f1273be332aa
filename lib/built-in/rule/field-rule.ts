// In: the value of one field, and its learned rule. Out: causes with the API server's words. Called by the validation of objects.

import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { fieldsIn, isJsonList } from '../../schema/index.ts';
import learned from '../data/rules.json' with { type: 'json' };
import { type Cause, duplicateValue, invalidValue, unsupportedValue } from '../field-cause.ts';
import { repetitionTest } from './struct-rule.ts';
import { formCauses, type ValueForm } from './value-form.ts';

/** The reason and message of a cause. */
export type LearnedCause = readonly [reason: string, message: string];

/** The responses of a real API server to bad values of a field. `.config/built-in-rule.ts` learns them. */
export interface FieldRule {
  /** The causes of an absent field. */
  readonly absent?: readonly LearnedCause[];
  /** The causes of an empty text, an empty list or the number zero. @default those of an absent field */
  readonly empty?: readonly LearnedCause[];
  /** True if the API server drops an empty text, zero or false, and takes the field's default. */
  readonly isEmptyAbsent?: boolean;
  readonly choices?: readonly string[];
  /** The form of a text that isn't empty. */
  readonly form?: ValueForm;
  /** The words for texts other than the choices that the schema publishes. */
  readonly text?: string;
  /** The words for numbers that are out of range; the range follows from them. */
  readonly range?: readonly string[];
  /** The rule of the items of a list. */
  readonly items?: FieldRule;
  /** The causes of items have the path of the list. */
  readonly isItemAtList?: boolean;
  /** The items of a list differ in this field, or as a whole if it is empty. Causes have its path or that of the item. */
  readonly unique?: { readonly field: string; readonly at: 'field' | 'item' };
  /** The rules of the keys and values of a map, whose causes have the path of the map or that of the entry. */
  readonly keys?: { readonly form: ValueForm; readonly at: 'entry' | 'map' };
  readonly values?: { readonly form: ValueForm; readonly at: 'entry' | 'map' };
}

/** Definition → field → rule. */
export type FieldRules = Readonly<Record<string, Readonly<Record<string, FieldRule>>>>;

// TypeScript takes the pairs of a JSON file for lists of any length.
const rules: unknown = learned;

/** The learned rules. */
export const learnedRules = rules as FieldRules;

/** Yields the causes of one field. */
export function* fieldCauses(rule: FieldRule, value: JsonValue | undefined, path: string): Iterable<Cause> {
  const { absent = [], empty = [], range = [] } = rule;
  const isAbsent = value === undefined || value === null;
  if (isAbsent || (isEmpty(value) && (value !== 0 || rule.empty !== undefined))) {
    for (const [reason, message] of isAbsent ? absent : empty) yield { reason, message, field: path };
  } else if (typeof value === 'string') yield* textCauses(rule, value, path);
  else if (typeof value === 'number') {
    for (const text of range) if (!isWithin(text, value)) yield invalidValue(path, value, text);
  } else if (isJsonList(value)) yield* listCauses(rule, value, path);
  else if (isJsonObject(value)) yield* mapCauses(rule, value, path);
}

function isEmpty(value: JsonValue): boolean {
  return value === '' || value === 0 || (isJsonList(value) && value.length === 0);
}

function textCauses({ choices, form }: FieldRule, text: string, path: string): Cause[] {
  if (choices !== undefined) return choices.includes(text) ? [] : [unsupportedValue(path, text, choices)];
  return form === undefined ? [] : formCauses(form, text, path);
}

/** Words of a range → its limits. */
const ranges: readonly [
  words: RegExp,
  limits: (numbers: readonly number[]) => readonly [least: number, most: number],
][] = [
  [/0777 \(octal\)/, () => [0, 0o777]],
  [/greater than (\d+) and less than (\d+)/, ([least = 0, most = 0]) => [least + 1, most]],
  [/between (\d+) and (\d+)/, ([least = 0, most = 0]) => [least, most]],
  [/(?:not be greater than|less than or equal to) (\d+)/, ([most = 0]) => [Number.NEGATIVE_INFINITY, most]],
  [/greater than or equal to (\d+)/, ([least = 0]) => [least, Number.POSITIVE_INFINITY]],
  [/greater than (\d+)/, ([least = 0]) => [least + 1, Number.POSITIVE_INFINITY]],
  [/range (\d+)-(\d+)/, ([least = 0, most = 0]) => [least, most]],
  [/positive and less than (\d+)/, ([most = 0]) => [1, most]],
  [/non-negative|greater than or equal to zero/, () => [0, Number.POSITIVE_INFINITY]],
  [/greater than zero|positive/, () => [1, Number.POSITIVE_INFINITY]],
  [/less than 10 minutes/, () => [600, Number.POSITIVE_INFINITY]],
];

/** Returns the limits that the words of a {@link FieldRule} for its range state; undefined for other words. */
export function statedRange(text: string): readonly [least: number, most: number] | undefined {
  for (const [words, limits] of ranges) {
    const found = words.exec(text);
    if (found !== null) return limits(found.slice(1).map(Number));
  }
  return undefined;
}

function isWithin(text: string, value: number): boolean {
  const [least, most] = statedRange(text) ?? [value, value];
  return value >= least && value <= most;
}

function* listCauses(
  { items, isItemAtList = false, unique }: FieldRule,
  list: readonly JsonValue[],
  path: string,
): Iterable<Cause> {
  const isRepeated = repetitionTest();
  for (const [index, item] of list.entries()) {
    const place = `${path}[${index}]`;
    if (items !== undefined) yield* fieldCauses(items, item, isItemAtList ? path : place);
    if (unique === undefined) continue;
    const { field, at } = unique;
    const key = field === '' ? item : (fieldsIn(item)[field] ?? '');
    if (isRepeated(JSON.stringify(key)))
      yield duplicateValue(field === '' || at === 'item' ? place : `${place}.${field}`, key);
  }
}

function* mapCauses({ keys, values }: FieldRule, map: JsonObject, path: string): Iterable<Cause> {
  for (const [key, value] of Object.entries(map)) {
    const place = (at: 'entry' | 'map') => (at === 'map' ? path : `${path}[${key}]`);
    if (keys !== undefined) yield* formCauses(keys.form, key, place(keys.at));
    if (values !== undefined && typeof value === 'string') yield* formCauses(values.form, value, place(values.at));
  }
}
