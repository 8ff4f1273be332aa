import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { repeatedItem } from '../value/demand.ts';

/** An issue for each of the values that stood before. @param words - for such a value. */
export function repetitions<Value>(values: readonly Value[], words: (value: Value) => string): z.core.$ZodRawIssue[] {
  return values.flatMap((value, index) => {
    const first = values.findIndex((earlier) => isDeepStrictEqual(earlier, value));
    if (first === index) return [];
    return [{ code: 'custom' as const, path: [index], input: value, message: repeatedItem(first, words(value)) }];
  });
}
