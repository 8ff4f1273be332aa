import { EvaluationError } from '../evaluation-error.ts';
import type { Library } from '../overload.ts';
import { CelList, CelMap, Optional, Span, type Value } from '../value/value.ts';

/** Values that may be absent. `or` and `orValue` are compiled separately, as their arguments may not be evaluated. */
export const optionals: Library = {
  'optional:none(): optional<A>': () => new Optional(),
  'optional:of(A): optional<A>': (value: Value) => new Optional(value),
  'optional:ofNonZeroValue(A): optional<A>': (value: Value) =>
    isZeroValue(value) ? new Optional() : new Optional(value),
  'optional<A>.hasValue(): bool': ({ value }: Optional) => value !== undefined,
  'optional<A>.value(): A': ({ value }: Optional) => {
    if (value === undefined) throw new EvaluationError('optional:none() dereference');
    return value;
  },
};

function isZeroValue(value: Value): boolean {
  if (value instanceof CelList) return value.items.length === 0;
  if (value instanceof CelMap) return value.size === 0;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof Span) return value.nanoseconds === 0n;
  if (value instanceof Optional) return value.value === undefined;
  return value === null || value === false || value === 0n || value === 0 || value === '';
}
