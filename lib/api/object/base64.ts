/**
 * Returns the bytes of a base64 text, or undefined if it isn't valid. Decodes as API servers do: padding is required,
 * and line breaks are allowed anywhere.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-4
 */
export function base64Bytes(text: string): Uint8Array | undefined {
  const compact = text.replace(/[\r\n]/g, '');
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  return Buffer.from(compact, 'base64');
}
