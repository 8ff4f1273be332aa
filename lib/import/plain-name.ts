/** Returns true if the name of a field needs no quotes in the text of a type. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}
