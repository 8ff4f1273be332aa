import { type Blob, blob, contentDigest, mediaTypes, type Pieces } from './blob.ts';
import { compression, decompressedBytes } from './decompressed.ts';
import { smallGzip, storedGzip } from './reproducible-gzip.ts';

/** A layer of a container's file system, above the lower layers. */
export interface Layer {
  readonly blob: Blob;
  /** The digest of the uncompressed archive, by which tools identify equal layers. */
  readonly diffId: string;
  /** The origin of the layer, shown in an image's history. */
  readonly createdBy: string;
}

/** Returns files as an uncompressed layer, for small content. @param tar - see {@link tarArchive}. */
export function uncompressedLayer(tar: Pieces, createdBy: string): Layer {
  return { blob: blob(mediaTypes.layer, storedGzip(tar)), diffId: contentDigest(tar), createdBy };
}

/** Returns files as a compressed layer with reproducible bytes, for large content that is built once. */
export function smallLayer(tar: Pieces, createdBy: string): Layer {
  return { blob: blob(mediaTypes.layer, [smallGzip(tar)]), diffId: contentDigest(tar), createdBy };
}

/** Returns an existing archive as a layer, compressed or not; its bytes stay unchanged. */
export function presentLayer(bytes: Uint8Array, createdBy: string): Layer {
  return { blob: blob(layerMediaType(bytes), [bytes]), diffId: contentDigest([decompressedBytes(bytes)]), createdBy };
}

function layerMediaType(bytes: Uint8Array): string {
  switch (compression(bytes)) {
    case 'gzip':
      return mediaTypes.layer;
    case 'zstd':
      return mediaTypes.zstdLayer;
    case undefined:
      return mediaTypes.plainLayer;
  }
}
