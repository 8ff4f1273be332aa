import { editDistance } from './edit-distance.ts';

/** Returns the name closest to `text`, to suggest a correction; undefined if none is close. */
export function nearest(text: string, names: readonly string[]): string | undefined {
  // Names with a larger difference in length than the allowed distance aren't compared: a tenant's name may be very long.
  const candidates = names
    .filter((name) => Math.abs(name.length - text.length) <= Math.max(1, text.length / 3))
    .map((name) => ({ name, distance: editDistance(text.toLowerCase(), name.toLowerCase()) }));
  const best = candidates.sort((one, other) => one.distance - other.distance)[0];
  const isNear = best !== undefined && best.distance < text.length && best.distance <= Math.max(1, text.length / 3);
  return isNear ? best.name : undefined;
}
