/** A JSON value as people write it: text without quotation marks, unless it is empty. */
export function valueText(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}
