// The words in which values are refused, whether zod has found them wrong or a schema of somebody else's: what a value
// must be, and what it is.

import { isJsonObject } from '../json.ts';
import { countText, type Unit } from './count.ts';

/** How a number, or a count, stands to its limit. */
export type Bound = 'at least' | 'at most' | 'exactly' | 'less than' | 'more than';

/** As many values of a choice are named. */
const namedChoices = 12;

/** As many characters of a value are told. */
const toldLength = 64;

/** That a value must be something else: `must be a URL, and is "x"`. */
export function wrongValue(wanted: string, value: unknown): string {
  return `must be ${wanted}, and is ${valueText(value)}`;
}

/** That a value is of another type than those that are `wanted`, each a JSON schema's or zod's word for it. */
export function wrongType(wanted: readonly string[], value: unknown): string {
  const names = new Set(wanted.map((type) => typeNames[type] ?? type));
  return `must be ${[...names].join(' or ')}, and is ${typeText(value)}`;
}

/** That a number is out of bounds: `must be at most 5, and is 9`. */
export function wrongNumber(bound: Bound, limit: number | bigint, value: unknown): string {
  return wrongValue(`${bound} ${limit}`, value);
}

/** That there are too many of something, or too few: `must have at least 1 item, and has 0`. */
export function wrongCount(bound: Bound, limit: number | bigint, unit: Unit, count: number): string {
  return `must have ${bound} ${countText(limit, unit)}, and has ${count}`;
}

/** That a value is none of a choice: `must be one of "a", "b", and is "c"`. */
export function wrongChoice(choices: readonly unknown[], value: unknown): string {
  const named = choices.slice(0, namedChoices).map(valueText);
  const all = choices.length > namedChoices ? [...named, '…'] : named;
  return wrongValue(choices.length === 1 ? all.join('') : `one of ${all.join(', ')}`, value);
}

/** That a text doesn't match. @param pattern - as it is written, without slashes around it. */
export function wrongPattern(pattern: string, text: unknown): string {
  return `must match ${pattern}, and is ${valueText(text)}`;
}

/** That a text isn't of a format. @param format - the name that a JSON schema or zod has for it. */
export function wrongFormat(format: string, text: unknown): string {
  return wrongValue(formatNames[format.replaceAll('-', '')] ?? `of the format ${format}`, text);
}

/** That an item of a list occurs before. @param what - the item, or what it is told apart by, in words. */
export function repeatedItem(first: number, what: string): string {
  return `repeats item ${first}: ${what}`;
}

/** The keys of an item in words, such as `name "http", port 80`. */
export function keyText(keys: object): string {
  const pairs = Object.entries(keys).map(([key, value]) => `${key} ${valueText(value)}`);
  return pairs.join(', ') || 'none of its keys is there';
}

/** A value as JSON, where that is long cut off. Costs as much as is quoted, however large the value is. */
export function valueText(value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : beginningOfJson(value);
  if (text.length <= toldLength) return text;
  const end = typeof value === 'string' ? '…"' : '…';
  return `${[...text].slice(0, toldLength).join('')}${end}`;
}

/** A value's type in words; a number itself, of which the type alone wouldn't say what is wrong with it. */
function typeText(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : `${value}, which JSON doesn't have`;
  if (typeof value === 'bigint') return `${value}n, which JSON doesn't have`;
  const type = Array.isArray(value) ? 'array' : typeof value;
  return typeNames[type] ?? `a ${type}`;
}

/** The JSON of a value, or a text that begins as that does for more than {@link toldLength} characters. */
function beginningOfJson(value: unknown): string {
  // JSON has a character at least for each part of a value.
  let left = toldLength + 1;
  const beginning = (_name: string, part: unknown): unknown => {
    left -= 1;
    return left < 0 ? null : beginningOf(part);
  };
  return JSON.stringify(value, beginning) ?? String(value);
}

function beginningOf(part: unknown): unknown {
  // A character is one code unit or two.
  if (typeof part === 'string') return part.slice(0, 2 * toldLength + 1);
  if (Array.isArray(part)) return part.slice(0, toldLength + 1);
  if (!isJsonObject(part)) return part;
  const fields: [string, unknown][] = [];
  for (const name in part) {
    if (fields.length > toldLength) break;
    fields.push([name.slice(0, 2 * toldLength + 1), part[name]]);
  }
  return Object.fromEntries(fields);
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  bigint: 'an integer',
  boolean: 'a boolean',
  date: 'a date',
  int: 'an integer',
  integer: 'an integer',
  map: 'a map',
  nan: 'NaN',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  set: 'a set',
  string: 'text',
  tuple: 'a list',
};

const formatNames: Readonly<Record<string, string>> = {
  base64: 'base64',
  base64url: 'base64 for URLs',
  byte: 'base64',
  cidr: 'a range of addresses such as 10.0.0.0/8',
  cidrv4: 'a range of IPv4 addresses such as 10.0.0.0/8',
  cidrv6: 'a range of IPv6 addresses such as 2001:db8::/32',
  date: 'a date such as 2026-11-30',
  datetime: 'a date and time such as 2026-11-30T12:00:00Z',
  duration: 'a duration',
  email: 'an e-mail address',
  guid: 'a UUID',
  hostname: 'a host name',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  lowercase: 'in lower case',
  mac: 'a hardware address',
  time: 'a time of day such as 12:00:00',
  uppercase: 'in upper case',
  uri: 'a URL',
  url: 'a URL',
  uuid: 'a UUID',
};
