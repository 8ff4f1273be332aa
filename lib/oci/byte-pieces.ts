/** Bytes in several pieces, one after the other, so that large content need not be copied into one. */
export type Pieces = readonly Uint8Array[];

/** Returns the number of bytes of all pieces. */
export function byteCount(pieces: Pieces): number {
  return pieces.reduce((size, { length }) => size + length, 0);
}
