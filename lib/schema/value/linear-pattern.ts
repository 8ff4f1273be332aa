import { z } from 'zod';
import { cachedGoPattern } from '../compiled-pattern.ts';
import { goTranslation } from '../type/go-pattern.ts';

/**
 * A regular expression that tests texts like the API server: with RE2's semantics, in time linear in the text.
 *
 * An expression that RE2 doesn't support matches no text; at synth, its type fails validation.
 */
export class LinearPattern extends RegExp {
  readonly #pattern: string | undefined;

  private constructor(expression: RegExp) {
    super(expression);
    const { pattern, obstacle } = goTranslation(expression);
    this.#pattern = obstacle === undefined ? pattern : undefined;
  }

  /**
   * Returns the linear form of an expression; the expression itself if it is one of zod's with lookahead, which take
   * linear time.
   */
  static of(expression: RegExp): RegExp {
    return lookingAhead.has(expression.source) ? expression : new LinearPattern(expression);
  }

  override test(text: string): boolean {
    return this.#pattern !== undefined && cachedGoPattern(this.#pattern)?.test(text) === true;
  }
}

const { domain, duration, emoji, extendedDuration, hostname, iban } = z.regexes;

/** zod's own expressions with lookahead, each evaluated once, at a fixed position. */
const lookingAhead: ReadonlySet<string> = new Set(
  [domain, duration, emoji(), extendedDuration, hostname, iban].map(({ source }) => source),
);
