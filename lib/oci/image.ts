import type { Platform } from './platform.ts';

/** Files to be published as an image. Nothing in it runs. */
export interface Image {
  /** Path → bytes. Paths are relative to the image's root, with `/`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What the image says of itself. */
  readonly labels: Readonly<Record<string, string>>;
  /** For whom it is, though the files are the same for all. */
  readonly platforms: readonly [Platform, ...Platform[]];
  /** @default not told, so that equal files are equal images */
  readonly created?: Date;
}
