import { snapshotDifference } from '../snapshot-difference.ts';
import { firstViolation, type Oracle } from './oracle.ts';

/** Each step ends with the same objects as without faults; uids, versions and times aside. */
export const sameEndState: Oracle = {
  name: 'same end state',
  violation: (run, calm) =>
    firstViolation(run.steps, ({ snapshot }, index) => snapshotDifference(calm.steps[index]?.snapshot ?? [], snapshot)),
};
