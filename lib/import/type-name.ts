/**
 * A text as the name of a type: its words with capital letters, nothing but letters and digits, none of them in front.
 * A letter behind a digit is a capital one, so that readers of schemas take the name as it is.
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

/** What one item of a list is called: `Endpoint` of `Endpoints`; `undefined` where English doesn't tell. */
export function singular(name: string): string | undefined {
  if (/[^aeiou]ies$/.test(name)) return name.replace(/ies$/, 'y');
  if (/(?:ss|sh|ch|x|zz)es$/.test(name)) return name.slice(0, -2);
  if (/[^siu]s$/.test(name)) return name.slice(0, -1);
  return undefined;
}

/** A text as the name of a file: lower-case words with dashes between them. */
export function fileName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}
