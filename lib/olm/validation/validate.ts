// In: the content of a bundle and its audiences. Out: all findings. Called by `operand bundle validate`, and at synth
// for the bundles of the definition.

import type { BundleContent } from '../content/index.ts';
import type { Audience } from '../finding/rejection.ts';
import { type RatedRule, sortedRuleSummaries } from '../finding/rule-summary.ts';
import {
  type RuleViolation,
  rejectionOfViolation,
  ruleViolations,
  violationFindings,
  violationKey,
} from '../finding/rule-violation.ts';
import type { ValidationFinding } from '../finding/validation-finding.ts';
import type { Violation } from '../finding/violation.ts';
import type { BundleRule, RuleContext } from './bundle-rule.ts';
import { refusedObjectRuleIds } from './rules/object/refused-object.ts';
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
 * If manifests such as the ClusterServiceVersion are missing, can't be read, or hold values of wrong types, the rules
 * about their meaning are skipped: their findings would only follow from that.
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
  const all = isBundleLegible(bundle, form)
    ? [...form, ...ruleBookViolations(meaningRules, bundle, context).filter(isOutsideMissingFields(form, audiences))]
    : form;
  return violationFindings(all.filter(isNews(all, audiences)), { audiences, isStrict });
}

/**
 * Returns false for refusals of API servers that an error of another rule reports: at the same place, or as another
 * refusal, above or below the place.
 */
function isNews(all: readonly RuleViolation[], audiences: readonly Audience[]): (violation: RuleViolation) => boolean {
  const errors = all
    .filter(({ rule }) => !refusedObjectRuleIds.has(rule.id))
    .map((each) => ({ place: each.violation.place, rejection: rejectionOfViolation(each, audiences) }))
    .filter(({ rejection }) => rejection !== undefined);
  const places = new Set(errors.map(({ place }) => violationKey(place)));
  const refused = errors.filter(({ rejection }) => rejection?.by === 'API server').map(({ place }) => place);
  const exact = new Set(refused.map(violationKey));
  const above = new Set(refused.flatMap(keysAbove));
  return ({ rule, violation: { place } }) =>
    !refusedObjectRuleIds.has(rule.id) ||
    !(
      places.has(violationKey(place)) ||
      above.has(violationKey(place)) ||
      keysAbove(place).some((key) => exact.has(key))
    );
}

/** Returns the keys of the places above a place. */
function keysAbove({ file, path }: Violation['place']): readonly string[] {
  return [...path.matchAll(/[.[]/g)].map(({ index }) => violationKey({ file, path: path.slice(0, index) }));
}

/** Returns false for violations at or below a missing field, which is reported; a warning about it hides no error. */
function isOutsideMissingFields(
  form: readonly RuleViolation[],
  audiences: readonly Audience[],
): (violation: RuleViolation) => boolean {
  const isError = (each: RuleViolation) => rejectionOfViolation(each, audiences) !== undefined;
  const missing = new Map(
    form
      .filter(({ rule }) => rule.id === 'field-missing')
      .map((each) => [violationKey(each.violation.place), isError(each)]),
  );
  return (each) => {
    const { place } = each.violation;
    const found = [...keysAbove(place), violationKey(place)].map((key) => missing.get(key));
    return !found.includes(true) && (!found.includes(false) || isError(each));
  };
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

function isBundleLegible({ clusterServiceVersion }: BundleContent, form: readonly RuleViolation[]): boolean {
  const isPrecondition = ({ rule, violation }: RuleViolation) =>
    preconditions.has(rule.id) && violation.place.file.startsWith('manifests');
  return !clusterServiceVersion.isAbsent && !form.some(isPrecondition);
}

/**
 * Returns all rules for bundles, by id, with those that need an API server.
 *
 * @example ruleSummaries().filter(({ severity }) => severity === 'error').map(({ id }) => id);
 */
export function ruleSummaries(): readonly RatedRule[] {
  return sortedRuleSummaries([...rules, ...serverRules]);
}
