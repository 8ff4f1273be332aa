// In: findings about files. Out: the text that people read.
// Called by whoever tells findings: validation, and the comparison of releases.

/** What is told about one place of a file. */
export interface ReportEntry<Severity extends string = string> {
  /** One word. */
  readonly severity: Severity;
  readonly rule: string;
  readonly file: string;
  /** Where in the file; empty for the file as a whole. */
  readonly path: string;
  readonly what: string;
  /** What is said besides, in the order of its lines: the field of the finding → its text. */
  readonly further: Readonly<Record<string, string>>;
}

/**
 * A block for each file, in it what is said of each place, with the id of its rule in brackets. Empty: nothing is said.
 *
 * @param emphasis - makes a severity stand out, which may be followed by spaces. @default nothing does
 */
export function report<Severity extends string>(
  entries: readonly ReportEntry<Severity>[],
  emphasis: (word: string, severity: Severity) => string = (word) => word,
): string {
  const byFile = Map.groupBy(entries, ({ file }) => file);
  const width = Math.max(0, ...entries.map(({ severity }) => severity.length));
  return [...byFile]
    .map(([file, each]) => `${file}\n${each.map((entry) => lines(entry, width, emphasis)).join('')}\n`)
    .join('');
}

function lines<Severity extends string>(
  { severity, path, what, rule, further }: ReportEntry<Severity>,
  width: number,
  emphasis: (word: string, severity: Severity) => string,
): string {
  const where = path === '' ? '' : `${path}: `;
  const margin = ' '.repeat(2 + width + 2);
  const besides = Object.entries(further).map(([field, text]) => `${margin}${field}: ${text}\n`);
  return `  ${emphasis(severity.padEnd(width), severity)}  ${where}${what}  [${rule}]\n${besides.join('')}`;
}
