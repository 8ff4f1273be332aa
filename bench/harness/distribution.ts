/** Returns the minimum, the median and the 99th percentile of some values, under names that begin with `name`. */
export function distribution(name: string, values: readonly number[]): Readonly<Record<string, number>> {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number => {
    const index = Math.min(sorted.length - 1, Math.floor(share * sorted.length));
    return Math.round((sorted[index] ?? Number.NaN) * 100) / 100;
  };
  return { [`${name}Min`]: at(0), [`${name}P50`]: at(0.5), [`${name}P99`]: at(0.99) };
}

/** Returns the median of some values; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}
