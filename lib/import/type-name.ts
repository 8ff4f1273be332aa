/**
 * Converts a text to the name of a type: capitalized words of letters and digits, without a leading digit. A letter
 * after a digit is a capital.
 */
export function typeName(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^A-Za-z0-9]+/);
  const name = words
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
    .replace(/\d[a-z]/g, (pair) => pair.toUpperCase());
  return /^[A-Z]/.test(name) ? name : `Field${name}`;
}

/** Returns the singular of a list's name: `Endpoint` of `Endpoints`; `undefined` if unknown. */
export function singular(name: string): string | undefined {
  if (/[^aeiou]ies$/.test(name)) return name.replace(/ies$/, 'y');
  if (/(?:ss|sh|ch|x|zz)es$/.test(name)) return name.slice(0, -2);
  if (/[^siu]s$/.test(name)) return name.slice(0, -1);
  return undefined;
}

/** Converts a type's name to the name of its file: lower-case words with dashes. */
export function fileName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}
