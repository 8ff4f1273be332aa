import { parseExpression } from './expression.ts';
import { freeNames } from './free-name.ts';

/**
 * An expression over `self` and `oldSelf`, said of `object` and `oldObject`, as admission policies call them. What only
 * reads like one of the two stays: texts, fields, and variables of macros that hide it.
 *
 * @param isOptional - whether `oldSelf` is an optional.
 * @throws RefusedExpressionError if no API server can parse the expression; UnevaluableError if only that can.
 */
export function policyExpression(text: string, isOptional: boolean): string {
  const names: ReadonlyMap<string, string> = new Map([
    ['self', 'object'],
    ['oldSelf', isOptional ? '(oldObject == null ? optional.none() : optional.of(oldObject))' : 'oldObject'],
  ]);
  const found = freeNames(parseExpression(text)).toSorted((one, other) => other.start - one.start);
  return found.reduce(
    (whole, { name, start, end }) => `${whole.slice(0, start)}${names.get(name) ?? name}${whole.slice(end)}`,
    text,
  );
}
