import type { BundleContent } from '../content/index.ts';
import type { Audience } from '../finding/audience.ts';
import type { RuleSummary } from '../finding/rule-summary.ts';
import type { Violation } from '../finding/violation.ts';

/** What a rule is told besides the bundle. */
export interface RuleContext {
  /** For whom the bundle is. Empty: for anybody. */
  readonly audiences: readonly Audience[];
  /** The categories of the catalog that the bundle is for. @default those of the public ones */
  readonly categories?: readonly string[];
}

/** One demand on a bundle. Pure, and never throws, whatever the files hold. */
export interface Rule extends RuleSummary {
  /**
   * Whether nobody can say what the manifests mean where it is broken in them. @default false: they mean something else
   */
  readonly isPrecondition?: true;
  /**
   * Ids of rules that tell the cause where they are broken: this one has nothing to add, then. They have no such list
   * themselves. @default none
   */
  readonly unless?: readonly string[];
  readonly check: (bundle: BundleContent, context: RuleContext) => Iterable<Violation>;
}
