import type { Layer } from './layer.ts';
import type { Platform } from './platform.ts';

/** A program and what it needs to run, for some platforms. */
export interface ContainerImage {
  readonly variants: readonly [ContainerVariant, ...ContainerVariant[]];
  /** @default not told, so that equal content is an equal image */
  readonly created?: Date;
}

/** What an image is on one platform. */
export interface ContainerVariant {
  readonly platform: Platform;
  /** The lowest first. */
  readonly layers: readonly Layer[];
  readonly start: ContainerStart;
}

/**
 * How a container of an image starts, and what the image says of itself. What is left out is left to whoever starts it.
 *
 * @see https://github.com/opencontainers/image-spec/blob/main/config.md#properties
 */
export interface ContainerStart {
  /** `user:group`, as numbers: a cluster that demands anybody but root doesn't look names up. */
  readonly user?: string;
  readonly entrypoint?: readonly string[];
  /** The words behind the entry point, unless others are given. */
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly workingDirectory?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** What it listens on: `8080/tcp`. */
  readonly ports?: readonly string[];
  /** The directories that hold data. */
  readonly volumes?: readonly string[];
}
