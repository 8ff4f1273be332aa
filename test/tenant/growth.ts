// In: work on a value of a given size. Out: by how much more processor time four times the size takes.
// Called by tests of what tenants write: linear work takes 4 times as much, quadratic 16 times.

/** Growth below which work counts as linear or n·log n, on a machine with other work. */
export const mostGrowth = 10;

/** Work that takes less tells nothing of its growth: as little as starting the garbage collector. */
const shortestMs = 40;

/**
 * How often the processor time for `size` goes into that for four times the size; 1 where the latter is too short to be
 * compared. `size` is to be so large that quadratic work takes seconds.
 *
 * @param prepared - makes the value, which isn't measured, and returns the work on it.
 */
export function growth(prepared: (size: number) => () => unknown, size: number): number {
  let [large, small, ratio] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // Garbage collection and other processes add to a measurement, now and then to all three. Work that really grows that
  // fast does so each time.
  for (let attempt = 1; attempt <= mostAttempts && ratio >= mostGrowth; attempt += 1) {
    large = Math.min(large, least(prepared(4 * size)));
    if (large < shortestMs) return 1;
    small = Math.min(small, least(prepared(size)));
    ratio = large / Math.max(small, shortestMs / 16);
  }
  return ratio;
}

/** How often work is measured that seems to grow too fast. */
const mostAttempts = 6;

/** The least of three, since other work only ever adds. */
function least(work: () => unknown): number {
  return Math.min(...[1, 2, 3].map(() => processorMs(work)));
}

function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
