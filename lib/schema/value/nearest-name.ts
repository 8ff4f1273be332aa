/** Returns the name closest to `text`, to suggest a correction; undefined if none is close. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  // Names with a larger difference in length than the allowed distance aren't compared: a tenant's name may be very long.
  const candidates = names
    .filter((name) => Math.abs(name.length - text.length) <= Math.max(1, text.length / 3))
    .map((name) => ({ name, distance: editDistance(text.toLowerCase(), name.toLowerCase()) }));
  const best = candidates.sort((one, other) => one.distance - other.distance)[0];
  const isNear = best !== undefined && best.distance < text.length && best.distance <= Math.max(1, text.length / 3);
  return isNear ? best.name : undefined;
}

/**
 * Returns the number of edits between two texts: characters inserted, deleted, replaced, or swapped with their neighbour.
 */
export function editDistance(one: string, other: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 0; row < one.length; row++) {
    const next = [row + 1];
    for (let index = 0; index < other.length; index++) {
      const exchanged = (last[index] ?? 0) + (one[row] === other[index] ? 0 : 1);
      const leftOut = (last[index + 1] ?? 0) + 1;
      const added = (next[index] ?? 0) + 1;
      const areSwapped = row > 0 && one[row] === other[index - 1] && one[row - 1] === other[index];
      const swapped = areSwapped ? (beforeLast[index - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min(exchanged, leftOut, added, swapped));
    }
    beforeLast = last;
    last = next;
  }
  return last.at(-1) ?? 0;
}
