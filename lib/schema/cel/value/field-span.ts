import { EvaluationError } from '../expression-error.ts';
import { parseSpan, Span } from './time.ts';

const seconds = 1_000_000_000n;

/** The longest name of a unit may continue: `minutes` begins with `min`. */
const units: readonly { readonly names: readonly string[]; readonly nanoseconds: bigint }[] = [
  { names: ['ns', 'nano'], nanoseconds: 1n },
  { names: ['us', 'µs', 'micro'], nanoseconds: 1_000n },
  { names: ['ms', 'milli'], nanoseconds: 1_000_000n },
  { names: ['s', 'sec'], nanoseconds: seconds },
  { names: ['m', 'min'], nanoseconds: 60n * seconds },
  { names: ['h', 'hr', 'hour'], nanoseconds: 3_600n * seconds },
  { names: ['d', 'day'], nanoseconds: 86_400n * seconds },
  { names: ['w', 'wk', 'week'], nanoseconds: 604_800n * seconds },
];

const mostNumber = 2n ** 63n - 1n;
const mostDigits = 19;

/**
 * Parses a field of the format `duration`: in Go's notation or, in other texts, the sum of all numbers with a unit, as
 * in `5 min` or `P1D`. Undefined for texts without any.
 *
 * @see https://github.com/kubernetes/kube-openapi/blob/master/pkg/validation/strfmt/duration.go
 */
export function fieldSpan(text: string): Span | undefined {
  try {
    return parseSpan(text);
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return looselyParsedSpan(text);
  }
}

function looselyParsedSpan(text: string): Span | undefined {
  const parts = [...text.matchAll(/(?<!\d)(\d+)\s*([A-Za-zµ]+)/g)].map(([, digits = '', unit = '']) => ({
    number: digits.replace(/^0+/, '').length > mostDigits ? mostNumber + 1n : BigInt(digits.slice(-mostDigits)),
    unit: spanUnit(unit.toLowerCase()),
  }));
  const known = parts.flatMap(({ number, unit }) => (unit === undefined ? [] : [number * unit]));
  if (known.length === 0 || parts.some(({ number }) => number > mostNumber)) return undefined;
  // Durations beyond 64 bits wrap around there, without an error.
  return new Span(
    BigInt.asIntN(
      64,
      known.reduce((sum, part) => sum + part),
    ),
  );
}

function spanUnit(name: string): bigint | undefined {
  const unit = units.find(({ names }) => names.includes(name) || name.startsWith(names.at(-1) ?? name));
  return unit?.nanoseconds;
}
