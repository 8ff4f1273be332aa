// In: the content of a bundle and its audiences. Out: all findings. Called by `operand bundle validate`, and at synth
// for the bundles of the definition.

import type { BundleContent } from '../content/index.ts';
import type { Audience } from '../finding/audience.ts';
import { type RatedRule, sortedRuleSummaries } from '../finding/rule-summary.ts';
import { type RuleViolation, reportedFindings, ruleViolations } from '../finding/rule-violation.ts';
import type { ValidationFinding } from '../finding/validation-finding.ts';
import type { BundleRule, RuleContext } from './rule.ts';
import { bundleFormRules, meaningRules, rules } from './rules/rule-book.ts';
import { serverRules } from './server/server-finding.ts';

/** The options of a validation. */
export interface ValidationOptions {
  /** The audiences: a rejection by their tools is an error. @default none in particular */
  readonly audiences?: readonly Audience[];
  /** True if warnings are errors. @default false */
  readonly isStrict?: boolean;
  /** The categories of the bundle's catalog. @default those of the public ones */
  readonly categories?: readonly string[];
}

/**
 * Validates a bundle from any tool.
 *
 * If manifests are missing, can't be read, or hold values of wrong types, the rules about their meaning are skipped:
 * their findings would only follow from that.
 *
 * @returns errors and warnings together, in the order of files and rules; empty if the bundle is valid.
 * @example
 * const found = validate(new BundleContent(files), { audiences: ['openshift'] });
 * if (found.some(({ severity }) => severity === 'error')) process.exitCode = 1;
 */
export function validate(
  bundle: BundleContent,
  { audiences = [], isStrict = false, ...words }: ValidationOptions = {},
): readonly ValidationFinding[] {
  const context = { audiences, ...words };
  const form = ruleBookViolations(bundleFormRules, bundle, context);
  const all = isBundleLegible(form)
    ? [...form, ...ruleBookViolations(meaningRules, bundle, context).filter(isOutsideMissingFields(form))]
    : form;
  return reportedFindings(all, { audiences, isStrict });
}

/** Returns true for violations that are not at or below a missing field, which is reported already. */
function isOutsideMissingFields(form: readonly RuleViolation[]): (violation: RuleViolation) => boolean {
  const missing = new Set(
    form.flatMap(({ rule, violation: { place } }) =>
      rule.id === 'field-missing' ? `${place.file} ${place.path}` : [],
    ),
  );
  return ({ violation: { place } }) =>
    [...place.path.matchAll(/\.|$/g)].every(({ index }) => !missing.has(`${place.file} ${place.path.slice(0, index)}`));
}

/** Checks rules that depend on others last, but reports them in their order. */
function ruleBookViolations(
  rules: readonly BundleRule[],
  bundle: BundleContent,
  context: RuleContext,
): readonly RuleViolation[] {
  const violationsOf = (rule: BundleRule) => ruleViolations(rule, rule.check(bundle, context));
  const first = rules.map((rule) => (rule.unless === undefined ? violationsOf(rule) : []));
  const broken = new Set(first.flat().map(({ rule }) => rule.id));
  return rules.flatMap((rule, index) => {
    if (rule.unless === undefined) return first[index] ?? [];
    return rule.unless.some((id) => broken.has(id)) ? [] : violationsOf(rule);
  });
}

const preconditions = new Set(bundleFormRules.filter(({ isPrecondition }) => isPrecondition).map(({ id }) => id));

function isBundleLegible(form: readonly RuleViolation[]): boolean {
  return !form.some(
    ({ rule, violation }) => preconditions.has(rule.id) && violation.place.file.startsWith('manifests'),
  );
}

/**
 * Returns all rules for bundles, by id, with those that need an API server.
 *
 * @example ruleSummaries().filter(({ severity }) => severity === 'error').map(({ id }) => id);
 */
export function ruleSummaries(): readonly RatedRule[] {
  return sortedRuleSummaries([...rules, ...serverRules]);
}
