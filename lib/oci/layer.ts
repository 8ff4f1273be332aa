import { type Blob, blob, digest, mediaTypes } from './blob.ts';
import { compression, decompressed } from './decompressed.ts';
import type { Pieces } from './pieces.ts';
import { smallGzip } from './small-gzip.ts';
import { storedGzip } from './stored-gzip.ts';

/** A part of a container's file system: what is laid over the layers below it. */
export interface Layer {
  readonly blob: Blob;
  /** Of the archive without compression, by which containers' tools know equal layers. */
  readonly diffId: string;
  /** What has made it, for people who look at an image's history. */
  readonly createdBy: string;
}

/** Files as a layer that isn't compressed: what is written at once, and small. @param tar - see {@link tarArchive}. */
export function layer(tar: Pieces, createdBy: string): Layer {
  return { blob: blob(mediaTypes.layer, storedGzip(tar)), diffId: diffIdOf(tar), createdBy };
}

/** Files as a layer that is compressed, with the same bytes everywhere: what is large, and made once. */
export function smallLayer(tar: Pieces, createdBy: string): Layer {
  return { blob: blob(mediaTypes.layer, [smallGzip(tar)]), diffId: diffIdOf(tar), createdBy };
}

/** A layer of an archive that somebody has compressed, or hasn't; its bytes stay as they are. */
export function presentLayer(bytes: Uint8Array, createdBy: string): Layer {
  return { blob: blob(mediaTypeOf(bytes), [bytes]), diffId: diffIdOf([decompressed(bytes)]), createdBy };
}

function mediaTypeOf(bytes: Uint8Array): string {
  switch (compression(bytes)) {
    case 'gzip':
      return mediaTypes.layer;
    case 'zstd':
      return mediaTypes.zstdLayer;
    case undefined:
      return mediaTypes.plainLayer;
  }
}

/** What a layer of these files is known by, however it is compressed. */
export function diffIdOf(tar: Pieces): string {
  return digest(tar);
}
