import { goExpression } from '../../go-expression.ts';

/** Whether a text matches a pattern in Go's syntax, anywhere in it. Every text does if the pattern is none. */
export function matches(pattern: string, text: string): boolean {
  return goExpression(pattern)?.test(text) ?? true;
}
