import type { StoredObject } from '../../api/index.ts';

/** The bytes that V8 takes for an object, without its fields; for a list that isn't empty, and for a text. */
const [objectBytes, emptyObjectBytes, listBytes, textBytes] = [24, 56, 48, 16];

/** The bytes of one field or item, and of all texts and objects in memory, which are multiples of this. */
const wordBytes = 8;

/** The bytes of a number that isn't a small integer. */
const numberBytes = 16;

/** The bytes of a field name that no other object has: V8 describes each shape of objects. */
const nameBytes = 160;

/** The number of fields from which an object may have a shape of its own, and the bytes of each of its fields then. */
const [wideObject, shapeBytes] = [20, 100];

/** The number of names, and the length of one, up to which they are remembered. Kinds have some hundreds. */
const [mostNames, longestName] = [10_000, 100];

/** Estimates the memory of objects, whatever a tenant has written into them. */
export class ObjectSizes {
  readonly #names = new Set<string>();

  /** Returns the size of an object in bytes, without its managed fields: objects share those. Linear in the object. */
  of({ metadata: { managedFields: _, ...metadata }, ...content }: StoredObject): number {
    let size = 0;
    const open: unknown[] = [metadata, content];
    while (open.length > 0) {
      const value = open.pop();
      if (typeof value === 'string') size += textSize(value);
      else if (typeof value === 'number') size += isSmallInteger(value) ? 0 : numberBytes;
      else if (typeof value === 'object' && value !== null) {
        const items: unknown[] = Object.values(value);
        size += wordBytes * items.length + (Array.isArray(value) ? listBytes : this.#objectSize(value));
        for (const item of items) open.push(item);
      }
    }
    return size;
  }

  #objectSize(object: object): number {
    const names = Object.keys(object);
    let size = names.length === 0 ? emptyObjectBytes : objectBytes;
    if (names.length > wideObject) size += shapeBytes * names.length;
    for (const name of names) {
      if (this.#names.has(name)) continue;
      size += nameBytes + name.length;
      if (name.length <= longestName) this.#remember(name);
    }
    return size;
  }

  #remember(name: string): void {
    this.#names.add(name);
    if (this.#names.size <= mostNames) return;
    const [oldest = ''] = this.#names;
    this.#names.delete(oldest);
  }
}

/** V8 stores a text with one byte for each character, or with two if a single one needs them. */
function textSize(text: string): number {
  const length = Buffer.byteLength(text) > text.length ? 2 * text.length : text.length;
  return textBytes + wordBytes * Math.ceil(length / wordBytes);
}

function isSmallInteger(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 31;
}
