import type { z } from 'zod';
import type { Visit } from './visit.ts';

/** Refuses an optional item of a list or entry of a map: only fields can be absent. */
export function refuseAbsentPart(type: z.core.$ZodType, visit: Visit): void {
  if (type._zod.optin === undefined) return;
  visit.refuse('only fields can be left out', 'write the type without .optional() and .default(…)');
}
