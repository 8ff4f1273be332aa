/** How many letters have to be added, left out or exchanged to make the one text of the other. */
export function editDistance(one: string, other: string): number {
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
