import { getOrMake } from './bounded-map.ts';

/** Returns items by key, as `Map.groupBy` does. Node 20 lacks that, and charts of typed constructs run on Node 20. */
export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    getOrMake(groups, keyOf(item), () => []).push(item);
  }
  return groups;
}
