// In: where an image with Node lies. Out: what it is on a platform, to put a program on.
// Called by `image build`, if it is given a base.

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
 * The image at a path, an archive or a layout, as a base.
 *
 * Node is what it starts, or else what its `PATH` finds. Of how it starts, nothing but its variables stays.
 *
 * @throws Failure if it is no image, isn't made for the platform, or has no Node.
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

/** One after the other, so that no more than one is held in one piece. */
function* blobsOf(layers: readonly Layer[]): Generator<Uint8Array> {
  for (const { blob } of layers) yield Buffer.concat(blob.content);
}

/** A link counts, wherever it leads. */
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
  throw new Failure(`${path} is no image: name an archive or a layout`);
}
