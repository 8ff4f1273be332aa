// In: the bytes of a list's response. Out: a page of it; each object is transformed as soon as it has arrived. Pure but for
// waiting; called by HttpClient.list.

import { type GroupVersionKind, isJsonObject, type Peer, type StoredObject } from '../api/index.ts';
import type { ListOptions, ListPage } from './client.ts';
import { garbledResponse } from './error-response.ts';
import { describedObject, jsonValue, listPage } from './response.ts';

/** The list's kind, the server, and the requested content. */
export interface ListContext extends Pick<ListOptions, 'content' | 'transform'> {
  readonly kind: GroupVersionKind;
  readonly peer: Peer;
}

/**
 * Returns the page in a stream of bytes.
 *
 * @throws ConnectionError if it isn't a list.
 */
export async function streamedPage(chunks: AsyncIterable<Buffer>, context: ListContext): Promise<ListPage> {
  const { kind, peer, content = 'whole', transform = (object: StoredObject) => object } = context;
  const decoder = new ListDecoder();
  const items: StoredObject[] = [];
  for await (const chunk of chunks) {
    for (const text of decoder.decode(chunk)) {
      items.push(transform(describedObject(jsonObject(text, peer), kind, content)));
    }
  }
  const list = jsonObject(decoder.end(), peer);
  if (!isJsonObject(list.metadata)) throw garbledResponse('list', 'a list without metadata', peer);
  return listPage(list, items);
}

function jsonObject(text: string, peer: Peer): Readonly<Record<string, unknown>> {
  const value = jsonValue(text, peer);
  if (!isJsonObject(value)) throw garbledResponse('list', text, peer);
  return value;
}

const [quote, backslash, comma, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\,[]{}');

/** Matches a document up to the value of its field `items`. Inside a string, the first quote would be escaped. */
const namesItems = /[{,\s]"items"\s*:\s*$/;

/**
 * Cuts a list into the JSON of its items, wherever the chunks end. A list is a JSON object with one array field `items`.
 * Memory therefore holds only one item and the results of the previous ones.
 *
 * Takes time proportional to the bytes. Finds only the ends of items; a JSON parser validates them.
 */
export class ListDecoder {
  /** The received part of the document without its items. */
  #frame: Buffer[] = [];
  /** The received part of the unfinished item. */
  #begun: Buffer[] = [];
  /** The number of open objects and arrays: 1 in the list itself, 2 between its items. */
  #depth = 0;
  #isInItems = false;
  #isInText = false;
  #isEscaped = false;
  /** True after a comma, when an item must follow. */
  #isItemDue = false;

  /** Returns the JSON of the items that end in this chunk. */
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
          items.push(this.#endedItem(chunk.subarray(start, index - 1)));
          start = index;
          this.#isItemDue = true;
          break;
        case closeBracket:
        case closeBrace:
          this.#depth -= 1;
          if (!this.#isInItems || this.#depth !== 1) break;
          items.push(...this.#lastItem(chunk.subarray(start, index - 1)));
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

  /** Returns the JSON of the list with empty `items`, after all chunks. */
  end(): string {
    return Buffer.concat([...this.#frame, ...this.#begun]).toString('utf8');
  }

  /** Returns the index after the quote that ends a string, or an index past the chunk if the string continues. */
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

  /** Returns true if the value after `rest` is the field `items` of the list. */
  #isNamedItems(rest: Buffer): boolean {
    return namesItems.test(Buffer.concat([...this.#frame, rest]).toString('utf8'));
  }

  /** Returns the text before the end of the items: the last item, or nothing if the list is empty. */
  #lastItem(rest: Buffer): string[] {
    const item = this.#endedItem(rest);
    return this.#isItemDue || /[^ \t\n\r]/.test(item) ? [item] : [];
  }

  #endedItem(rest: Buffer): string {
    if (this.#begun.length === 0) return rest.toString('utf8');
    const item = Buffer.concat([...this.#begun, rest]).toString('utf8');
    this.#begun = [];
    return item;
  }
}
