// The messages of validation errors, both from zod and from third-party schemas: the expected and the actual value.

import { isJsonObject } from '../json.ts';
import { countText, type Unit } from './word-list.ts';

/** The relation of a number, or a count, to its limit. */
export type Bound = 'at least' | 'at most' | 'exactly' | 'less than' | 'more than';

/** The maximum number of choices in a message. */
const namedChoices = 12;

/** The maximum length of a quoted value, in characters. */
const quotedLength = 64;

/** Returns the message for a wrong value: `must be a URL, and is "x"`. */
export function wrongValue(wanted: string, value: unknown): string {
  return `must be ${wanted}, and is ${valueText(value)}`;
}

/**
 * Returns the message for a value of a wrong type. @param wanted - the valid types, named as in a JSON schema or in
 * zod.
 */
export function wrongType(wanted: readonly string[], value: unknown): string {
  const names = new Set(wanted.map((type) => typeNames[type] ?? type));
  return `must be ${[...names].join(' or ')}, and is ${valueTypeText(value)}`;
}

/** Returns the message for a number out of bounds: `must be at most 5, and is 9`. */
export function wrongNumber(bound: Bound, limit: number | bigint, value: unknown): string {
  return wrongValue(`${bound} ${limit}`, value);
}

/** Returns the message for a count out of bounds: `must have at least 1 item, and has 0`. */
export function wrongCount(bound: Bound, limit: number | bigint, unit: Unit, count: number): string {
  return `must have ${bound} ${countText(limit, unit)}, and has ${count}`;
}

/** Returns the message for a value outside a choice: `must be one of "a", "b", and is "c"`. */
export function wrongChoice(choices: readonly unknown[], value: unknown): string {
  const named = choices.slice(0, namedChoices).map(valueText);
  const all = choices.length > namedChoices ? [...named, '…'] : named;
  return wrongValue(choices.length === 1 ? all.join('') : `one of ${all.join(', ')}`, value);
}

/**
 * Returns the message for a text that doesn't match a pattern. @param pattern - as written, without enclosing slashes.
 */
export function wrongPattern(pattern: string, text: unknown): string {
  return `must match ${pattern}, and is ${valueText(text)}`;
}

/** Returns the message for a text in a wrong format. @param format - its name in a JSON schema or in zod. */
export function wrongFormat(format: string, text: unknown): string {
  return wrongValue(formatNames[format.replaceAll('-', '')] ?? `of the format ${format}`, text);
}

/** Returns the message for a repeated item. @param what - a description of the item or its keys. */
export function repeatedItem(first: number, what: string): string {
  return `repeats item ${first}: ${what}`;
}

/** Returns the keys of an item in words for an error message, such as `name "http", port 80`. */
export function itemKeyText(keys: object): string {
  const pairs = Object.entries(keys).map(([key, value]) => `${key} ${valueText(value)}`);
  return pairs.join(', ') || 'it has none of its keys';
}

/** Returns a value as JSON, truncated if long. The cost depends on the quoted length, not on the size of the value. */
export function valueText(value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : jsonBeginning(value);
  if (text.length <= quotedLength) return text;
  const end = typeof value === 'string' ? '…"' : '…';
  return `${[...text].slice(0, quotedLength).join('')}${end}`;
}

/**
 * Returns the name of a value's type; for a number the number itself, since the type alone doesn't explain the error.
 */
function valueTypeText(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : `${value}, which JSON doesn't have`;
  if (typeof value === 'bigint') return `${value}n, which JSON doesn't have`;
  const type = Array.isArray(value) ? 'array' : typeof value;
  return typeNames[type] ?? `a ${type}`;
}

/** Returns the JSON of a value, or a text with the same first characters, more than {@link quotedLength} of them. */
function jsonBeginning(value: unknown): string {
  // Each part of a value takes at least one character of JSON.
  let left = quotedLength + 1;
  const beginning = (_name: string, part: unknown): unknown => {
    left -= 1;
    return left < 0 ? null : valueBeginning(part);
  };
  return JSON.stringify(value, beginning) ?? String(value);
}

function valueBeginning(part: unknown): unknown {
  // A character is one or two code units.
  if (typeof part === 'string') return part.slice(0, 2 * quotedLength + 1);
  if (Array.isArray(part)) return part.slice(0, quotedLength + 1);
  if (!isJsonObject(part)) return part;
  const fields: [string, unknown][] = [];
  for (const name in part) {
    if (fields.length > quotedLength) break;
    fields.push([name.slice(0, 2 * quotedLength + 1), part[name]]);
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
