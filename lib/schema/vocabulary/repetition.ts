import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';

/** An issue for each of the values that stood before. */
export function repetitions(values: readonly unknown[]): z.core.$ZodRawIssue[] {
  return values.flatMap((value, index) =>
    values.slice(0, index).some((earlier) => isDeepStrictEqual(earlier, value))
      ? [{ code: 'custom' as const, path: [index], input: value, message: `duplicate of ${JSON.stringify(value)}` }]
      : [],
  );
}
