/**
 * Random decisions that are a pure function of some words: the same words give the same decisions, in any process and
 * in any order of other decisions.
 */
export class Chance {
  #state: number;

  /** @param words - such as a seed, a name and a number. */
  constructor(...words: readonly (string | number)[]) {
    // FNV-1a; the steps below then spread neighbouring numbers over all bits.
    this.#state = 0x811c9dc5;
    for (const code of Buffer.from(words.join('/'))) this.#state = Math.imul(this.#state ^ code, 0x01000193);
    for (let count = 0; count < 4; count++) this.fraction();
  }

  /** Returns a number from 0, included, to 1, excluded. */
  fraction(): number {
    // A Weyl sequence with the finalizer of MurmurHash3.
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number from 0, included, to `limit`, excluded. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  happens(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }

  /** Returns one of the names, with the probabilities of its weights. */
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
