// What is wrong with a bundle

export type { Diagnostic, Severity } from './diagnostic.ts';
export { type FormatOptions, formatDiagnostics } from './format.ts';
export { type Audience, audiences } from './rule.ts';
export { formatRules, type RuleSummary, ruleSummaries } from './rule-summary.ts';
export { type ValidationOptions, validate } from './validate.ts';

// What catalogs are judged by, too

export { constraintViolations } from './constraint.ts';
export { imageReference } from './image-reference.ts';
