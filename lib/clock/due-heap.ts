/**
 * Items by due time, the earliest first; items due at the same time in the order in which they were added. Adding,
 * removing and taking cost O(log n).
 */
export class DueHeap<Item> {
  readonly #heap: Node<Item>[] = [];
  readonly #nodes = new Map<Item, Node<Item>>();
  #sequence = 0;

  get size(): number {
    return this.#heap.length;
  }

  /** The earliest item, which stays. */
  get first(): { readonly item: Item; readonly dueAtMs: number } | undefined {
    return this.#heap[0];
  }

  /** @throws RangeError if the item is already in the heap. */
  add(item: Item, dueAtMs: number): void {
    if (this.#nodes.has(item)) throw new RangeError('an item is in a heap once; remove it to change when it is due');
    const node = { item, dueAtMs, sequence: this.#sequence++, position: this.#heap.length };
    this.#nodes.set(item, node);
    this.#heap.push(node);
    this.#rise(node);
  }

  /** @returns true if the item was in the heap. */
  remove(item: Item): boolean {
    const node = this.#nodes.get(item);
    if (node === undefined) return false;
    this.#nodes.delete(item);
    const last = this.#heap.pop();
    if (last !== undefined && last !== node) {
      this.#place(last, node.position);
      this.#rise(last);
      this.#sink(last);
    }
    return true;
  }

  #rise(node: Node<Item>): void {
    for (;;) {
      const parent = this.#heap[(node.position - 1) >> 1];
      if (parent === undefined || !isBefore(node, parent)) return;
      this.#swap(node, parent);
    }
  }

  #sink(node: Node<Item>): void {
    for (;;) {
      const left = this.#heap[2 * node.position + 1];
      const right = this.#heap[2 * node.position + 2];
      const child = left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
      if (child === undefined || !isBefore(child, node)) return;
      this.#swap(child, node);
    }
  }

  #swap(one: Node<Item>, other: Node<Item>): void {
    const position = one.position;
    this.#place(one, other.position);
    this.#place(other, position);
  }

  #place(node: Node<Item>, position: number): void {
    node.position = position;
    this.#heap[position] = node;
  }
}

interface Node<Item> {
  readonly item: Item;
  readonly dueAtMs: number;
  readonly sequence: number;
  position: number;
}

function isBefore<Item>(one: Node<Item>, other: Node<Item>): boolean {
  return one.dueAtMs < other.dueAtMs || (one.dueAtMs === other.dueAtMs && one.sequence < other.sequence);
}
