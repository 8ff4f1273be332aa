import type { z } from 'zod';
import { withAnnotation } from '../annotation.ts';
import { wrongCount } from '../value/error-message.ts';

/** Options of {@link mapSize}. */
export interface MapSizeOptions {
  /** @default 0 */
  readonly min?: number;
  /** @default no bound */
  readonly max?: number;
}

/**
 * Bounds the number of entries of a map type. The API server uses the bound to estimate the cost of rules about the map.
 *
 * @example const spec = z.object({ config: mapSize(z.record(z.string(), z.string().max(100)), { max: 50 }) });
 */
export function mapSize<Type extends z.ZodRecord>(type: Type, { min, max }: MapSizeOptions): Type {
  const schema = { ...(min !== undefined && { minProperties: min }), ...(max !== undefined && { maxProperties: max }) };
  return withAnnotation(type, { schema }, ({ value, issues }) => {
    const size = Object.keys(value).length;
    if (min !== undefined && size < min)
      issues.push({ code: 'custom', input: value, message: wrongCount('at least', min, 'entries', size) });
    if (max !== undefined && size > max)
      issues.push({ code: 'custom', input: value, message: wrongCount('at most', max, 'entries', size) });
  });
}
