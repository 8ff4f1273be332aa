// In: layers and a start for each platform. Out: the blobs and the digest of the image. Called to build an image. Pure:
// equal images have the same bytes on every machine.

import { timestamp } from '../clock/index.ts';
import { type Blob, type ContentDescriptor, jsonBlob, mediaTypes } from './blob.ts';
import type { ContainerImage, ContainerStart, ContainerVariant } from './container-image.ts';

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
  const parts = {
    first: { config: own.config.descriptor, layers: first.layers.map(({ blob }) => blob.descriptor) },
  };
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
  /** The configuration and the manifest. */
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
