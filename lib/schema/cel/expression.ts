import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';
import type { CelType } from './cel-type.ts';
import { compile } from './compile.ts';
import type { Compiled } from './compiled.ts';
import { RefusedExpressionError, UnevaluableError } from './evaluation-error.ts';

const grammar = new Environment({ enableOptionalTypes: true });

/** What no CEL has outside of texts and comments. */
const foreign = /^[=&|;@#$^~\\]$/;

/** What the parser says of texts that end too early, or go on after their end. */
const unfinished = /got EOF$|token: EOF$/;

/**
 * The tree of an expression.
 *
 * @throws RefusedExpressionError if no API server can parse it; UnevaluableError if the parser can't, but one might.
 */
export function parseExpression(text: string): ASTNode {
  try {
    return grammar.parse(text).ast;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { summary } = error;
    if (isSurelyWrong(error, text))
      throw new RefusedExpressionError(`syntax error: ${lowerCase(summary)}`, { cause: error });
    throw new UnevaluableError(`the parser does not know a form in it (${lowerCase(summary)})`, { cause: error });
  }
}

function isSurelyWrong({ code, summary, range }: ParseError, text: string): boolean {
  if (['unterminated_string', 'unterminated_triple_quoted_string', 'newline_in_string'].includes(code)) return true;
  if (unfinished.test(summary)) return true;
  const letter = text[range?.start ?? text.length] ?? '';
  return code === 'unexpected_character' && (foreign.test(letter) || /^[)\]}]$/.test(letter));
}

function lowerCase(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}

const known = new WeakMap<object, Map<string, Compiled | Error>>();

/**
 * An expression over `self` and `oldSelf`, compiled once for each type.
 *
 * @param isOptional - whether `oldSelf` is an optional.
 * @throws RefusedExpressionError if no API server can compile it; UnevaluableError if it is left to one.
 */
export function expression(text: string, self: CelType, isOptional: boolean): Compiled {
  const cache = known.get(self) ?? new Map<string, Compiled | Error>();
  known.set(self, cache);
  const key = `${isOptional} ${text}`;
  const compiled = cache.get(key) ?? compiledOrError(text, self, isOptional);
  cache.set(key, compiled);
  if (compiled instanceof Error) throw compiled;
  return compiled;
}

function compiledOrError(text: string, self: CelType, isOptional: boolean): Compiled | Error {
  try {
    const oldSelf: CelType = isOptional ? { kind: 'optional', value: self } : self;
    return compile(
      parseExpression(text),
      new Map([
        ['self', self],
        ['oldSelf', oldSelf],
      ]),
    );
  } catch (error) {
    if (error instanceof RefusedExpressionError || error instanceof UnevaluableError) return error;
    throw error;
  }
}
