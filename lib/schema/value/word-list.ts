/** Joins items with commas and a conjunction: `a, b or c`. @param conjunction - the word before the last item. */
export function wordList(items: readonly string[], conjunction: 'and' | 'or'): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** The unit of a count: characters of texts, items of lists, entries of maps. */
export type Unit = 'bytes' | 'characters' | 'entries' | 'items';

/** Returns a count with its unit: `1 item`, `3 entries`. */
export function countText(count: number | bigint, unit: Unit): string {
  return `${count} ${Number(count) === 1 ? singular[unit] : unit}`;
}

const singular: Readonly<Record<Unit, string>> = {
  bytes: 'byte',
  characters: 'character',
  entries: 'entry',
  items: 'item',
};

/** Returns a noun, such as a kind, with its indefinite article: `an Issuer`, `a User`, `an HTTPRoute`, `a TLSRoute`. */
export function withArticle(noun: string): string {
  // The letters of an initialism are read one by one: `an H`, `a U`.
  const hasVowel = /^[A-Z](?:$|[A-Z0-9])/.test(noun)
    ? /^[AEFHILMNORSX]/.test(noun)
    : /^[aeiou]/i.test(noun) && !/^(?:eu|one|uni|us[aeu]|uti)/i.test(noun);
  return `${hasVowel ? 'an' : 'a'} ${noun}`;
}
