import type { Platform } from './platform.ts';

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
