// In: layers and a start for each platform, or only files. Out: the blobs and the digest of the image. Called to build
// an image. Pure: equal images have the same bytes on every machine.

import { timestamp } from '../clock/index.ts';
import { type Blob, type ContentDescriptor, jsonBlob, mediaTypes } from './blob.ts';
import { type Layer, uncompressedLayer } from './layer.ts';
import type { Platform } from './platform.ts';
import { tarArchive } from './tar.ts';

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

/** An image in the parts that are stored and sent. */
export interface PackedImage {
  /** The descriptor of its manifest, or of the index if it has several platforms. */
  readonly root: ContentDescriptor;
  /** All its parts, including the root; each once. */
  readonly blobs: readonly Blob[];
  /** Configuration and layers for the first platform, the lowest layer first. */
  readonly first: { readonly config: ContentDescriptor; readonly layers: readonly ContentDescriptor[] };
}

/**
 * Packs the image of a program: a configuration and a manifest for each platform, and an index if there are several.
 *
 * @see https://github.com/opencontainers/image-spec/blob/main/spec.md
 */
export function packedContainer({ variants: [first, ...others], created }: ContainerImage): PackedImage {
  const time = created && { created: timestamp(created.getTime()) };
  const own = packedVariant(first, time);
  const parts = { first: { config: own.config.descriptor, layers: first.layers.map(({ blob }) => blob.descriptor) } };
  if (others.length === 0) return { root: own.manifest.descriptor, blobs: distinctBlobs(own.blobs), ...parts };

  const all = [own, ...others.map((variant) => packedVariant(variant, time))];
  const index = jsonBlob(mediaTypes.index, {
    schemaVersion: 2,
    mediaType: mediaTypes.index,
    manifests: all.map(({ platform, manifest: { descriptor } }) => ({ ...descriptor, platform })),
  });
  return { root: index.descriptor, blobs: distinctBlobs([...all.flatMap(({ blobs }) => blobs), index]), ...parts };
}

interface PackedVariant extends Pick<ContainerVariant, 'platform'> {
  readonly config: Blob;
  readonly manifest: Blob;
  readonly blobs: readonly Blob[];
}

function packedVariant(
  { platform, layers, start }: ContainerVariant,
  time: { readonly created: string } | undefined,
): PackedVariant {
  const config = jsonBlob(mediaTypes.config, {
    ...time,
    architecture: platform.architecture,
    os: platform.os,
    variant: platform.variant,
    config: startDocument(start),
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ createdBy }) => ({ ...time, created_by: createdBy })),
  });
  const manifest = jsonBlob(mediaTypes.manifest, {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: config.descriptor,
    layers: layers.map(({ blob }): ContentDescriptor => blob.descriptor),
  });
  return { platform, config, manifest, blobs: [...layers.map(({ blob }) => blob), config, manifest] };
}

/** Omits undefined fields. */
function startDocument({ user, ports, env, entrypoint, command, volumes, ...start }: ContainerStart): object {
  return {
    User: user,
    ExposedPorts: ports && emptyObjects(ports),
    Env: env && sortedRecordEntries(env).map(([name, value]) => `${name}=${value}`),
    Entrypoint: entrypoint,
    Cmd: command,
    Volumes: volumes && emptyObjects(volumes),
    WorkingDir: start.workingDirectory,
    Labels: start.labels && Object.fromEntries(sortedRecordEntries(start.labels)),
  };
}

/** Returns a set in the format of Go's documents. */
function emptyObjects(names: readonly string[]): object {
  return Object.fromEntries(names.toSorted().map((name) => [name, {}]));
}

function sortedRecordEntries(record: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Removes duplicates, which platforms share. */
function distinctBlobs(blobs: readonly Blob[]): Blob[] {
  return [...new Map(blobs.map((blob) => [blob.descriptor.digest, blob])).values()];
}

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
