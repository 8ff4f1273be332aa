import type { Audience } from './audience.ts';
import type { Severity } from './severity.ts';

/** What people are told of a rule. */
export interface RuleSummary {
  /** Kebab-case, what it is about first: `webhook-deployment`. Part of the public interface: it never changes. */
  readonly id: string;
  /** What it demands, as a sentence for people who look a finding up. */
  readonly demand: string;
  readonly severity: Severity;
  /** Who refuses what is only a warning to others: for them it is an error. @default nobody */
  readonly strict?: readonly Audience[];
}

/** Rules without what makes them rules, by their ids. */
export function summaries(rules: readonly RuleSummary[]): readonly RuleSummary[] {
  return rules
    .map(({ id, demand, severity, strict }) => ({ id, demand, severity, ...(strict !== undefined && { strict }) }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Rules for people, a line for each: severity, id and demand, and for whom a warning is an error. */
export function formatRules(rules: readonly RuleSummary[]): string {
  const width = Math.max(...rules.map(({ id }) => id.length));
  return rules.map((rule) => line(rule, width)).join('');
}

function line({ id, demand, severity, strict }: RuleSummary, width: number): string {
  const exception = strict === undefined ? '' : ` (an error for ${strict.join(' and ')})`;
  return `${severity.padEnd('warning'.length)}  ${id.padEnd(width)}  ${demand}${exception}\n`;
}
