/** Something wrong with a value. */
export interface Finding {
  /** Where in the value, such as `spec.ports[0].name`; empty for the value as a whole. */
  readonly path: string;
  /** What is wrong, such as `must be at most 5, and is 9`. */
  readonly message: string;
}

/** At about this number of findings a validation stops: its author corrects these first. */
export const mostFindings = 20;

/** The longest path and the longest message in a sentence, in UTF-16 code units: both may quote what a tenant has written. */
const [longestPath, longestMessage] = [256, 1024];

/** A finding as a sentence of bounded length. */
export function formatFinding({ path, message }: Finding): string {
  const words = shortened(message, longestMessage);
  return path === '' ? words : `${shortened(path, longestPath)}: ${words}`;
}

/** Findings as one sentence of bounded length. */
export function formatFindings(findings: readonly Finding[]): string {
  const more = findings.length > mostFindings ? [`and ${findings.length - mostFindings} more`] : [];
  return [...findings.slice(0, mostFindings).map(formatFinding), ...more].join('; ');
}

/** A text of at most so many UTF-16 code units; a longer one ends in `…`. */
export function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}

/** The findings of the first parts of a value that have any: none is looked for beyond about {@link mostFindings}. */
export function firstFindings<Part, Found extends Finding>(
  parts: readonly Part[],
  findingsOf: (part: Part, index: number) => readonly Found[],
): Found[] {
  const found: Found[] = [];
  for (const [index, part] of parts.entries()) {
    found.push(...findingsOf(part, index));
    if (found.length >= mostFindings) break;
  }
  return found;
}
