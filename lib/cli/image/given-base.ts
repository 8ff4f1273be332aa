// In: the path of an image with Node. Out: the image for a platform, as a base for a program. Called by `image build`
// with a base.

import { basename } from 'node:path';
import {
  imageSource,
  type Layer,
  type LayerEntry,
  layerEntries,
  type Platform,
  storedContainer,
} from '../../oci/index.ts';
import { Failure } from '../failure.ts';
import type { ImageBase } from './image-base.ts';

/**
 * Reads the image at a path, an archive or a layout, as a base.
 *
 * Node is its entry point, or else found in its `PATH`. Of its configuration, only the variables are kept.
 *
 * @throws Failure if it isn't an image, isn't built for the platform, or has no Node.
 */
export async function givenBase(path: string, platform: Platform): Promise<ImageBase> {
  const { layers, start, digest } = await container(path, platform);
  const entries = layerEntries(blobsOf(layers));
  if (![...entries.values()].some(isNode))
    throw new Failure(`${path} has no Node: name an image that has, such as one of Node's own`);
  return {
    platform,
    layers,
    node: start.entrypoint?.find((word) => basename(word) === 'node') ?? 'node',
    env: start.env ?? {},
    labels: { 'org.opencontainers.image.base.digest': digest },
  };
}

/** Reads one layer at a time, to hold only one in memory. */
function* blobsOf(layers: readonly Layer[]): Generator<Uint8Array> {
  for (const { blob } of layers) yield Buffer.concat(blob.content);
}

/** A link counts, whatever its target. */
function isNode({ path, type, mode }: LayerEntry): boolean {
  if (!`/${path}`.endsWith('/bin/node')) return false;
  return type.endsWith('link') || (type === 'file' && (mode & 0o111) !== 0);
}

async function container(path: string, platform: Platform) {
  try {
    const source = await imageSource(path);
    if (source !== undefined) return await storedContainer(source, platform);
  } catch (error) {
    throw new Failure(`${path} can't be the base`, { cause: error });
  }
  throw new Failure(`${path} is not an image: name an archive or a layout`);
}
