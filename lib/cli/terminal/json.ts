/** Returns a value as JSON, with a trailing line break. */
export function jsonLine(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
