/** Whether the name of a field stands in the text of a type as it is, without quotes. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}
