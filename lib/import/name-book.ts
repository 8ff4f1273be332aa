/** Names in use, each assigned once. */
export class NameBook {
  readonly #taken: Set<string>;
  /** Names → the number that each was assigned with last. */
  readonly #numbers = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** Assigns the first free name, or else the last one with a number. */
  assign(...wished: readonly [string, ...string[]]): string {
    const last = wished.at(-1) ?? wished[0];
    const name = wished.find((each) => !this.#taken.has(each)) ?? this.#numbered(last);
    this.#taken.add(name);
    return name;
  }

  #numbered(name: string): string {
    for (let number = (this.#numbers.get(name) ?? 1) + 1; ; number += 1) {
      if (this.#taken.has(`${name}${number}`)) continue;
      this.#numbers.set(name, number);
      return `${name}${number}`;
    }
  }
}
