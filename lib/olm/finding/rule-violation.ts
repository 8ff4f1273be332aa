import type { Audience, Rejection } from './rejection.ts';
import type { RuleSummary } from './rule-summary.ts';
import type { ValidationFinding } from './validation-finding.ts';
import type { Violation } from './violation.ts';

/** A violation of a rule at a place. */
export interface RuleViolation {
  readonly rule: RuleSummary;
  readonly violation: Violation;
}

/** The conditions under which a finding is an error, besides a rejection by a tool for every audience. */
export interface Strictness {
  /** The audiences whose tools count as well. @default none */
  readonly audiences?: readonly Audience[] | undefined;
  /** True if warnings are errors. @default false */
  readonly isStrict?: boolean | undefined;
}

/** Returns the violations of a rule with the rule. */
export function ruleViolations(rule: RuleSummary, violations: Iterable<Violation>): readonly RuleViolation[] {
  return [...violations].map((violation) => ({ rule, violation }));
}

/**
 * Returns the findings of violations in the order of files; within a file in the given order. A finding is omitted if
 * its cause at another place is reported: one mistake gives one finding. A warning hides no error.
 */
export function violationFindings(
  all: readonly RuleViolation[],
  strictness: Strictness = {},
): readonly ValidationFinding[] {
  const rejectionOf = (each: RuleViolation) => rejectionOfViolation(each, strictness.audiences ?? []);
  const reported = new Set(all.map(({ violation }) => violationKey(violation.place)));
  const rejections = new Map(
    all
      .toReversed()
      .map((each) => [violationKey(each.violation.place), rejectionOf(each)] as const)
      .filter(([, found]) => found !== undefined),
  );
  const effects = new Set(
    all.flatMap(({ violation: { effect } }) => (effect === undefined ? [] : violationKey(effect))),
  );
  const isReported = knownCauses(reported);
  const isRejected = knownCauses(rejections);
  return all
    .filter((each) => {
      const { place, cause = [] } = each.violation;
      const isKnown = rejectionOf(each) === undefined ? isReported : isRejected;
      return !effects.has(violationKey(place)) && !isKnown(cause);
    })
    .map(({ rule, violation }) => {
      const { effect, rejection = effect && rejections.get(violationKey(effect)) } = violation;
      return findingOfViolation({ rule, violation: { ...violation, ...(rejection && { rejection }) } }, strictness);
    })
    .toSorted((one, other) => (one.file === other.file ? 0 : one.file < other.file ? -1 : 1));
}

/** Returns a function that finds a cause among `places`. All violations that share a list of causes cost one look. */
function knownCauses(places: Pick<ReadonlySet<string>, 'has'>): (cause: NonNullable<Violation['cause']>) => boolean {
  const known = new Map<NonNullable<Violation['cause']>, boolean>();
  return (cause) => {
    const found = known.get(cause) ?? [cause].flat().some((one) => places.has(violationKey(one)));
    known.set(cause, found);
    return found;
  };
}

function findingOfViolation(
  { rule, violation }: RuleViolation,
  { audiences = [], isStrict = false }: Strictness,
): ValidationFinding {
  const { place, what, remedy } = violation;
  const rejection = rejectionOfViolation({ rule, violation }, audiences);
  return {
    severity: rejection !== undefined || isStrict ? 'error' : 'warning',
    rule: rule.id,
    file: place.file,
    path: place.path,
    what,
    remedy,
    ...(rejection !== undefined && { rejection: { by: rejection.by, message: rejection.message } }),
  };
}

/** Returns the rejection that makes the violation of a rule an error; undefined for a warning. */
export function rejectionOfViolation(
  { rule, violation }: RuleViolation,
  audiences: readonly Audience[],
): Rejection | undefined {
  const strict = violation.strict ?? rule.strict;
  if (strict?.audiences.some((audience) => audiences.includes(audience)) === true) return strict;
  return violation.severity === 'warning' ? undefined : (violation.rejection ?? rule.rejection);
}

/** Returns a text that identifies a place. */
export function violationKey({ file, path }: Violation['place']): string {
  return `${file}\n${path}`;
}
