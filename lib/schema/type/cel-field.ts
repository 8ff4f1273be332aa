/** @see https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax */
const reserved = new Set(
  'as break const continue else false for function if import in let loop namespace null package return true var void while'.split(
    ' ',
  ),
);

const escapes: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/**
 * Returns the name by which CEL selects a field; undefined if it has none.
 *
 * @see
 *   https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
 */
export function celField(name: string): string | undefined {
  if (reserved.has(name)) return `__${name}__`;
  if (!/^[a-zA-Z_.\-/][a-zA-Z0-9_.\-/]*$/.test(name)) return undefined;
  return name.replace(/__|[.\-/]/g, (text) => escapes[text] ?? text);
}

/**
 * Returns the names by which rules can select a field. The API server also accepts reserved words without escaping, if they
 * can be parsed.
 */
export function celFieldNames(field: string): readonly string[] {
  const name = celField(field);
  if (name === undefined) return [];
  return name === `__${field}__` ? [name, field] : [name];
}
