import type { Rejection, StrictRejection } from './rejection.ts';
import type { Severity } from './severity.ts';

/** A rule in words. */
export interface RuleSummary {
  /** Kebab-case, what it is about first: `webhook-deployment`. Part of the public interface: it never changes. */
  readonly id: string;
  /** What it demands, as a sentence for people who look a finding up. */
  readonly demand: string;
  /** The tool that rejects what breaks the rule. @default none: it breaks with a warning */
  readonly rejection?: Rejection;
  /** The tool that rejects it for some audiences: for them it is an error. @default none */
  readonly strict?: StrictRejection;
}

/** A rule in words, with its severity to all audiences. */
export interface RatedRule extends RuleSummary {
  readonly severity: Severity;
}

/** Rules without what makes them rules, by their ids. */
export function summaries(rules: readonly RuleSummary[]): readonly RatedRule[] {
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

/** Rules for people, a line for each: severity, id and demand, and the tools that reject what breaks them. */
export function formatRules(rules: readonly RatedRule[]): string {
  const width = Math.max(...rules.map(({ id }) => id.length));
  return rules.map((rule) => line(rule, width)).join('');
}

function line({ severity, id, demand, rejection, strict }: RatedRule, width: number): string {
  const exception = strict === undefined ? '' : ` (an error for ${strict.audiences.join(' and ')}: ${inWords(strict)})`;
  const proof = rejection === undefined ? '' : ` (${inWords(rejection)})`;
  return `${severity.padEnd('warning'.length)}  ${id.padEnd(width)}  ${demand}${proof}${exception}\n`;
}

function inWords({ by, message }: Rejection): string {
  return `${by}: ${message}`;
}
