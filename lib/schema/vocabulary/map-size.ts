import type { z } from 'zod';
import { annotated } from '../annotation.ts';

/** Options of {@link mapSize}. */
export interface MapSizeOptions {
  /** @default 0 */
  readonly min?: number;
  /** @default no bound */
  readonly max?: number;
}

/** The type of a map with a bounded number of entries. The API server estimates the cost of rules about maps by it. */
export function mapSize<Type extends z.ZodRecord>(type: Type, { min, max }: MapSizeOptions): Type {
  const schema = { ...(min !== undefined && { minProperties: min }), ...(max !== undefined && { maxProperties: max }) };
  return annotated(type, { schema }, ({ value, issues }) => {
    const size = Object.keys(value).length;
    if (size < (min ?? 0))
      issues.push({ code: 'custom', input: value, message: `has ${size} entries, at least ${min} are needed` });
    if (size > (max ?? Infinity))
      issues.push({ code: 'custom', input: value, message: `has ${size} entries, at most ${max} are allowed` });
  });
}
