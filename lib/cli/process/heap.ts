import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the process small at the price of somewhat more work.
 *
 * Left alone, V8 lets the young objects of a busy process take 64 MB, and the others grow to four times what is in use
 * before it looks for garbage. What a manager holds for long is its caches; all else dies with a pass. From now on the
 * room for young objects stays as it is, which is 4 MB when a bundle has been loaded and up to 16 when sources have
 * (tried: in 2 MB, a sixth of the time goes into collections), and the heap grows by half at most. Young objects are
 * collected by one thread, since few of them are alive when they are. The middle one of three compilers is left out: when
 * a thousand resources are looked at right after the start, it works on so much at once that 15 to 20 MB go into its notes.
 * That and the slower growth cost 6 to 11 % of the CPU of a busy manager. The parser of HTTP, which is WebAssembly, isn't
 * compiled a second time for speed, which spares 8 MB.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=50');
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString('--no-maglev');
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}
