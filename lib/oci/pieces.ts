/** Bytes, one piece after the other. What is large stays where it is: no copy is made to have it in one. */
export type Pieces = readonly Uint8Array[];

/** How many bytes the pieces are together. */
export function sizeOf(pieces: Pieces): number {
  return pieces.reduce((size, { length }) => size + length, 0);
}
