import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the process small at the price of somewhat more CPU.
 *
 * By default, V8 lets the young objects of a busy process take 64 MB. The others grow to four times the used size
 * before a collection. The long-lived data of a manager are its caches; all other objects die after a reconcile.
 *
 * From now on the space for young objects keeps its size: 4 MB for a bundle, and up to 16 for sources. (With 2 MB, a
 * sixth of the time goes into collections.) The heap grows by at most half. One thread collects young objects, since
 * few of them are alive then.
 *
 * The middle one of three compilers is disabled: if a thousand resources are reconciled right after the start, its data
 * takes 15 to 20 MB. That and the slower growth cost 6 to 11 % of the CPU of a busy manager. The HTTP parser, which is
 * WebAssembly, isn't optimized a second time, which saves 8 MB.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=50');
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString('--no-maglev');
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}
