import { firstViolation, type Oracle } from './oracle.ts';

/** No object is deleted that isn't deleted without faults, so none is created again; objects that hold data above all. */
export const nothingRecreated: Oracle = {
  name: 'no further deletion',
  violation: (run, calm) =>
    firstViolation(run.steps, ({ deleted }, index) => {
      const expected = new Set(calm.steps[index]?.deleted);
      return deleted.filter((title) => !expected.has(title)).map((title) => `${title} is deleted`);
    }),
};
