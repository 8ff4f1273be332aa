import type { StoredObject } from '../../api/index.ts';

/** The bytes that V8 takes for an object, without its fields; for a list that isn't empty, and for a text. */
const [objectBytes, emptyObjectBytes, listBytes, textBytes] = [24, 56, 48, 16];

/** The bytes of one field or item, and of all texts and objects in memory, which are multiples of this. */
const wordBytes = 8;

/** The bytes of a number that isn't a small integer. */
const numberBytes = 16;

/** The bytes of a field name that no other object has: V8 describes each shape of objects. */
const nameBytes = 160;

/** The number of names, and the length of one, up to which they are remembered. Kinds have some hundreds. */
const [mostNames, longestName] = [10_000, 100];

/** The length up to which the bytes of a text aren't counted, but taken to be one for each character. */
const shortText = 16;

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
    for (const name of names) {
      if (this.#names.has(name)) continue;
      size += nameBytes + name.length;
      if (this.#names.size < mostNames && name.length <= longestName) this.#names.add(name);
    }
    return size;
  }
}

function textSize(text: string): number {
  const length = text.length > shortText ? Buffer.byteLength(text) : text.length;
  return textBytes + wordBytes * Math.ceil(length / wordBytes);
}

function isSmallInteger(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 31;
}
