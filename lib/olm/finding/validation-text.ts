import type { Severity } from './rejection.ts';
import { findingReport } from './report.ts';
import type { ValidationFinding } from './validation-finding.ts';

/** The options of the text format of findings. */
export interface FormatOptions {
  /** Highlights a severity. @default no highlight */
  readonly emphasis?: (word: string, severity: Severity) => string;
}

/**
 * Formats findings as text: a block for each file with problem, rejecting tool and remedy, then the number of findings.
 *
 * @example
 * console.log(validationText(validate(new BundleContent(files))));
 * // … 0 errors, 1 warning
 */
export function validationText(found: readonly ValidationFinding[], { emphasis }: FormatOptions = {}): string {
  const entries = found.map(({ remedy, rejection, ...words }) => ({
    ...words,
    further: { ...(rejection !== undefined && { [rejection.by]: rejection.message }), remedy },
  }));
  const errorCount = found.filter(({ severity }) => severity === 'error').length;
  return `${findingReport(entries, emphasis)}${countedNoun(errorCount, 'error')}, ${countedNoun(found.length - errorCount, 'warning')}\n`;
}

function countedNoun(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
