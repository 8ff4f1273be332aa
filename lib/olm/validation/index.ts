// Validation of bundles

export { type DryRunObject, dryRunObjects } from './server/dry-run-object.ts';
export { serverFindings } from './server/server-finding.ts';
export { ruleSummaries, type ValidationOptions, validate } from './validate.ts';
