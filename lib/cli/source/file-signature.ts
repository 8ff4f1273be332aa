/** Bytes that identify a file format. */
export interface FileSignature {
  readonly bytes: readonly number[];
  /** Their offset. */
  readonly at: number;
}

/** The magic bytes of archive and compression formats. */
export const fileSignatures = {
  gzip: { bytes: [0x1f, 0x8b], at: 0 },
  zstd: { bytes: [0x28, 0xb5, 0x2f, 0xfd], at: 0 },
  zip: { bytes: [0x50, 0x4b, 0x03, 0x04], at: 0 },
  tar: { bytes: [0x75, 0x73, 0x74, 0x61, 0x72], at: 257 },
} as const satisfies Readonly<Record<string, FileSignature>>;

/** Returns true if a file has the bytes of a format. */
export function hasSignature(file: Uint8Array, { bytes, at }: FileSignature): boolean {
  return bytes.every((byte, index) => file[at + index] === byte);
}
