/** Without vowels and digits that look like letters, so that no words arise. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
const suffixCount = alphabet.length ** 5;

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
      suffix += alphabet[rest % alphabet.length] ?? '';
      rest = Math.floor(rest / alphabet.length);
    }
    return suffix;
  }
}
