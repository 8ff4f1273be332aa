// In: a file's text. Out: its documents, ten times as fast as by the parser that explains problems. Called for each
// file; the other parser is called if this one fails.

import { defineScalarTag, FAILSAFE_SCHEMA, loadAll, NOT_RESOLVED, YAMLException } from 'js-yaml';

/**
 * Parses text without errors; drops empty documents. Returns undefined for text with errors, for aliases, which may
 * expand beyond the available memory, and for merge keys, infinities and NaN.
 *
 * Scalars have the types of Kubernetes' own readers: see `parsedYaml`.
 */
export function flawlessYaml(text: string): readonly unknown[] | undefined {
  try {
    const all = loadAll(text, { schema, maxAliases: 0 });
    return all.filter((document) => document !== undefined && document !== null);
  } catch (error) {
    if (error instanceof YAMLException) return undefined;
    throw error;
  }
}

/** Returns words in the three cases that YAML accepts. */
function wordsInCases(...words: readonly string[]): ReadonlySet<string> {
  const capitalized = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return new Set([...words, ...capitalized, ...words.map((word) => word.toUpperCase())]);
}

const yes = wordsInCases('y', 'yes', 'on', 'true');
const no = wordsInCases('n', 'no', 'off', 'false');
const nothing = wordsInCases('', '~', 'null');

/** The words that Go's readers read in their own way: merge keys, and numbers that JSON doesn't have. */
const specialWord = /^(?:<<|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

const schema = FAILSAFE_SCHEMA.withTags([
  scalarTag('null', (text) => (nothing.has(text) ? null : NOT_RESOLVED)),
  scalarTag('bool', (text) => (yes.has(text) ? true : no.has(text) ? false : NOT_RESOLVED)),
  scalarTag('int', parsedInteger),
  scalarTag('float', parsedFloat),
]);

function scalarTag<Value>(name: string, resolve: (text: string) => Value | typeof NOT_RESOLVED) {
  return defineScalarTag<Value>(`tag:yaml.org,2002:${name}`, { implicit: true, resolve, identify: () => false });
}

/** Accepts also underscores, and the bases 2, 8 and 16. */
function parsedInteger(text: string): number | typeof NOT_RESOLVED {
  const [, sign = '', digits = ''] = /^([-+]?)(\d[\w]*)$/.exec(text) ?? [];
  const plain = digits.replaceAll('_', '');
  const value = /^0[0-7]+$/.test(plain)
    ? Number.parseInt(plain, 8)
    : /^(?:0|[1-9]\d*|0[bB][01]+|0[oO][0-7]+|0[xX][\da-fA-F]+)$/.test(plain)
      ? Number(plain)
      : Number.NaN;
  if (!Number.isFinite(value)) return NOT_RESOLVED;
  return sign === '-' ? -value : value;
}

/** Returns no number beyond a double, which stays text in Go. @throws YAMLException for a {@link specialWord}. */
function parsedFloat(text: string): number | typeof NOT_RESOLVED {
  if (specialWord.test(text)) throw new YAMLException(`the special word ${text}`);
  const plain = text.replaceAll('_', '');
  const isNumber = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(plain) && /^[-+.\d]/.test(text);
  return isNumber && Number.isFinite(Number(plain)) ? Number(plain) : NOT_RESOLVED;
}
