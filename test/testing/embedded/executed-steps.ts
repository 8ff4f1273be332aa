import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

const library = new URL('../../../lib/', import.meta.url).href;

// Optimized code doesn't count its calls.
for (const flag of ['--no-opt', '--no-maglev']) setFlagsFromString(flag);

// Functions count the runs of their branches if they are compiled while the profiler counts.
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/**
 * Returns the number of steps that the library takes for some work: how often its functions and their branches run. Unlike a time,
 * it is about the same on each machine.
 */
export async function executedSteps(work: () => unknown): Promise<number> {
  await stepsSinceLast();
  await work();
  return await stepsSinceLast();
}

async function stepsSinceLast(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.startsWith(library))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    .reduce((sum, count) => sum + count, 0);
}
