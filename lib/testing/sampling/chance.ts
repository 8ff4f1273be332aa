/** Options of {@link Chance.sets}. */
export interface SetOptions {
  /** The largest number of sets. Infinity for all items alone. */
  readonly limit: number;
  /** The share of sets with several items. */
  readonly combinedShare: number;
  /** The largest number of items of a set. */
  readonly largest: number;
}

/** Random numbers that are the same for the same seed. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns an integer from 0, included, to `limit`, excluded. */
  below(limit: number): number {
    // A linear congruential generator; its high bits are the random ones.
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  /** Returns some of the items, in their order. */
  some<Item>(items: readonly Item[], count: number): readonly Item[] {
    if (items.length <= count) return items;
    const chosen = new Set<number>();
    while (chosen.size < count) chosen.add(this.below(items.length));
    return items.filter((_, index) => chosen.has(index));
  }

  /** Returns the items in another order, or by chance in the same one. */
  shuffled<Item>(items: readonly Item[]): readonly Item[] {
    const left = [...items];
    return items.flatMap(() => left.splice(this.below(left.length), 1));
  }

  /** Returns sets of items: first of one item each, in their order, and then of several. */
  sets<Item>(items: readonly Item[], { limit, combinedShare, largest }: SetOptions): readonly (readonly Item[])[] {
    const setCount = Math.min(limit, items.length / (1 - combinedShare));
    const combinedCount = items.length < 2 ? 0 : Math.floor(setCount * combinedShare);
    const single = this.some(items, limit - combinedCount).map((item) => [item]);
    const combined = Array.from({ length: combinedCount }, () => this.some(items, 2 + this.below(largest - 1)));
    return [...single, ...combined];
  }
}
