// In: where rules are broken. Out: what is told of it.
// Called by whoever judges: bundles, and catalogs.

import type { Audience } from './audience.ts';
import type { RuleSummary } from './rule-summary.ts';
import type { ValidationFinding } from './validation-finding.ts';
import type { Violation } from './violation.ts';

/** A rule that is broken at a place. */
export interface Judgement {
  readonly rule: RuleSummary;
  readonly violation: Violation;
}

/** Where a rule is broken. */
export function judgements(rule: RuleSummary, violations: Iterable<Violation>): readonly Judgement[] {
  return [...violations].map((violation) => ({ rule, violation }));
}

/**
 * What is told of that which is wrong, in the order of files; of one file in the order given. What has its cause in another
 * place is left out where that is told of: one mistake gives one finding.
 *
 * @param audiences - whose strictness counts. @default nobody's
 */
export function findings(all: readonly Judgement[], audiences: readonly Audience[] = []): readonly ValidationFinding[] {
  const told = new Set(all.map(({ violation }) => key(violation.place)));
  const effects = new Set(all.flatMap(({ violation: { effect } }) => (effect === undefined ? [] : key(effect))));
  return all
    .filter(
      ({ violation: { place, cause } }) => !effects.has(key(place)) && (cause === undefined || !told.has(key(cause))),
    )
    .map((judgement) => finding(judgement, audiences))
    .toSorted((one, other) => (one.file === other.file ? 0 : one.file < other.file ? -1 : 1));
}

function finding({ rule, violation }: Judgement, audiences: readonly Audience[]): ValidationFinding {
  const { place, what, remedy, severity = rule.severity } = violation;
  const isStrict = rule.strict?.some((audience) => audiences.includes(audience)) === true;
  return {
    severity: isStrict ? 'error' : severity,
    rule: rule.id,
    file: place.file,
    path: place.path,
    what,
    remedy,
  };
}

function key({ file, path }: Violation['place']): string {
  return `${file}\n${path}`;
}
