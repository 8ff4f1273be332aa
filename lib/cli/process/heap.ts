import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** From this limit of the container, a manager of a thousand resources has memory to spare. In bytes. */
const spareMemoryLimit = 192 * 2 ** 20;

/**
 * Fits V8's heap and compilers to the memory that the container may use.
 *
 * V8 itself gives young objects 2 MB in a container with at most 512 MiB, and up to 64 elsewhere. With 2 MB, a sixth of
 * the time goes into collections. Images start Node with `--max-semi-space-size=8`, for at most 24 MB.
 *
 * In a container with less than 192 MiB, young objects keep the 2 MB, and the middle one of three compilers is disabled:
 * if a thousand resources are reconciled right after the start, its data takes 15 to 20 MB. Both take 25 MiB off the
 * peak, and cost a quarter of the CPU of a busy manager.
 *
 * The heap grows by at most half, in place of four times the used size: the long-lived data of a manager are its
 * caches. One thread collects young objects, since few of them are alive then. The HTTP parser, which is
 * WebAssembly, isn't optimized a second time, which saves 8 MB.
 */
export function fitHeap(): void {
  for (const flag of heapFlags(process.constrainedMemory())) setFlagsFromString(flag);
}

/**
 * Returns the flags of V8 for a limit of the container, see {@link fitHeap}.
 *
 * @param memoryLimit - in bytes; 0 if the system has none, such as macOS and Windows.
 */
export function heapFlags(memoryLimit: number): readonly string[] {
  const flags = [
    '--heap-growing-percent=50',
    '--no-parallel-scavenge',
    ...['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'],
  ];
  const isScarce = memoryLimit > 0 && memoryLimit < spareMemoryLimit;
  return isScarce ? [...flags, '--semi-space-growth-factor=1', '--no-maglev'] : flags;
}

/** The share of the heap for cached objects. The rest is for indexes, requests, and garbage that isn't collected yet. */
const cacheShare = 0.5;

/**
 * Returns the share of the heap for cached objects, in bytes. V8 takes its heap's size from the limit of the
 * container.
 */
export function cacheBytes(): number {
  return getHeapStatistics().heap_size_limit * cacheShare;
}
