// In: files, labels, platforms. Out: the blobs and the digest of the image. Called to write an image with only files.
// Pure: equal images have the same bytes on every machine.

import type { ContainerVariant } from './container-image.ts';
import { uncompressedLayer } from './layer.ts';
import { type PackedImage, packedContainer } from './packed-container.ts';
import type { Platform } from './platform.ts';
import { tarArchive } from './tar.ts';

/** Files to publish as an image. Containers of it don't run. */
export interface Image {
  /** Path → bytes. Paths are relative to the image's root, with `/`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The labels of the image. */
  readonly labels: Readonly<Record<string, string>>;
  /** The platforms of the image, all with the same files. */
  readonly platforms: readonly [Platform, ...Platform[]];
  /** The time of the build. @default none, so that equal files are equal images */
  readonly created?: Date;
}

/** Packs the image of some files: one layer, the same for all platforms. */
export function packedImage({ files, labels, platforms, created }: Image): PackedImage {
  const own = uncompressedLayer(tarArchive(new Map([...files].map(([path, bytes]) => [path, [bytes]]))), 'operand');
  const variant = (platform: Platform): ContainerVariant => ({ platform, layers: [own], start: { labels } });
  const [first, ...others] = platforms;
  return packedContainer({ variants: [variant(first), ...others.map(variant)], ...(created && { created }) });
}
