// Images

export type { Image } from './image.ts';
export { ImageError } from './image-error.ts';
export { type ImageName, imageName } from './image-name.ts';
export { type PackedImage, packedImage } from './packed-image.ts';
export { type Platform, platform } from './platform.ts';

// As files

export { writeArchive } from './archive-file.ts';
export { decompressed } from './decompressed.ts';
export { imageArchive } from './image-archive.ts';
export { type ImageSource, imageSource } from './image-source.ts';
export { writeLayout } from './layout-directory.ts';
export { type StoredImage, storedImage } from './stored-image.ts';
export { type TarEntry, tarEntries } from './tar-entry.ts';
