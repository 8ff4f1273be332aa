/** A validation error of a value. */
export interface Finding {
  /** The path in the value, such as `spec.ports[0].name`; empty for the value as a whole. */
  readonly path: string;
  /** The problem, such as `must be at most 5, and is 9`. */
  readonly message: string;
}

/** The approximate number of findings at which validation stops: the author corrects these first. */
export const mostFindings = 20;

/**
 * The maximum lengths of a path and of a message in a sentence, in UTF-16 code units. Both may quote a tenant's text.
 */
const [longestPath, longestMessage] = [256, 1024];

/**
 * Formats a finding as a sentence of bounded length.
 *
 * @example
 * formatFinding({ path: 'spec.size', message: 'must be at most 5, and is 9' });
 * // 'spec.size: must be at most 5, and is 9'
 */
export function formatFinding({ path, message }: Finding): string {
  const words = truncatedText(message, longestMessage);
  return path === '' ? words : `${truncatedText(path, longestPath)}: ${words}`;
}

/** Formats findings as one sentence of bounded length. */
export function formatFindings(findings: readonly Finding[]): string {
  const more = findings.length > mostFindings ? [`and ${findings.length - mostFindings} more`] : [];
  return [...findings.slice(0, mostFindings).map(formatFinding), ...more].join('; ');
}

/**
 * Truncates a text, such as the message of a finding, to `longest` UTF-16 code units; a truncated text ends in `…`.
 */
export function truncatedText(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}

/** Returns the first findings of a list of parts; the search stops at about {@link mostFindings}. */
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
