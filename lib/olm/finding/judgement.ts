// In: where rules are broken. Out: what is told of it.
// Called by whoever judges: bundles, and catalogs.

import type { Audience } from './audience.ts';
import type { Rejection } from './rejection.ts';
import type { RuleSummary } from './rule-summary.ts';
import type { ValidationFinding } from './validation-finding.ts';
import type { Violation } from './violation.ts';

/** A rule that is broken at a place. */
export interface Judgement {
  readonly rule: RuleSummary;
  readonly violation: Violation;
}

/** How much is an error besides what a tool rejects for every audience. */
export interface Strictness {
  /** The audiences whose tools count as well. @default none */
  readonly audiences?: readonly Audience[] | undefined;
  /** Whether warnings are errors. @default false */
  readonly isStrict?: boolean | undefined;
}

/** Where a rule is broken. */
export function judgements(rule: RuleSummary, violations: Iterable<Violation>): readonly Judgement[] {
  return [...violations].map((violation) => ({ rule, violation }));
}

/**
 * What is told of that which is wrong, in the order of files; of one file in the order given. What has its cause in another
 * place is left out where that is told of: one mistake gives one finding.
 */
export function findings(all: readonly Judgement[], strictness: Strictness = {}): readonly ValidationFinding[] {
  const told = new Set(all.map(({ violation }) => key(violation.place)));
  const effects = new Set(all.flatMap(({ violation: { effect } }) => (effect === undefined ? [] : key(effect))));
  return all
    .filter(
      ({ violation: { place, cause } }) => !effects.has(key(place)) && (cause === undefined || !told.has(key(cause))),
    )
    .map((judgement) => finding(judgement, strictness))
    .toSorted((one, other) => (one.file === other.file ? 0 : one.file < other.file ? -1 : 1));
}

function finding({ rule, violation }: Judgement, { audiences = [], isStrict = false }: Strictness): ValidationFinding {
  const { place, what, remedy } = violation;
  const rejection = rejectionOf(rule, violation, audiences);
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

function rejectionOf(rule: RuleSummary, violation: Violation, audiences: readonly Audience[]): Rejection | undefined {
  const strict = violation.strict ?? rule.strict;
  if (strict?.audiences.some((audience) => audiences.includes(audience)) === true) return strict;
  return violation.severity === 'warning' ? undefined : (violation.rejection ?? rule.rejection);
}

function key({ file, path }: Violation['place']): string {
  return `${file}\n${path}`;
}
