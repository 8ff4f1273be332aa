/** The block size of a tar archive; a header has one block. */
export const tarBlockBytes = 512;

/** A field of a header. */
export interface TarField {
  readonly at: number;
  readonly length: number;
}

/**
 * The fields of a header in POSIX ustar.
 *
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html
 */
export const tarFields = {
  path: { at: 0, length: 100 },
  mode: { at: 100, length: 8 },
  user: { at: 108, length: 8 },
  group: { at: 116, length: 8 },
  size: { at: 124, length: 12 },
  time: { at: 136, length: 12 },
  checksum: { at: 148, length: 8 },
  type: { at: 156, length: 1 },
  target: { at: 157, length: 100 },
  /** `ustar`, a zero and two digits. */
  magic: { at: 257, length: 8 },
  /** The first part of a long path. */
  prefix: { at: 345, length: 155 },
} as const satisfies Readonly<Record<string, TarField>>;

/** Returns the sum of a header's bytes; the checksum itself counts as blanks. */
export function tarChecksum(header: Uint8Array): number {
  const { at, length } = tarFields.checksum;
  return header.reduce((sum, byte, index) => sum + (index >= at && index < at + length ? 0x20 : byte), 0);
}
