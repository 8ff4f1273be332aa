/** Splits bytes into chunks at arbitrary positions. @param cuts - any numbers; taken modulo the length. */
export function chunked(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((one, other) => one - other);
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}
