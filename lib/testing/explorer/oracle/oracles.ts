import { foreignObjects } from './foreign-objects.ts';
import { noIdleWrites } from './no-idle-writes.ts';
import { noProblem } from './no-problem.ts';
import { nothingLeaked } from './nothing-leaked.ts';
import { nothingRecreated } from './nothing-recreated.ts';
import type { Oracle } from './oracle.ts';
import { sameEndState } from './same-end-state.ts';
import { settles } from './settles.ts';
import { stableConditions } from './stable-conditions.ts';
import { truthfulStatus } from './truthful-status.ts';

/** The properties of each run, in the order in which they are checked: the most telling ones first. */
export const oracles: readonly Oracle[] = [
  settles,
  foreignObjects,
  nothingRecreated,
  nothingLeaked,
  truthfulStatus,
  noProblem,
  noIdleWrites,
  stableConditions,
  sameEndState,
];
