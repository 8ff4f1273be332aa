/**
 * Does `work` on all items, on a few at a time, in their order.
 *
 * Resolves when all are done. After the first failure no further item is begun, and the others' signals abort.
 *
 * @throws the first failure, when no work is left.
 */
export async function eachOf<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const remaining = items.values();
  async function workThrough(): Promise<void> {
    for (const item of remaining) {
      if (stop.aborted) return;
      try {
        await work(item, stop);
      } catch (error) {
        failed.abort(error);
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, workThrough));
  stop.throwIfAborted();
}
