import type { Audience, Severity } from '../../../../lib/olm/index.ts';
import type { BundleDraft } from './bundle-draft.ts';
import type { GoodBundleName } from './good-bundle.ts';

/** One mistake in a bundle that is good without it, and the finding that it must give. */
export interface BadCase {
  /** The id of the rule that must fire. */
  readonly rule: string;
  readonly severity: Severity;
  /** The mistake, to distinguish tests: `a default channel that isn't among the channels`. */
  readonly title: string;
  /** @default minimal */
  readonly base?: GoodBundleName;
  readonly edit: (draft: BundleDraft) => void;
  /** The file that the finding must be about. */
  readonly file: string;
  /** Its path in the file. */
  readonly path: string;
  /** The text that the finding must contain. @default any */
  readonly says?: RegExp;
  /** Other rules that rightly fire as well. @default none */
  readonly also?: readonly string[];
  /** The audiences of the validation. @default all */
  readonly audiences?: readonly Audience[];
  /** The categories of the catalog that it is for. @default those of the public ones */
  readonly categories?: readonly string[];
}
