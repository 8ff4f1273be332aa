import type { Rejection, Severity, StrictRejection } from './rejection.ts';

/** The description of a rule. */
export interface RuleSummary {
  /** Kebab-case, the subject first: `webhook-deployment`. Part of the public interface: it never changes. */
  readonly id: string;
  /** The requirement, as a sentence for users who look up a finding. */
  readonly demand: string;
  /** The tool that rejects a violation. @default none: a violation is a warning */
  readonly rejection?: Rejection;
  /** The tool that rejects a violation for some audiences, for which it is an error. @default none */
  readonly strict?: StrictRejection;
}

/** The description of a rule, with its severity for all audiences. */
export interface RatedRule extends RuleSummary {
  readonly severity: Severity;
}

/** Returns the descriptions of rules without their functions, by id. */
export function sortedRuleSummaries(rules: readonly RuleSummary[]): readonly RatedRule[] {
  return rules
    .map(
      ({ id, demand, rejection, strict }): RatedRule => ({
        id,
        demand,
        severity: rejection === undefined ? 'warning' : 'error',
        ...(rejection !== undefined && { rejection }),
        ...(strict !== undefined && { strict }),
      }),
    )
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * Formats summaries of rules as text, a line for each: severity, id and requirement, and the tools that reject a
 * violation.
 *
 * @example console.log(formatRules(ruleSummaries()));
 */
export function formatRules(rules: readonly RatedRule[]): string {
  const width = Math.max(...rules.map(({ id }) => id.length));
  return rules.map((rule) => ruleLine(rule, width)).join('');
}

function ruleLine({ severity, id, demand, rejection, strict }: RatedRule, width: number): string {
  const exception =
    strict === undefined ? '' : ` (an error for ${strict.audiences.join(' and ')}: ${rejectionWords(strict)})`;
  const proof = rejection === undefined ? '' : ` (${rejectionWords(rejection)})`;
  return `${severity.padEnd('warning'.length)}  ${id.padEnd(width)}  ${demand}${proof}${exception}\n`;
}

function rejectionWords({ by, message }: Rejection): string {
  return `${by}: ${message}`;
}
