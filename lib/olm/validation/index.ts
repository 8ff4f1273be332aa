// What is wrong with a bundle

export { ruleSummaries, type ValidationOptions, validate } from './validate.ts';
