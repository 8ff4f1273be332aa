// Validation of bundles

export { ruleSummaries, type ValidationOptions, validate } from './validate.ts';
