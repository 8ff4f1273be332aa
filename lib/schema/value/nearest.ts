/** The name that `text` is most likely meant to be; undefined if none comes close. */
export function nearest(text: string, names: readonly string[]): string | undefined {
  const candidates = names.map((name) => ({ name, distance: editDistance(text.toLowerCase(), name.toLowerCase()) }));
  const best = candidates.sort((one, other) => one.distance - other.distance)[0];
  const isNear = best !== undefined && best.distance < text.length && best.distance <= Math.max(1, text.length / 3);
  return isNear ? best.name : undefined;
}

/** How many letters have to be added, left out or exchanged to make the one text of the other. */
function editDistance(one: string, other: string): number {
  let distances = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const letter of one) {
    const next = [(distances[0] ?? 0) + 1];
    for (let index = 0; index < other.length; index++) {
      const exchanged = (distances[index] ?? 0) + (letter === other[index] ? 0 : 1);
      const leftOut = (distances[index + 1] ?? 0) + 1;
      const added = (next[index] ?? 0) + 1;
      next.push(Math.min(exchanged, leftOut, added));
    }
    distances = next;
  }
  return distances.at(-1) ?? 0;
}
