import type { Rejection, Severity } from './rejection.ts';

/** A problem with a bundle or a catalog. */
export interface ValidationFinding {
  readonly severity: Severity;
  /** The id of the rule, such as `webhook-deployment`: it never changes. */
  readonly rule: string;
  /** The file, relative to the directory. For a missing file, its expected path. */
  readonly file: string;
  /** The path in the file, such as `spec.webhookdefinitions[0].deploymentName`; empty for the file as a whole. */
  readonly path: string;
  /** The problem. */
  readonly what: string;
  /** The correction. */
  readonly remedy: string;
  /** The tool that rejects it, and its message. @default none: a warning, or an error by strictness alone */
  readonly rejection?: Rejection;
}
