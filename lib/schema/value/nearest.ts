import { editDistance } from './edit-distance.ts';

/** The name that `text` is most likely meant to be; undefined if none comes close. */
export function nearest(text: string, names: readonly string[]): string | undefined {
  // A name that is longer by more than it may differ isn't compared: it may be as long as its author likes.
  const candidates = names
    .filter((name) => Math.abs(name.length - text.length) <= Math.max(1, text.length / 3))
    .map((name) => ({ name, distance: editDistance(text.toLowerCase(), name.toLowerCase()) }));
  const best = candidates.sort((one, other) => one.distance - other.distance)[0];
  const isNear = best !== undefined && best.distance < text.length && best.distance <= Math.max(1, text.length / 3);
  return isNear ? best.name : undefined;
}
