// Validation of bundles

export { retiredRules } from './rules/rule-book.ts';
export { type DryRunObject, dryRunObjects } from './server/dry-run-object.ts';
export { serverFindings } from './server/server-finding.ts';
export { ruleSummaries, type ValidationOptions, validate } from './validate.ts';
