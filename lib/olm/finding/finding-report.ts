import type { Severity } from './rejection.ts';
import type { ValidationFinding } from './validation-finding.ts';

/** A finding at one place of a file. */
export interface ReportEntry<Level extends string> extends Pick<ValidationFinding, 'rule' | 'file' | 'path' | 'what'> {
  /** One word. */
  readonly severity: Level;
  /** Further lines, in order: the field of the finding → its text. */
  readonly further: Readonly<Record<string, string>>;
}

/**
 * Formats a block for each file, with a line for each place and the id of its rule in brackets. Empty if there are no
 * entries.
 *
 * @param emphasis - highlights a severity, which may be followed by spaces.
 * @default no highlight
 */
export function findingReport<Level extends string>(
  entries: readonly ReportEntry<Level>[],
  emphasis: (word: string, severity: Level) => string = (word) => word,
): string {
  const byFile = Map.groupBy(entries, ({ file }) => file);
  const width = Math.max(0, ...entries.map(({ severity }) => severity.length));
  return [...byFile]
    .map(([file, each]) => `${file}\n${each.map((entry) => reportLines(entry, width, emphasis)).join('')}\n`)
    .join('');
}

function reportLines<Level extends string>(
  { severity, path, what, rule, further }: ReportEntry<Level>,
  width: number,
  emphasis: (word: string, severity: Level) => string,
): string {
  const where = path === '' ? '' : `${path}: `;
  const margin = ' '.repeat(2 + width + 2);
  const besides = Object.entries(further).map(([field, text]) => `${margin}${field}: ${text}\n`);
  return `  ${emphasis(severity.padEnd(width), severity)}  ${where}${what}  [${rule}]\n${besides.join('')}`;
}

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
