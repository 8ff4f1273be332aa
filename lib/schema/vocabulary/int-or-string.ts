import { z } from 'zod';

/** The type of a value that is an integer or a string, such as a port by number or name, or a count by number or percentage. */
export function intOrString(): z.ZodUnion<readonly [z.ZodInt, z.ZodString]> {
  return z.union([z.int(), z.string()], { error: 'must be an integer or a string' });
}
