/** The unit of a tar archive; a header is one. */
export const tarBlockBytes = 512;

/** A field of a header. */
export interface TarField {
  /** Where it begins. */
  readonly at: number;
  /** How many bytes it has. */
  readonly length: number;
}

/**
 * Where the fields of a header are, as POSIX ustar has them.
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
  /** What a long path begins with. */
  prefix: { at: 345, length: 155 },
} as const satisfies Readonly<Record<string, TarField>>;

/** The sum of a header's bytes, its checksum counted as blanks. */
export function tarChecksum(header: Uint8Array): number {
  const { at, length } = tarFields.checksum;
  return header.reduce((sum, byte, index) => sum + (index >= at && index < at + length ? 0x20 : byte), 0);
}
