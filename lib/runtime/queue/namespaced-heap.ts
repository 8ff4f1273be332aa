import { DueHeap } from '../../clock/index.ts';

/**
 * Items by namespace, the earliest of each first. Namespaces take turns: after a namespace gives an item, it comes last.
 */
export class NamespacedHeap<Item> {
  readonly #heaps = new Map<string, DueHeap<Item>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The namespaces that have items, the one whose last turn is longest ago first. */
  get namespaces(): Iterable<string> {
    return this.#heaps.keys();
  }

  /** @throws RangeError if the item is already in the heap. */
  add(item: Item, namespace: string, dueAtMs: number): void {
    const heap = this.#heaps.get(namespace) ?? new DueHeap<Item>();
    heap.add(item, dueAtMs);
    this.#heaps.set(namespace, heap);
    this.#size += 1;
  }

  /** @returns true if the item was in the heap. */
  remove(item: Item, namespace: string): boolean {
    const heap = this.#heaps.get(namespace);
    if (heap?.remove(item) !== true) return false;
    this.#size -= 1;
    if (heap.size === 0) this.#heaps.delete(namespace);
    return true;
  }

  /** Removes and returns the earliest item of a namespace; undefined if it has none. */
  take(namespace: string): Item | undefined {
    const heap = this.#heaps.get(namespace);
    const item = heap?.first?.item;
    if (heap === undefined || item === undefined) return undefined;
    this.remove(item, namespace);
    if (this.#heaps.delete(namespace)) this.#heaps.set(namespace, heap);
    return item;
  }
}
