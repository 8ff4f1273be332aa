/** An item with the same key as an earlier one. */
export interface Repetition<Item> {
  readonly item: Item;
  readonly key: string;
  readonly first: Item;
}

/**
 * Returns the items with the key of an earlier item, in their order. An item without a key, or with an empty one, is
 * never a repetition.
 */
export function repetitions<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string | undefined,
): Repetition<Item>[] {
  const seen = new Map<string, Item>();
  return [...items].flatMap((item) => {
    const key = keyOf(item) ?? '';
    const first = seen.get(key);
    if (key !== '' && first === undefined) seen.set(key, item);
    return first === undefined ? [] : [{ item, key, first }];
  });
}

/** Returns only the items of {@link repetitions}. */
export function repeatedItems<Item>(items: Iterable<Item>, keyOf: (item: Item) => string | undefined): Item[] {
  return repetitions(items, keyOf).map(({ item }) => item);
}
