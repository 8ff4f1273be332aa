import { cachedGoPattern } from '../compiled-pattern.ts';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import type { Visit } from './visit.ts';

/** The maximum number of repetitions in Go. */
const repeatLimit = 1000;

/** The tokens of JavaScript's syntax that might have another meaning in Go's. */
const tokens =
  /\\u\{[\da-f]+\}|\\u[\da-f]{4}|\\p\{[^}\\]*\}|\\[\s\S]|\(\?<?[=!]|\(\?<|\{\d+(?:,\d*)?\}|\[\^?\]|[[\]]/gi;

/**
 * Returns a regular expression of JavaScript as a pattern of the API server, which uses Go's `regexp`, in linear time.
 * Refuses syntax that Go doesn't support, such as lookahead.
 *
 * @see https://pkg.go.dev/regexp/syntax
 */
export function goPattern(expression: RegExp, visit: Visit): JsonSchemaProps {
  const { pattern, obstacle } = goTranslation(expression);
  if (obstacle === undefined) return { pattern };
  return visit.refuse(
    `the API server's patterns don't support ${obstacle}, as in /${expression.source}/${expression.flags}`,
    "write simple patterns, one .regex(…) after the other, or rule(type, '<CEL expression>', '<message>')",
  );
}

/** A regular expression in Go's syntax. */
export interface Translation {
  readonly pattern: string;
  /** The parts that Go doesn't support; undefined if it supports all. */
  readonly obstacle: string | undefined;
}

/** Translates a regular expression of JavaScript to Go's syntax, as far as Go supports it. */
export function goTranslation({ source, flags }: RegExp): Translation {
  const unknown = (flags.match(/[vy]/g) ?? []).map((flag) => `the flag ${flag}`);
  let translate = translatedOutsideClass;

  const body = source.replace(tokens, (token) => {
    const translation = translate(token, flags);
    if (translation === undefined) unknown.push(token);
    if (token === '[') translate = translatedInClass;
    else if (/^\[?\^?\]$/.test(token)) translate = translatedOutsideClass;
    return translation ?? token;
  });
  const modes = flags.replace(/[^ims]/g, '');
  const pattern = modes === '' ? body : `(?${modes})${body}`;
  if (unknown.length > 0) return { pattern, obstacle: unknown.join(', ') };
  return { pattern, obstacle: cachedGoPattern(pattern) === undefined ? 'so many repetitions' : undefined };
}

/** Returns the pattern that matches exactly this text. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Translates a token outside of character classes; undefined if Go doesn't support it. */
function translatedOutsideClass(token: string, flags: string): string | undefined {
  if (token.startsWith('\\')) return translatedEscape(token, flags);
  if (token === '(?<') return '(?P<';
  if (token === '[^]') return '[\\s\\S]';
  if (token === '[' || token === ']') return token;
  const counts = token.match(/\d+/g);
  return counts?.every((count) => Number(count) <= repeatLimit) ? token : undefined;
}

/**
 * Translates a token in a character class: Go has a backspace by number only, and reads `[:` as the start of a name.
 */
function translatedInClass(token: string, flags: string): string | undefined {
  if (token === '\\b') return '\\x08';
  return token.startsWith('\\') ? translatedEscape(token, flags) : token.replace('[', '\\[');
}

/** Translates an escape sequence; undefined if Go doesn't support it. */
function translatedEscape(token: string, flags: string): string | undefined {
  if (/^\\.\{/.test(token) && !flags.includes('u')) return undefined;
  const hex = /^\\u\{?([\da-fA-F]+)/.exec(token)?.[1];
  if (hex !== undefined) return `\\x{${hex}}`;
  const [, letter, category, script] = /^\\([pP])\{(?:([A-Z][a-z]?)|(?:Script|sc)=(\w+))\}$/.exec(token) ?? [];
  if (letter !== undefined) return `\\${letter}{${category ?? script}}`;
  if (/^\\[1-9ckpP]/.test(token)) return undefined;
  if (token === '\\0') return '\\x00';
  if (token === '\\/') return '/';
  return /^\\([dDwWsSbBnrtvfx]|[^\p{L}\p{N}])$/u.test(token) ? token : token.slice(1);
}
