/** Names in use, each assigned once. */
export class NameBook {
  readonly #taken: Set<string>;

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
    for (let number = 2; ; number += 1) {
      if (!this.#taken.has(`${name}${number}`)) return `${name}${number}`;
    }
  }
}
