// In: the bytes of a list's answer, split anywhere. Out: the JSON of each item as soon as it has ended, then of the list around.
// Called by the stream that reads a list.

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** How a document ends whose next value is that of its field `items`. In a text, the first quote would be escaped. */
const namesItems = /[{,\s]"items"\s*:\s*$/;

/**
 * Cuts a list, a JSON object of which one field is an array `items`, into the JSON of its items, wherever the bytes were
 * split on the way. So no more of it needs to be in memory than one item and what is made of those before.
 *
 * Takes time proportional to the bytes. It finds where items end, and leaves it to a JSON parser to find fault with them.
 */
export class ListDecoder {
  /** The document without its items, as far as it has come. */
  #frame: Buffer[] = [];
  /** What has come of the item that has not ended. */
  #begun: Buffer[] = [];
  /** Objects and arrays that are open: 1 in the list itself, 2 between its items. */
  #depth = 0;
  #isInItems = false;
  #isInText = false;
  #isEscaped = false;
  /** Whether an item must follow, since a comma has. */
  #isItemDue = false;

  /** The JSON of the items that end in this chunk. */
  decode(chunk: Buffer): string[] {
    const items: string[] = [];
    let start = 0;
    let index = this.#isInText ? this.#afterText(chunk, 0) : 0;
    while (index < chunk.length) {
      const byte = chunk[index];
      index += 1;
      switch (byte) {
        case quote:
          index = this.#afterText(chunk, index);
          break;
        case openBrace:
          this.#depth += 1;
          break;
        case openBracket:
          this.#depth += 1;
          if (this.#depth !== 2 || !this.#isNamedItems(chunk.subarray(start, index - 1))) break;
          this.#frame.push(chunk.subarray(start, index));
          start = index;
          this.#isInItems = true;
          break;
        case comma:
          if (!this.#isInItems || this.#depth !== 2) break;
          items.push(this.#ended(chunk.subarray(start, index - 1)));
          start = index;
          this.#isItemDue = true;
          break;
        case closeBracket:
        case closeBrace:
          this.#depth -= 1;
          if (!this.#isInItems || this.#depth !== 1) break;
          items.push(...this.#last(chunk.subarray(start, index - 1)));
          start = index - 1;
          this.#isInItems = false;
          break;
        default:
          break;
      }
    }
    if (start < chunk.length) (this.#isInItems ? this.#begun : this.#frame).push(chunk.subarray(start));
    return items;
  }

  /** The JSON of the list, in which `items` is empty, after all chunks. */
  end(): string {
    return Buffer.concat([...this.#frame, ...this.#begun]).toString('utf8');
  }

  /** The place after the quote that ends a text; the end of the chunk if it isn't in it. */
  #afterText(chunk: Buffer, from: number): number {
    let index = from;
    let isEscaped = this.#isEscaped;
    for (; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if (isEscaped) isEscaped = false;
      else if (byte === backslash) isEscaped = true;
      else if (byte === quote) break;
    }
    this.#isEscaped = isEscaped;
    this.#isInText = index === chunk.length;
    return index + 1;
  }

  /** Whether what begins after `rest` is the value of the field `items` of the list. */
  #isNamedItems(rest: Buffer): boolean {
    return namesItems.test(Buffer.concat([...this.#frame, rest]).toString('utf8'));
  }

  /** What stands before the end of the items: one more, or nothing where there were none at all. */
  #last(rest: Buffer): string[] {
    const item = this.#ended(rest);
    return this.#isItemDue || /[^ \t\n\r]/.test(item) ? [item] : [];
  }

  #ended(rest: Buffer): string {
    if (this.#begun.length === 0) return rest.toString('utf8');
    const item = Buffer.concat([...this.#begun, rest]).toString('utf8');
    this.#begun = [];
    return item;
  }
}
