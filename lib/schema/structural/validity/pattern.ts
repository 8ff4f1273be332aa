import { goExpression } from '../../go-expression.ts';

/** Returns true if a text contains a match of a pattern in Go's syntax. An invalid pattern matches every text. */
export function matches(pattern: string, text: string): boolean {
  return goExpression(pattern)?.test(text) ?? true;
}
