/**
 * Calls `work` for all items in order, a few at a time.
 *
 * Resolves when all are done. After the first failure no further item is begun, and the signals of the running calls
 * abort.
 *
 * @throws the first failure, when no call is running.
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
