import { EvaluationError } from '../expression-error.ts';
import type { Library } from '../overload.ts';
import { CelList, CelMap, type CelValue, OptionalValue } from '../value/cel-value.ts';
import { Span } from '../value/time.ts';

/** Values that may be absent. `or` and `orValue` are compiled separately, as their arguments may not be evaluated. */
export const optionals: Library = {
  'optional:none(): optional<A>': () => new OptionalValue(),
  'optional:of(A): optional<A>': (value: CelValue) => new OptionalValue(value),
  'optional:ofNonZeroValue(A): optional<A>': (value: CelValue) =>
    isZeroValue(value) ? new OptionalValue() : new OptionalValue(value),
  'optional<A>.hasValue(): bool': ({ value }: OptionalValue) => value !== undefined,
  'optional<A>.value(): A': ({ value }: OptionalValue) => {
    if (value === undefined) throw new EvaluationError('optional:none() dereference');
    return value;
  },
};

function isZeroValue(value: CelValue): boolean {
  if (value instanceof CelList) return value.items.length === 0;
  if (value instanceof CelMap) return value.size === 0;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof Span) return value.nanoseconds === 0n;
  if (value instanceof OptionalValue) return value.value === undefined;
  return value === null || value === false || value === 0n || value === 0 || value === '';
}
