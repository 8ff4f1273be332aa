// In: what a bundle holds, and for whom it is. Out: everything that is wrong with it.
// Called by `operand bundle validate`, and at synth for the bundles that are made there.

import type { BundleContent } from '../content/index.ts';
import type { Audience } from '../finding/audience.ts';
import { findings, type Judgement, judgements } from '../finding/judgement.ts';
import { type RatedRule, summaries } from '../finding/rule-summary.ts';
import type { ValidationFinding } from '../finding/validation-finding.ts';
import type { Rule, RuleContext } from './rule.ts';
import { formRules, meaningRules, rules } from './rules/rule-book.ts';

/** What a bundle is judged by. */
export interface ValidationOptions {
  /** For whom it is: what they refuse is an error. @default anybody */
  readonly audiences?: readonly Audience[];
  /** Whether warnings are errors. @default false */
  readonly isStrict?: boolean;
  /** The categories of the catalog that it is for. @default those of the public ones */
  readonly categories?: readonly string[];
}

/**
 * Judges a bundle, whoever has made it.
 *
 * Where manifests can't be read, aren't there, or hold values of other types than their kinds have, nothing is said of
 * what they mean: all else would follow from that, or be a guess.
 *
 * @returns what is wrong, errors and warnings together, in the order of files and rules. Empty: nothing is.
 */
export function validate(
  bundle: BundleContent,
  { audiences = [], isStrict = false, ...words }: ValidationOptions = {},
): readonly ValidationFinding[] {
  const context = { audiences, ...words };
  const form = judged(formRules, bundle, context);
  const all = isLegible(form) ? [...form, ...judged(meaningRules, bundle, context)] : form;
  return findings(all, { audiences, isStrict });
}

/** Rules that wait for others are asked last, and told of in their place. */
function judged(rules: readonly Rule[], bundle: BundleContent, context: RuleContext): readonly Judgement[] {
  const judge = (rule: Rule) => judgements(rule, rule.check(bundle, context));
  const first = rules.map((rule) => (rule.unless === undefined ? judge(rule) : []));
  const broken = new Set(first.flat().map(({ rule }) => rule.id));
  return rules.flatMap((rule, index) => {
    if (rule.unless === undefined) return first[index] ?? [];
    return rule.unless.some((id) => broken.has(id)) ? [] : judge(rule);
  });
}

const preconditions = new Set(formRules.filter(({ isPrecondition }) => isPrecondition).map(({ id }) => id));

function isLegible(form: readonly Judgement[]): boolean {
  return !form.some(
    ({ rule, violation }) => preconditions.has(rule.id) && violation.place.file.startsWith('manifests'),
  );
}

/** All rules that bundles are judged by, by their ids. */
export function ruleSummaries(): readonly RatedRule[] {
  return summaries(rules);
}
