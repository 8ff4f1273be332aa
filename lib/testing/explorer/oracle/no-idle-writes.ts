import { firstViolation, type Oracle } from './oracle.ts';

/** A manager writes nothing once its objects have stopped changing. */
export const noIdleWrites: Oracle = {
  name: 'no idle writes',
  violation: (run) =>
    firstViolation(run.steps, ({ idleWrites }) => [...new Set(idleWrites)].map((title) => `${title}: changes nothing`)),
};
