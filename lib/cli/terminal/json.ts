/** A value for programs: in JSON, with a line break at its end. */
export function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
