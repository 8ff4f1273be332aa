import { z } from 'zod';
import { goExpression } from '../go-expression.ts';
import { translated } from '../type/go-pattern.ts';

/**
 * A regular expression that tests texts as the API server does: with RE2's meaning, in time linear in the text.
 *
 * No text matches an expression that RE2 doesn't know; the schema of its type is refused at synth.
 */
export class LinearPattern extends RegExp {
  readonly #pattern: string | undefined;

  private constructor(expression: RegExp) {
    super(expression);
    const { pattern, obstacle } = translated(expression);
    this.#pattern = obstacle === undefined ? pattern : undefined;
  }

  /** The expression itself where it is one of zod's own that RE2 doesn't know, all of which take linear time. */
  static of(expression: RegExp): RegExp {
    return lookingAhead.has(expression.source) ? expression : new LinearPattern(expression);
  }

  override test(text: string): boolean {
    return this.#pattern !== undefined && goExpression(this.#pattern)?.test(text) === true;
  }
}

const { domain, duration, emoji, extendedDuration, hostname, iban } = z.regexes;

/** zod's own expressions that look ahead, once, from a fixed place. */
const lookingAhead: ReadonlySet<string> = new Set(
  [domain, duration, emoji(), extendedDuration, hostname, iban].map(({ source }) => source),
);
