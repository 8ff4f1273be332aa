import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';
import type { Rule } from '../rule.ts';
import type { CelType } from './cel-type.ts';
import { compileExpression } from './compile.ts';
import type { Compiled } from './evaluation-scope.ts';
import { RefusedExpressionError, UnevaluableError } from './expression-error.ts';
import { opaqueText, unknownEscape } from './string-literal.ts';

/** Created at first use, because a bundle loads the parser only then. */
let grammar: Environment | undefined;

/**
 * Parses an expression.
 *
 * @throws RefusedExpressionError if no API server can parse it; UnevaluableError if the parser can't, but an API server
 *   might.
 */
export function parseExpression(text: string): ASTNode {
  const unknown = unknownEscape(text);
  if (unknown !== undefined) {
    const remedy = String.raw`write \\ for a backslash, or a raw string such as r'\d'`;
    throw new RefusedExpressionError(`syntax error: CEL has no escape sequence ${unknown}: ${remedy}`);
  }
  try {
    grammar ??= new Environment({ enableOptionalTypes: true });
    return grammar.parse(text).ast;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { summary } = error;
    if (isSurelySyntaxError(error, text)) {
      throw new RefusedExpressionError(`syntax error: ${withLowerCaseStart(summary)}`, { cause: error });
    }
    throw new UnevaluableError(`the parser doesn't support a form in it (${withLowerCaseStart(summary)})`, {
      cause: error,
    });
  }
}

/**
 * Forms of CEL that the parser doesn't support: optional entries, messages, names that begin with a dot, quoted names.
 */
const unknownForms = [/[[{,]\s*\?/, /[\w`]\s*\{/, /(?:^|[^\w\s)\]}'"?`.])\s*\.\s*\w/, /`/];

/** A raw string with a backslash before a quote, which the parser takes for an escape sequence. */
const misreadRawText = /^b?r.*\\['"]/is;

/** The parser reads some escapes and numbers differently from cel-go, so its errors about them don't count. */
function isSurelySyntaxError({ code }: ParseError, text: string): boolean {
  if (/escape|number|exponent|limit/.test(code)) return false;
  if (text.match(opaqueText)?.some((each) => misreadRawText.test(each)) === true) return false;
  const bare = text.replace(opaqueText, "''");
  return unknownForms.every((form) => !form.test(bare));
}

function withLowerCaseStart(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}

/** A compiled expression, and its tree. */
export interface CompiledExpression extends Compiled {
  readonly node: ASTNode;
}

/**
 * Returns an expression over `self` and `oldSelf`.
 *
 * @param self - the type of both.
 * @throws RefusedExpressionError if no API server can compile it; UnevaluableError if only an API server might.
 */
export function expressionOverSelf(
  text: string,
  self: CelType,
  { optionalOldSelf = false }: Pick<Rule, 'optionalOldSelf'>,
): CompiledExpression {
  const node = parseExpression(text);
  const oldSelf: CelType = optionalOldSelf ? { kind: 'optional', value: self } : self;
  const scope = new Map([
    ['self', self],
    ['oldSelf', oldSelf],
  ]);
  return { ...compileExpression(node, scope), node };
}

/** The outcome for an expression: a result, a refusal, or neither if only an API server can compile the expression. */
export interface Compilation<Result> {
  readonly result?: Result;
  /** The reason why every API server refuses the expression. */
  readonly refusal?: string;
}

/** Returns the outcome of a function that parses or compiles an expression. */
export function compilation<Result>(compile: () => Result): Compilation<Result> {
  try {
    return { result: compile() };
  } catch (error) {
    if (error instanceof RefusedExpressionError) return { refusal: error.message };
    if (error instanceof UnevaluableError) return {};
    throw error;
  }
}
