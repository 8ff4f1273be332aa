import { z } from 'zod';

/**
 * Returns the type of a value that is an integer or a string, such as a port number or name, or a count or percentage.
 *
 * @example const spec = z.object({ maxUnavailable: intOrString().default('25%') });
 */
export function intOrString(): z.ZodUnion<readonly [z.ZodInt, z.ZodString]> {
  return z.union([z.int(), z.string()], { error: 'must be an integer or a string' });
}
