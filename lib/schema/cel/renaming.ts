import { parseExpression } from './expression.ts';
import { freeNames } from './free-name.ts';

/**
 * An expression with names replaced that it takes from around it. What only reads like one of them stays: texts, fields,
 * and variables of macros that hide it.
 *
 * @param names - name → expression in its place.
 * @throws RefusedExpressionError if no API server can parse the expression; UnevaluableError if only that can.
 */
export function renamed(text: string, names: ReadonlyMap<string, string>): string {
  const found = freeNames(parseExpression(text)).toSorted((one, other) => other.start - one.start);
  return found.reduce(
    (whole, { name, start, end }) => `${whole.slice(0, start)}${names.get(name) ?? name}${whole.slice(end)}`,
    text,
  );
}
