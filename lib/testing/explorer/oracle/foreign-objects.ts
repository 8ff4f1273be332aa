import { firstViolation, type Oracle } from './oracle.ts';

/** An object of another actor that has the name of a child stays as it is. */
export const foreignObjects: Oracle = {
  name: 'foreign objects untouched',
  violation: (run) => firstViolation(run.steps, ({ damage }) => damage),
};
