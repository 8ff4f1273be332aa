import { EvaluationError } from '../expression-error.ts';
import type { Library } from '../overload.ts';
import { CelList } from '../value/cel-value.ts';
import { occurrences, separateOccurrences } from './text-search.ts';

/** Functions of strings: indexes count code points, and only ASCII letters change their case. */
export const strings: Library = {
  'string.contains(string): bool': (text: string, part: string) => firstIndexOf([...text], [...part], 0n) >= 0n,
  'string.startsWith(string): bool': (text: string, part: string) => text.startsWith(part),
  'string.endsWith(string): bool': (text: string, part: string) => text.endsWith(part),
  'string.charAt(int): string': (text: string, place: bigint) => [...text][checkedStringIndex(text, place)] ?? '',
  'string.indexOf(string): int': (text: string, part: string) => firstIndexOf([...text], [...part], 0n),
  'string.indexOf(string, int): int': (text: string, part: string, from: bigint) =>
    firstIndexOf([...text], [...part], from),
  'string.lastIndexOf(string): int': (text: string, part: string) => {
    const letters = [...text];
    return part === ''
      ? BigInt(letters.length)
      : lastIndexOf(letters, [...part], BigInt(Math.max(letters.length - 1, 0)));
  },
  'string.lastIndexOf(string, int): int': (text: string, part: string, from: bigint) =>
    lastIndexOf([...text], [...part], from),
  'string.lowerAscii(): string': (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  'string.upperAscii(): string': (text: string) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  'string.trim(): string': trimmedString,
  'string.replace(string, string): string': (text: string, part: string, by: string) =>
    stringWithReplacements(text, part, by, -1n),
  'string.replace(string, string, int): string': stringWithReplacements,
  'string.split(string): list<string>': (text: string, separator: string) => splitString(text, separator, -1n),
  'string.split(string, int): list<string>': splitString,
  'string.substring(int): string': (text: string, from: bigint) =>
    [...text].slice(checkedStringIndex(text, from)).join(''),
  'string.substring(int, int): string': (text: string, from: bigint, to: bigint) => {
    if (from > to) throw new EvaluationError(`invalid substring range. start: ${from}, end: ${to}`);
    return [...text].slice(checkedStringIndex(text, from), checkedStringIndex(text, to)).join('');
  },
  'list<string>.join(): string': (list: CelList) => joinedStrings(list, ''),
  'list<string>.join(string): string': joinedStrings,
};

function joinedStrings({ items }: CelList, separator: string): string {
  return items.filter((item) => typeof item === 'string').join(separator);
}

function checkedStringIndex(text: string, place: bigint): number {
  if (place < 0n || place > BigInt([...text].length)) throw new EvaluationError(`index out of range: ${place}`);
  return Number(place);
}

function trimmedString(text: string): string {
  const letters = [...text];
  const from = letters.findIndex((letter) => !isWhiteSpace(letter));
  return from < 0 ? '' : letters.slice(from, letters.findLastIndex((letter) => !isWhiteSpace(letter)) + 1).join('');
}

function isWhiteSpace(letter: string): boolean {
  return /^\p{White_Space}$/u.test(letter);
}

function firstIndexOf(letters: readonly string[], part: readonly string[], from: bigint): bigint {
  if (part.length === 0) return from;
  if (from < 0n) throw new EvaluationError(`index out of range: ${from}`);
  return BigInt([...occurrences(letters, part)].find((place) => place >= from) ?? -1);
}

function lastIndexOf(letters: readonly string[], part: readonly string[], from: bigint): bigint {
  if (part.length === 0) return from;
  if (from < 0n) throw new EvaluationError(`index out of range: ${from}`);
  if (from >= letters.length) return -1n;
  return BigInt([...occurrences(letters, part)].findLast((place) => place <= from) ?? -1);
}

function separatedString(text: string, separator: string): string[] {
  const letters = [...text];
  const { length } = [...separator];
  const places = [...separateOccurrences(letters, [...separator])];
  const starts = [0, ...places.map((place) => place + length)];
  return starts.map((start, index) => letters.slice(start, places[index]).join(''));
}

function stringWithReplacements(text: string, part: string, by: string, count: bigint): string {
  const parts = part === '' ? ['', ...text, ''] : separatedString(text, part);
  const times = count < 0n ? parts.length - 1 : Math.min(Number(count), parts.length - 1);
  const head = parts.slice(0, times + 1).join(by);
  return [head, ...parts.slice(times + 1)].join(part);
}

function splitString(text: string, separator: string, count: bigint): CelList {
  if (count === 0n) return new CelList([]);
  const parts = separator === '' ? [...text] : separatedString(text, separator);
  if (count < 0n || parts.length <= count) return new CelList(parts);
  const kept = parts.slice(0, Number(count) - 1);
  return new CelList([...kept, parts.slice(kept.length).join(separator)]);
}
