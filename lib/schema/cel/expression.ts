import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';
import type { Rule } from '../rule.ts';
import type { CelType } from './cel-type.ts';
import { compile } from './compile.ts';
import type { Compiled } from './compiled.ts';
import { RefusedExpressionError, UnevaluableError } from './evaluation-error.ts';

/** Created at first use, because a bundle loads the parser only then. */
let grammar: Environment | undefined;

/**
 * Parses an expression.
 *
 * @throws RefusedExpressionError if no API server can parse it; UnevaluableError if the parser can't, but an API server
 *   might.
 */
export function parseExpression(text: string): ASTNode {
  try {
    grammar ??= new Environment({ enableOptionalTypes: true });
    return grammar.parse(text).ast;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { summary } = error;
    if (isSurelyWrong(error, text)) {
      throw new RefusedExpressionError(`syntax error: ${lowerCase(summary)}`, { cause: error });
    }
    throw new UnevaluableError(`the parser doesn't support a form in it (${lowerCase(summary)})`, { cause: error });
  }
}

/** Strings and comments, which may contain any text. */
const opaque = /[rb]{0,2}(?:'''.*?(?:'''|$)|""".*?(?:"""|$)|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?)|\/\/[^\n]*/gis;

/**
 * Forms of CEL that the parser doesn't support: optional entries, messages, names that begin with a dot, quoted names.
 */
const unknownForms = [/[[{,]\s*\?/, /[\w`]\s*\{/, /(?:^|[^\w\s)\]}'"?`])\s*\./, /`/];

/** The parser reads escapes and numbers differently from cel-go, so its errors about them don't count. */
function isSurelyWrong({ code }: ParseError, text: string): boolean {
  if (/escape|number|exponent|limit/.test(code)) return false;
  const bare = text.replace(opaque, "''");
  return unknownForms.every((form) => !form.test(bare));
}

function lowerCase(text: string): string {
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
export function compiledExpression(
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
  return { ...compile(node, scope), node };
}
