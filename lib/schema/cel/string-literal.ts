/** String literals and comments, which may contain any text. */
export const opaqueText =
  /b?r(?:'''.*?(?:'''|$)|""".*?(?:"""|$)|'[^'\n]*'?|"[^"\n]*"?)|b?(?:'''(?:\\.|[^\\])*?(?:'''|$)|"""(?:\\.|[^\\])*?(?:"""|$)|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?)|\/\/[^\n]*/gis;

/** Strings and comments without escape sequences. */
const plainText = /^(?:b?r['"]|\/\/)/i;

/** A backslash in a string, and the escape sequence of CEL that it begins. */
const escapeSequence =
  /\\(?:(?<known>[abfnrtv"'\\?`]|[0-3][0-7]{2}|[xX][\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8})|.)/gs;

/** The same in bytes. */
const byteEscape = /\\(?:(?<known>[abfnrtv"'\\?`]|[0-3][0-7]{2}|[xX][\dA-Fa-f]{2})|.)/gs;

/**
 * Returns the first escape sequence in the string literals of an expression that CEL doesn't know, such as `\.`.
 *
 * @see https://github.com/google/cel-spec/blob/master/doc/langdef.md#string-and-bytes-values
 */
export function unknownEscape(text: string): string | undefined {
  const strings = Array.from(text.matchAll(opaqueText), ([string]) => string).filter((each) => !plainText.test(each));
  const sequences = strings.flatMap((string) => [...string.matchAll(/^b/i.test(string) ? byteEscape : escapeSequence)]);
  return sequences.find(({ groups }) => groups?.known === undefined)?.[0];
}
