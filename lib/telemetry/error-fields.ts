import { thrownText } from '../system/index.ts';

/** The maximum number of causes, one inside the other, in a line. */
const mostLevels = 10;

/**
 * Returns a thrown value as the fields of a log line: type, message, stack, causes and own fields of an Error.
 *
 * An Error with a method `toJSON` becomes its return value: an answer of the API server needs no stack of this process.
 */
export function errorFields(thrown: unknown, outer: readonly unknown[] = []): unknown {
  if (!(thrown instanceof Error)) return { message: thrownText(thrown) };
  if (hasJson(thrown)) return thrown.toJSON();
  const path = [...outer, thrown];
  const nested = (value: unknown): unknown =>
    path.includes(value) || path.length === mostLevels ? '…' : errorFields(value, path);
  const { message, stack, cause, name } = thrown;
  const fields: readonly (readonly [string, unknown])[] = Object.entries(thrown);
  const own = fields.map(([field, value]) => [field, value instanceof Error ? nested(value) : value] as const);
  return {
    type: thrown.constructor.name || name,
    message,
    stack,
    ...(thrown instanceof AggregateError && { aggregateErrors: Array.from<unknown, unknown>(thrown.errors, nested) }),
    ...(cause !== undefined && { cause: nested(cause) }),
    ...Object.fromEntries(own),
  };
}

function hasJson(error: Error): error is Error & { toJSON(): unknown } {
  return 'toJSON' in error && typeof error.toJSON === 'function';
}
