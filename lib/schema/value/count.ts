/** What is counted: letters of texts, items of lists, entries of maps. */
export type Unit = 'bytes' | 'characters' | 'entries' | 'items';

/** A number of things in words: `1 item`, `3 entries`. */
export function countText(count: number | bigint, unit: Unit): string {
  return `${count} ${Number(count) === 1 ? singular[unit] : unit}`;
}

const singular: Readonly<Record<Unit, string>> = {
  bytes: 'byte',
  characters: 'character',
  entries: 'entry',
  items: 'item',
};
