import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';
import type { Rule } from '../rule.ts';
import { BoundedMap } from './bounded-map.ts';
import type { CelType } from './cel-type.ts';
import { compile } from './compile.ts';
import type { Compiled } from './compiled.ts';
import { RefusedExpressionError, UnevaluableError } from './evaluation-error.ts';

/** Made when the first expression is met, since a bundle loads the parser only then. */
let grammar: Environment | undefined;

/**
 * The tree of an expression.
 *
 * @throws RefusedExpressionError if no API server can parse it; UnevaluableError if the parser can't, but one might.
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
    throw new UnevaluableError(`the parser does not know a form in it (${lowerCase(summary)})`, { cause: error });
  }
}

/** Texts and comments, in which anything may stand. */
const opaque = /[rb]{0,2}(?:'''.*?(?:'''|$)|""".*?(?:"""|$)|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?)|\/\/[^\n]*/gis;

/** What CEL has and the parser does not know: optional entries, messages, names that begin with a dot, quoted names. */
const unknownForms = [/[[{,]\s*\?/, /[\w`]\s*\{/, /(?:^|[^\w\s)\]}'"?`])\s*\./, /`/];

/** Escapes and numbers are read by the parser in its own way, so it is not believed what it says of them. */
function isSurelyWrong({ code }: ParseError, text: string): boolean {
  if (/escape|number|exponent|limit/.test(code)) return false;
  const bare = text.replace(opaque, "''");
  return unknownForms.every((form) => !form.test(bare));
}

function lowerCase(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}

const known = new WeakMap<object, BoundedMap<string, Compiled | Error>>();

/**
 * An expression over `self` and `oldSelf`, compiled once for each type.
 *
 * @param self - the type of both.
 * @throws RefusedExpressionError if no API server can compile it; UnevaluableError if it is left to one.
 */
export function expression(
  text: string,
  self: CelType,
  { optionalOldSelf = false }: Pick<Rule, 'optionalOldSelf'>,
): Compiled {
  const cache = known.get(self) ?? new BoundedMap<string, Compiled | Error>(1000);
  known.set(self, cache);
  const key = `${optionalOldSelf} ${text}`;
  const oldSelf: CelType = optionalOldSelf ? { kind: 'optional', value: self } : self;
  const compiled = cache.get(key, () => compiledOrError(text, self, oldSelf));
  if (compiled instanceof Error) throw compiled;
  return compiled;
}

function compiledOrError(text: string, self: CelType, oldSelf: CelType): Compiled | Error {
  try {
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
