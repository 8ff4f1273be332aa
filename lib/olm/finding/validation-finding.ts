import type { Rejection } from './rejection.ts';
import type { Severity } from './severity.ts';

/** Something wrong with a bundle or a catalog. */
export interface ValidationFinding {
  readonly severity: Severity;
  /** The id of the rule, such as `webhook-deployment`: it never changes. */
  readonly rule: string;
  /** Relative to the directory; of what is missing, where it belongs. */
  readonly file: string;
  /** Where in the file, such as `spec.webhookdefinitions[0].deploymentName`; empty for the file as a whole. */
  readonly path: string;
  /** What is wrong. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;
  /** The tool that rejects it, and its message. @default none: a warning, or an error by strictness alone */
  readonly rejection?: Rejection;
}
