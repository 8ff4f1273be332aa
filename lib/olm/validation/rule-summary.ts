import type { Rule } from './rule.ts';
import { rules } from './rules/rule-book.ts';

/** What people are told of a rule. */
export type RuleSummary = Pick<Rule, 'id' | 'demand' | 'severity' | 'strict'>;

/** All rules that bundles are judged by, by their ids. */
export function ruleSummaries(): readonly RuleSummary[] {
  return rules
    .map(({ id, demand, severity, strict }) => ({ id, demand, severity, ...(strict !== undefined && { strict }) }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Rules for people, a line for each: severity, id and demand, and for whom a warning is an error. */
export function formatRules(summaries: readonly RuleSummary[]): string {
  const width = Math.max(...summaries.map(({ id }) => id.length));
  return summaries.map((summary) => line(summary, width)).join('');
}

function line({ id, demand, severity, strict }: RuleSummary, width: number): string {
  const exception = strict === undefined ? '' : ` (an error for ${strict.join(' and ')})`;
  return `${severity.padEnd('warning'.length)}  ${id.padEnd(width)}  ${demand}${exception}\n`;
}
