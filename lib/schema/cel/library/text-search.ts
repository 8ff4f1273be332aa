/**
 * Yields the indexes at which a part begins in a text, in ascending order, overlapping ones included. It takes linear
 * time for any input.
 *
 * @param part - not empty.
 */
export function* occurrences(letters: readonly string[], part: readonly string[]): Generator<number> {
  const fallbacks = prefixBorders(part);
  let matched = 0;
  for (const [index, letter] of letters.entries()) {
    while (matched > 0 && part[matched] !== letter) matched = fallbacks[matched - 1] ?? 0;
    if (part[matched] === letter) matched += 1;
    if (matched < part.length) continue;
    yield index - part.length + 1;
    matched = fallbacks[matched - 1] ?? 0;
  }
}

/** Returns, for each prefix, the length of its longest proper prefix that is also its suffix. */
function prefixBorders(part: readonly string[]): number[] {
  const lengths = [0];
  let matched = 0;
  for (const letter of part.slice(1)) {
    while (matched > 0 && part[matched] !== letter) matched = lengths[matched - 1] ?? 0;
    if (part[matched] === letter) matched += 1;
    lengths.push(matched);
  }
  return lengths;
}

/** Yields the indexes of a part in a text that don't overlap, from the left. */
export function* separateOccurrences(letters: readonly string[], part: readonly string[]): Generator<number> {
  let free = 0;
  for (const place of occurrences(letters, part)) {
    if (place < free) continue;
    free = place + part.length;
    yield place;
  }
}
