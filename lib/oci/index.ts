// Images

export type { Pieces } from './blob.ts';
export { ImageError } from './image-error.ts';
export {
  digestPattern,
  dockerRegistry,
  type ImageName,
  parseImageName,
  parseRegistryReference,
  type RegistryReference,
} from './image-name.ts';
export { type Layer, presentLayer, smallLayer, uncompressedLayer } from './layer.ts';
export type { ContainerImage, ContainerStart, ContainerVariant } from './packed-container.ts';
export { type Image, type PackedImage, packedContainer, packedImage } from './packed-container.ts';
export { type Platform, parsePlatform } from './platform.ts';

// As files

export { decompressedBytes } from './decompressed.ts';
export { imageArchive, writeArchive } from './image-archive.ts';
export { type ImageSource, openImageSource } from './image-source.ts';
export { type LayerEntry, layerEntries } from './layer-file.ts';
export { writeLayout } from './layout.ts';
export { readContainerImage, type StoredContainer } from './stored-container.ts';
export { readStoredImage, type StoredImage } from './stored-image.ts';
export { type TarEntry, tarEntries } from './tar-entry.ts';

// File systems

export { type TarNode, tarArchive } from './tar.ts';
