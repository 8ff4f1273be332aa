/** Returns the number of items at the start of a list that come before a place. All items before it must come first. */
export function countBefore<Item>(list: readonly Item[], isBefore: (item: Item) => boolean): number {
  let [start, end] = [0, list.length];
  while (start < end) {
    const middle = (start + end) >> 1;
    const item = list[middle];
    if (item !== undefined && isBefore(item)) start = middle + 1;
    else end = middle;
  }
  return start;
}
