// In: files, labels, platforms. Out: the blobs that are an image of them, and its digest.
// Called by whoever writes an image. Pure: equal images have the same bytes on every machine.

import { timestamp } from '../clock/index.ts';
import { type Blob, blob, type Descriptor, digest, jsonBlob, mediaTypes } from './blob.ts';
import type { Image } from './image.ts';
import type { Platform } from './platform.ts';
import { storedGzip } from './stored-gzip.ts';
import { tarArchive } from './tar.ts';

/** An image in the parts in which it is stored and sent. */
export interface PackedImage {
  /** Of its manifest; of the index of its manifests, if it is for several platforms. */
  readonly root: Descriptor;
  /** All its parts, the root among them; none twice. */
  readonly blobs: readonly Blob[];
  /** Configuration and layer for the first of its platforms. */
  readonly first: { readonly config: Descriptor; readonly layer: Descriptor };
}

/**
 * The image of some files: one layer, the same for all platforms, and a configuration and a manifest for each.
 *
 * @see https://github.com/opencontainers/image-spec/blob/main/spec.md
 */
export function packedImage({ files, labels, platforms, created }: Image): PackedImage {
  const tar = tarArchive(new Map([...files].map(([path, bytes]) => [path, [bytes]])));
  const layer = blob(mediaTypes.layer, storedGzip(tar));
  const time = created && { created: timestamp(created.getTime()) };

  const configuration = ({ architecture, os, variant }: Platform): Blob =>
    jsonBlob(mediaTypes.config, {
      ...time,
      architecture,
      os,
      variant,
      config: { Labels: Object.fromEntries(Object.entries(labels).toSorted(byName)) },
      rootfs: { type: 'layers', diff_ids: [digest(tar)] },
      history: [{ ...time, created_by: 'operand' }],
    });
  const manifest = (config: Descriptor): Blob =>
    jsonBlob(mediaTypes.manifest, {
      schemaVersion: 2,
      mediaType: mediaTypes.manifest,
      config,
      layers: [layer.descriptor],
    });

  const [first, ...others] = platforms;
  const config = configuration(first);
  const own = manifest(config.descriptor);
  const parts = { first: { config: config.descriptor, layer: layer.descriptor } };
  if (others.length === 0) return { root: own.descriptor, blobs: [layer, config, own], ...parts };

  const variants = others.map((platform) => {
    const config = configuration(platform);
    return { platform, config, manifest: manifest(config.descriptor) };
  });
  const all = [{ platform: first, config, manifest: own }, ...variants];
  const index = jsonBlob(mediaTypes.index, {
    schemaVersion: 2,
    mediaType: mediaTypes.index,
    manifests: all.map(({ platform, manifest: { descriptor } }) => ({ ...descriptor, platform })),
  });
  return {
    root: index.descriptor,
    blobs: [layer, ...all.flatMap(({ config, manifest }) => [config, manifest]), index],
    ...parts,
  };
}

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : 1;
}
