// In: the value of one field, and its learned rule. Out: causes with the API server's words. Called by the validation of objects.

import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { isJsonList } from '../../schema/index.ts';
import learned from '../data/rules.json' with { type: 'json' };
import { type Cause, invalidValue, unsupportedValue } from '../field-cause.ts';
import { type ValueForm, valueForms } from './value-form.ts';

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

/** Returns the causes of one field. */
export function fieldCauses(rule: FieldRule, value: JsonValue | undefined, path: string): Cause[] {
  const learned = (causes: readonly LearnedCause[]) =>
    causes.map(([reason, message]): Cause => ({ reason, message, field: path }));
  if (value === undefined || value === null) return learned(rule.absent ?? []);
  if (isEmpty(value) && (value !== 0 || rule.empty !== undefined)) return learned(rule.empty ?? []);
  return [
    ...(typeof value === 'string' ? textCauses(rule, value, path) : []),
    ...(typeof value === 'number' ? rangeCauses(rule, value, path) : []),
    ...(isJsonList(value) ? listCauses(rule, value, path) : []),
    ...(isJsonObject(value) ? mapCauses(rule, value, path) : []),
  ];
}

function isEmpty(value: JsonValue): boolean {
  return value === '' || value === 0 || (isJsonList(value) && value.length === 0);
}

function textCauses({ choices, form }: FieldRule, text: string, path: string): Cause[] {
  if (choices !== undefined) return choices.includes(text) ? [] : [unsupportedValue(path, text, choices)];
  return form === undefined ? [] : formCauses(form, text, path);
}

/** Returns the causes of a text that should have a form. */
export function formCauses(form: ValueForm, text: string, path: string): Cause[] {
  return valueForms[form](text).map((fault) => invalidValue(path, text, fault));
}

function rangeCauses({ range = [] }: FieldRule, value: number, path: string): Cause[] {
  return range.filter((text) => !isWithin(text, value)).map((text) => invalidValue(path, value, text));
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

/** Returns the limits that words state; undefined for other words. */
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

function listCauses(
  { items, isItemAtList = false, unique }: FieldRule,
  list: readonly JsonValue[],
  path: string,
): Cause[] {
  const seen = new Set<string>();
  return list.flatMap((item, index) => {
    const place = `${path}[${index}]`;
    const causes = items === undefined ? [] : fieldCauses(items, item, isItemAtList ? path : place);
    if (unique === undefined) return causes;
    const { field, at } = unique;
    const key = field === '' ? item : isJsonObject(item) ? (item[field] ?? '') : '';
    const text = JSON.stringify(key);
    const isRepeated = seen.has(text);
    seen.add(text);
    return isRepeated
      ? [...causes, duplicateValue(field === '' || at === 'item' ? place : `${place}.${field}`, key)]
      : causes;
  });
}

/** The cause of a value that another one has. */
export function duplicateValue(field: string, value: JsonValue): Cause {
  return { reason: 'FieldValueDuplicate', message: `Duplicate value: ${JSON.stringify(value)}`, field };
}

function mapCauses({ keys, values }: FieldRule, map: JsonObject, path: string): Cause[] {
  return Object.entries(map).flatMap(([key, value]) => {
    const place = (at: 'entry' | 'map') => (at === 'map' ? path : `${path}[${key}]`);
    return [
      ...(keys === undefined ? [] : formCauses(keys.form, key, place(keys.at))),
      ...(values === undefined || typeof value !== 'string' ? [] : formCauses(values.form, value, place(values.at))),
    ];
  });
}
