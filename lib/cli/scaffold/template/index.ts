// The exports for charts of other people: custom resources and their children, without the operator.
export { Specimen } from './api/index.ts';
export { SpecimenChildren } from './children/specimen.ts';
