/** The characters of generated names: no vowels and no digits that look like letters, so that no words arise. */
export const nameAlphabet = 'bcdfghjklmnpqrstvwxz2456789';
const suffixCount = nameAlphabet.length ** 5;

/** The ends of generated names. The same requests lead to the same ends. */
export class NameSuffixes {
  #count = 0;

  /** Returns five characters for a generated name, in the alphabet of API servers. */
  next(): string {
    this.#count += 1;
    // A multiplier without a common factor with the number of suffixes gives each once, in no visible order.
    let rest = (this.#count * 7_654_321) % suffixCount;
    let suffix = '';
    for (let index = 0; index < 5; index += 1) {
      suffix += nameAlphabet[rest % nameAlphabet.length] ?? '';
      rest = Math.floor(rest / nameAlphabet.length);
    }
    return suffix;
  }
}
