import type { ValidationFinding } from './validation-finding.ts';

/** A finding at one place of a file. */
export interface ReportEntry<Severity extends string>
  extends Pick<ValidationFinding, 'rule' | 'file' | 'path' | 'what'> {
  /** One word. */
  readonly severity: Severity;
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
export function findingReport<Severity extends string>(
  entries: readonly ReportEntry<Severity>[],
  emphasis: (word: string, severity: Severity) => string = (word) => word,
): string {
  const byFile = Map.groupBy(entries, ({ file }) => file);
  const width = Math.max(0, ...entries.map(({ severity }) => severity.length));
  return [...byFile]
    .map(([file, each]) => `${file}\n${each.map((entry) => reportLines(entry, width, emphasis)).join('')}\n`)
    .join('');
}

function reportLines<Severity extends string>(
  { severity, path, what, rule, further }: ReportEntry<Severity>,
  width: number,
  emphasis: (word: string, severity: Severity) => string,
): string {
  const where = path === '' ? '' : `${path}: `;
  const margin = ' '.repeat(2 + width + 2);
  const besides = Object.entries(further).map(([field, text]) => `${margin}${field}: ${text}\n`);
  return `  ${emphasis(severity.padEnd(width), severity)}  ${where}${what}  [${rule}]\n${besides.join('')}`;
}
