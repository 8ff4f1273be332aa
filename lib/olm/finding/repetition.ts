/** An item with the same key as an earlier one. */
export interface Repetition<Item> {
  readonly item: Item;
  readonly key: string;
  readonly first: Item;
}

/** The items whose key an earlier one has, in their order. What has no key, or an empty one, repeats nothing. */
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

/** The items of {@link repetitions} alone. */
export function repeated<Item>(items: Iterable<Item>, keyOf: (item: Item) => string | undefined): Item[] {
  return repetitions(items, keyOf).map(({ item }) => item);
}
