/**
 * A text in one line, as lists of kubectl and headers of HTTP take it: control characters, line breaks
 * among them, become a blank with what surrounds them.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, (run) => (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(run) ? ' ' : run))
    .trim();
}
