import type { JsonValue } from '../../../api/index.ts';

/** Returns a number, or a percentage of a total such as `25%`; `fallback` for other values. */
export function scaledValue(
  value: JsonValue | undefined,
  total: number,
  round: 'down' | 'up',
  fallback: string,
): number {
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' && /^\d{1,9}%$/.test(value) ? value : fallback;
  const share = (Number(text.slice(0, -1)) * total) / 100;
  return round === 'up' ? Math.ceil(share) : Math.floor(share);
}
