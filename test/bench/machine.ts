import type { Machine } from '../../bench/harness/result.ts';

/** A machine and a commit for reports. */
export const machine: Machine = {
  processor: 'a',
  coreCount: 2,
  memoryGib: 4,
  system: 'b',
  node: 'c',
  kubernetes: 'd',
  commit: 'e',
};
