import type { z } from 'zod';
import type { Visit } from './visit.ts';

/** Refuses that an item of a list or an entry of a map is left out: only fields can be. */
export function refuseAbsence(type: z.core.$ZodType, visit: Visit): void {
  if (type._zod.optin === undefined) return;
  visit.refuse('only fields can be left out', 'write the type without .optional() and .default(…)');
}
