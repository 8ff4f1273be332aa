import type { Layer } from './layer.ts';
import type { Platform } from './platform.ts';

/** A program and the files that it needs, for some platforms. */
export interface ContainerImage {
  readonly variants: readonly [ContainerVariant, ...ContainerVariant[]];
  /** The time of the build. @default none, so that equal content is an equal image */
  readonly created?: Date;
}

/** The content of an image for one platform. */
export interface ContainerVariant {
  readonly platform: Platform;
  /** The layers, the lowest first. */
  readonly layers: readonly Layer[];
  readonly start: ContainerStart;
}

/**
 * The start of an image's containers, and the image's labels. The runtime sets omitted fields.
 *
 * @see https://github.com/opencontainers/image-spec/blob/main/config.md#properties
 */
export interface ContainerStart {
  /** `user:group`, as numbers: a cluster with runAsNonRoot doesn't resolve names. */
  readonly user?: string;
  readonly entrypoint?: readonly string[];
  /** The default arguments of the entry point. */
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly workingDirectory?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** The ports of the program: `8080/tcp`. */
  readonly ports?: readonly string[];
  /** The data directories. */
  readonly volumes?: readonly string[];
}
