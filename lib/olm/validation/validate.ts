// In: what a bundle holds, and for whom it is. Out: everything that is wrong with it.
// Called by `operand bundle validate`, and at synth for the bundles that are made there.

import type { BundleContent } from '../content/index.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Audience, Rule, Violation } from './rule.ts';
import { formRules, meaningRules } from './rules/rule-book.ts';

/** What a bundle is judged by. */
export interface ValidationOptions {
  /** For whom it is: what they refuse is an error. @default anybody */
  readonly audiences?: readonly Audience[];
}

/**
 * Judges a bundle, whoever has made it.
 *
 * Where manifests can't be read, aren't there, or hold values of other types than their kinds have, nothing is said of
 * what they mean: all else would follow from that, or be a guess.
 *
 * @returns what is wrong, errors and warnings together, in the order of files and rules. Empty: nothing is.
 */
export function validate(bundle: BundleContent, { audiences = [] }: ValidationOptions = {}): readonly Diagnostic[] {
  const judge = (rule: Rule) =>
    [...rule.check(bundle, { audiences })].map((violation) => diagnostic(rule, violation, audiences));
  const form = formRules.flatMap(judge);
  const found = isLegible(form) ? [...form, ...meaningRules.flatMap(judge)] : form;
  return found.toSorted((one, other) => (one.file === other.file ? 0 : one.file < other.file ? -1 : 1));
}

const preconditions = new Set(formRules.filter(({ isPrecondition }) => isPrecondition).map(({ id }) => id));

function isLegible(found: readonly Diagnostic[]): boolean {
  return !found.some(({ rule, file }) => preconditions.has(rule) && file.startsWith('manifests'));
}

function diagnostic(
  rule: Rule,
  { place, what, remedy, severity }: Violation,
  audiences: readonly Audience[],
): Diagnostic {
  const isStrict = rule.strict?.some((audience) => audiences.includes(audience)) === true;
  return {
    severity: isStrict ? 'error' : (severity ?? rule.severity),
    rule: rule.id,
    file: place.file,
    path: place.path,
    what,
    remedy,
  };
}
