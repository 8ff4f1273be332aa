/** A JSON value as a literal in the text of a module; text stands between single quotes. */
export function literal(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}

function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escaped)}'`;
}

/** Editors don't show such a character, take it for the end of a line, or let it turn the direction of the code around it. */
function escaped(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16);
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`;
}
