import { createHash } from 'node:crypto';
import type { Platform } from './platform.ts';

/**
 * The media types of an image's parts.
 *
 * @see https://github.com/opencontainers/image-spec/blob/main/media-types.md
 */
export const mediaTypes = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  zstdLayer: 'application/vnd.oci.image.layer.v1.tar+zstd',
  plainLayer: 'application/vnd.oci.image.layer.v1.tar',
} as const;

/** A reference from one part of an image to another. */
export interface ContentDescriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: Platform;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A part of an image. */
export interface Blob {
  readonly descriptor: ContentDescriptor;
  readonly content: Pieces;
}

/** Returns bytes as a part of an image. */
export function blob(mediaType: string, content: Pieces): Blob {
  return { descriptor: { mediaType, digest: contentDigest(content), size: byteCount(content) }, content };
}

/** Returns data as a part of an image. Equal data in equal order gives the same part. */
export function jsonBlob(mediaType: string, data: object): Blob {
  return blob(mediaType, [jsonBytes(data)]);
}

/** Returns the bytes of data as JSON. */
export function jsonBytes(data: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(data));
}

/** Returns `sha256:` and the digest in hexadecimal. */
export function contentDigest(content: Pieces): string {
  const hash = createHash('sha256');
  for (const piece of content) hash.update(piece);
  return `sha256:${hash.digest('hex')}`;
}

/** Returns the path of a part in a layout by its digest, for any digest algorithm. */
export function blobPath(of: string): string {
  return `blobs/${of.replace(':', '/')}`;
}

/** Bytes in several pieces, one after the other, so that large content need not be copied into one. */
export type Pieces = readonly Uint8Array[];

/** Returns the number of bytes of all pieces. */
export function byteCount(pieces: Pieces): number {
  return pieces.reduce((size, { length }) => size + length, 0);
}

/** Returns true if bytes have a digest. @param digest - of a form that {@link digestPattern} allows. */
export function matchesDigest(bytes: Uint8Array, digest: string): boolean {
  const [algorithm = '', expected] = digest.split(':');
  return createHash(algorithm).update(bytes).digest('hex') === expected;
}
