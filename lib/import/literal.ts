/** Returns a JSON value as a literal for a module; text has single quotes. */
export function literal(value: unknown): string {
  return typeof value === 'string' ? quotedLiteral(value) : JSON.stringify(value);
}

function quotedLiteral(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escapedCharacter)}'`;
}

/** Escapes characters that editors hide, treat as line breaks, or use to change the writing direction. */
function escapedCharacter(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16);
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`;
}

/** Returns true if the name of a field needs no quotes in the text of a type. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}
