/**
 * The bytes that a text in base64 says; undefined if it says none. As API servers read it: padded, with line breaks anywhere,
 * and nothing else between.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-4
 */
export function base64Bytes(text: string): Uint8Array | undefined {
  const compact = text.replace(/[\r\n]/g, '');
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  return Buffer.from(compact, 'base64');
}
