// Compares the processor time of work on a value with that on a value of sixteen times the size. Called by tests of
// tenants' texts: linear work takes 16 times as much, quadratic 256 times. Processor caches and other work on the
// machine can multiply a ratio by three.

/** Growth below which work counts as linear or n·log n. */
export const mostGrowth = 100;

/** Shorter work says nothing about its growth: a garbage collection takes as long. */
const shortestMs = 40;

/**
 * Returns the processor time for four times `size`, divided by that for a quarter of it; 1 if the former is too short
 * to be compared. `size` must be so large that quadratic work on four times as much takes seconds.
 *
 * @param prepared - creates the value, which isn't measured, and returns the work on it.
 */
export function growth(prepared: (size: number) => () => unknown, size: number): number {
  let [large, small, ratio] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // Garbage collection and other processes add to a measurement, sometimes to all three. Work that really grows that
  // fast does so each time.
  for (let attempt = 1; attempt <= mostAttempts && ratio >= mostGrowth; attempt += 1) {
    large = Math.min(large, least(prepared(4 * size)));
    if (large < shortestMs) return 1;
    small = Math.min(small, least(prepared(Math.ceil(size / 4))));
    ratio = large / Math.max(small, shortestMs / 256);
  }
  return ratio;
}

/** The number of attempts for work that seems to grow too fast. */
const mostAttempts = 6;

/** Returns the least of three measurements, since other work only adds. */
function least(work: () => unknown): number {
  return Math.min(...[1, 2, 3].map(() => processorMs(work)));
}

function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
