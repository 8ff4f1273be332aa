import { report } from './report.ts';
import type { Severity } from './severity.ts';
import type { ValidationFinding } from './validation-finding.ts';

/** How findings are told to people. */
export interface FormatOptions {
  /** What makes a severity stand out. @default nothing does */
  readonly emphasis?: (word: string, severity: Severity) => string;
}

/** Findings for people: a block for each file, in it what is wrong, the tool that rejects it and the remedy; and how many there are. */
export function formatFindings(found: readonly ValidationFinding[], { emphasis }: FormatOptions = {}): string {
  const entries = found.map(({ remedy, rejection, ...words }) => ({
    ...words,
    further: { ...(rejection !== undefined && { [rejection.by]: rejection.message }), remedy },
  }));
  const errorCount = found.filter(({ severity }) => severity === 'error').length;
  return `${report(entries, emphasis)}${count(errorCount, 'error')}, ${count(found.length - errorCount, 'warning')}\n`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
