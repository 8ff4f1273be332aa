import { parseExpression } from './expression.ts';
import { freeNames } from './free-name.ts';

/**
 * Returns an expression with its free names replaced. Strings, fields, and variables of macros that hide such a name
 * stay.
 *
 * @param names - name → the expression in its place.
 * @throws RefusedExpressionError if no API server can parse the expression; UnevaluableError if only an API server
 *   might.
 */
export function renamed(text: string, names: ReadonlyMap<string, string>): string {
  const found = freeNames(parseExpression(text)).toSorted((one, other) => other.start - one.start);
  return found.reduce(
    (whole, { name, start, end }) => `${whole.slice(0, start)}${names.get(name) ?? name}${whole.slice(end)}`,
    text,
  );
}
