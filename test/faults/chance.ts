/**
 * Random decisions that are a pure function of the words they are made from: the same words give the same decisions, in
 * any process and in any order of other decisions.
 */
export class Chance {
  #state: number;

  /** @param words - such as a seed, a name and a number. */
  constructor(...words: readonly (string | number)[]) {
    // FNV-1a, which spreads neighbouring numbers over all bits once the steps below have stirred it.
    this.#state = 0x811c9dc5;
    for (const code of Buffer.from(words.join('/'))) this.#state = Math.imul(this.#state ^ code, 0x01000193);
    for (let count = 0; count < 4; count++) this.fraction();
  }

  /** From 0, included, to 1, excluded. */
  fraction(): number {
    // A Weyl sequence, stirred by the finalizer of MurmurHash3.
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0, included, to `limit`, excluded. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  happens(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }

  /** One of the names, each as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>): Name {
    const entries = Object.entries(weights) as [Name, number][];
    let rest = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      rest -= weight;
      if (rest < 0) return name;
    }
    throw new RangeError('nothing to choose from: give at least one weight above 0');
  }
}
