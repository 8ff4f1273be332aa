/** Items that fail together, and their failure. */
export interface FailingItems<Item, Failure> {
  readonly items: readonly Item[];
  readonly failure: Failure;
}

/**
 * Leaves items out, one after the other, as long as the rest fails. At least one item stays.
 *
 * @param failureOf - returns the failure of some of the items; undefined if they don't fail.
 */
export async function fewestItems<Item, Failure>(
  failing: FailingItems<Item, Failure>,
  failureOf: (items: readonly Item[]) => Promise<Failure | undefined>,
): Promise<FailingItems<Item, Failure>> {
  let fewest = failing;
  for (const item of failing.items) {
    if (fewest.items.length === 1) break;
    const items = fewest.items.filter((other) => other !== item);
    const failure = await failureOf(items);
    if (failure !== undefined) fewest = { items, failure };
  }
  return fewest;
}
