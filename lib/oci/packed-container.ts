// In: layers and a start for each platform. Out: the blobs that are an image of them, and its digest.
// Called by whoever makes an image. Pure: equal images have the same bytes on every machine.

import { timestamp } from '../clock/index.ts';
import { type Blob, type Descriptor, jsonBlob, mediaTypes } from './blob.ts';
import type { ContainerImage, ContainerStart, ContainerVariant } from './container-image.ts';

/** An image in the parts in which it is stored and sent. */
export interface PackedImage {
  /** Of its manifest; of the index of its manifests, if it is for several platforms. */
  readonly root: Descriptor;
  /** All its parts, the root among them; none twice. */
  readonly blobs: readonly Blob[];
  /** Configuration and layers for the first of its platforms, the lowest first. */
  readonly first: { readonly config: Descriptor; readonly layers: readonly Descriptor[] };
}

/**
 * The image of a program: a configuration and a manifest for each platform, and an index of them if there are several.
 *
 * @see https://github.com/opencontainers/image-spec/blob/main/spec.md
 */
export function packedContainer({ variants: [first, ...others], created }: ContainerImage): PackedImage {
  const time = created && { created: timestamp(created.getTime()) };
  const own = packedVariant(first, time);
  const parts = {
    first: { config: own.config.descriptor, layers: first.layers.map(({ blob }) => blob.descriptor) },
  };
  if (others.length === 0) return { root: own.manifest.descriptor, blobs: distinct(own.blobs), ...parts };

  const all = [own, ...others.map((variant) => packedVariant(variant, time))];
  const index = jsonBlob(mediaTypes.index, {
    schemaVersion: 2,
    mediaType: mediaTypes.index,
    manifests: all.map(({ platform, manifest: { descriptor } }) => ({ ...descriptor, platform })),
  });
  return { root: index.descriptor, blobs: distinct([...all.flatMap(({ blobs }) => blobs), index]), ...parts };
}

interface PackedVariant extends Pick<ContainerVariant, 'platform'> {
  readonly config: Blob;
  readonly manifest: Blob;
  /** The two among them. */
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
    layers: layers.map(({ blob }): Descriptor => blob.descriptor),
  });
  return { platform, config, manifest, blobs: [...layers.map(({ blob }) => blob), config, manifest] };
}

/** What is left out stays out of the document. */
function startDocument({ user, ports, env, entrypoint, command, volumes, ...start }: ContainerStart): object {
  return {
    User: user,
    ExposedPorts: ports && emptyObjects(ports),
    Env: env && sorted(env).map(([name, value]) => `${name}=${value}`),
    Entrypoint: entrypoint,
    Cmd: command,
    Volumes: volumes && emptyObjects(volumes),
    WorkingDir: start.workingDirectory,
    Labels: start.labels && Object.fromEntries(sorted(start.labels)),
  };
}

/** A set, as documents in Go's manner have it. */
function emptyObjects(names: readonly string[]): object {
  return Object.fromEntries(names.toSorted().map((name) => [name, {}]));
}

function sorted(record: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Without those that platforms share. */
function distinct(blobs: readonly Blob[]): Blob[] {
  return [...new Map(blobs.map((blob) => [blob.descriptor.digest, blob])).values()];
}
