import { firstViolation, type Oracle } from './oracle.ts';

/** A fault may be reported and taken back: two changes of a condition. */
const toleratedChanges = 2;

/** No condition changes its status more often than without faults, but for one report of the fault. */
export const stableConditions: Oracle = {
  name: 'stable conditions',
  violation: (run, calm) =>
    firstViolation(run.steps, ({ conditions }, index) =>
      [...conditions].flatMap(([title, statuses]) => {
        const expected = calm.steps[index]?.conditions.get(title) ?? [];
        const tolerated = run.schedule.length * toleratedChanges;
        if (statuses.length <= expected.length + tolerated) return [];
        return [`${title} changes ${statuses.join(' → ')}; without faults ${expected.join(' → ')}`];
      }),
    ),
};
