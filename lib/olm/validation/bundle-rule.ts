import type { BundleContent } from '../content/index.ts';
import type { Audience } from '../finding/rejection.ts';
import type { RuleSummary } from '../finding/rule-summary.ts';
import type { Violation } from '../finding/violation.ts';

/** The inputs of a rule besides the bundle. */
export interface RuleContext {
  /** The audiences of the bundle. Empty: all. */
  readonly audiences: readonly Audience[];
  /** The categories of the bundle's catalog. @default those of the public ones */
  readonly categories?: readonly string[];
}

/** One rule for bundles. Pure; never throws, whatever the content of the files. */
export interface BundleRule extends RuleSummary {
  /** True if the meaning of manifests is unknown after a violation. @default false: they mean something else */
  readonly isPrecondition?: true;
  /**
   * Ids of rules that report the cause: this rule reports nothing after a violation of them. They have no such list
   * themselves.
   *
   * @default none
   */
  readonly unless?: readonly string[];
  readonly check: (bundle: BundleContent, context: RuleContext) => Iterable<Violation>;
}
