/** Those that share their key with an earlier one, in their order. What has no key, or an empty one, shares it with nothing. */
export function repeated<Item>(items: Iterable<Item>, key: (item: Item) => string | undefined): Item[] {
  const seen = new Set<string>();
  return [...items].filter((item) => {
    const name = key(item);
    if (name === undefined || name === '') return false;
    if (seen.has(name)) return true;
    seen.add(name);
    return false;
  });
}
