/**
 * Converts a text to one line for kubectl's lists and for HTTP headers: control characters, including line breaks, and
 * the blanks around them become one blank.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, (run) => (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(run) ? ' ' : run))
    .trim();
}
