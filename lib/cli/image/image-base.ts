// In: a base and a platform. Out: its layers and start for a program on top of it. Called by `image build`.

import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { systemClock } from '../../clock/index.ts';
import {
  type ImageSource,
  type Layer,
  type LayerEntry,
  layerEntries,
  openImageSource,
  type Platform,
  parseRegistryReference,
  readContainerImage,
} from '../../oci/index.ts';
import { BlobStore, openRegistrySource, RegistryClient } from '../../oci/registry/index.ts';
import { Failure, failWith } from '../failure.ts';
import { cacheDirectory } from '../process/cache-directory.ts';
import { readDockerLogin } from './docker-login.ts';
import { type ImageLockOptions, readPinnedBase } from './image-lock.ts';

/** An image with Node, for all its platforms. */
export interface BaseImage {
  /** The name for the user. */
  readonly title: string;
  readonly source: ImageSource;
  readonly labels: Readonly<Record<string, string>>;
}

/** The base of a program's image, for one platform. */
export interface ImageBase {
  readonly platform: Platform;
  readonly layers: readonly Layer[];
  /** The command that starts Node. */
  readonly node: string;
  readonly env: Readonly<Record<string, string>>;
  /** The labels of the base. */
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Opens the base of a program's image: an archive or a layout at a path; or an image of a registry, by the digest in
 * its reference or in the lock. Parts of the latter are in the user's cache from then on.
 *
 * @throws Failure if it isn't an image, or can't be read.
 */
export async function openBaseImage(program: string, options: ImageLockOptions): Promise<BaseImage> {
  const { base } = options;
  const reference = base === undefined || existsSync(base) ? undefined : parseRegistryReference(base);
  if (base !== undefined && reference === undefined) {
    const source = await openImageSource(base).catch(failWith(`${base} can't be the base`));
    if (source !== undefined) return { title: base, source, labels: {} };
    throw new Failure(`${base} is not an image: name an archive, a layout, or an image of a registry with its tag`);
  }
  const pinned =
    reference?.digest === undefined
      ? await readPinnedBase(program, options)
      : { ...reference, digest: reference.digest };
  const { text, registry, repository, tag, digest } = pinned;
  const client = new RegistryClient(pinned, { clock: systemClock, login: readDockerLogin });
  const store = new BlobStore(cacheDirectory('registry'));
  return {
    title: text,
    source: await openRegistrySource(client, digest, store).catch(failWith(`${text} can't be the base`)),
    labels: tag === undefined ? {} : { [`${labelPrefix}.name`]: `${registry}/${repository}:${tag}` },
  };
}

/** @see https://github.com/opencontainers/image-spec/blob/main/annotations.md */
const labelPrefix = 'org.opencontainers.image.base';

/**
 * Reads a base for a platform. Node is its entry point, or else found in its `PATH`. Of its configuration, only the
 * variables are kept.
 *
 * @throws Failure if it can't be read, isn't built for the platform, or has no Node.
 */
export async function readImageBase({ title, source, labels }: BaseImage, platform: Platform): Promise<ImageBase> {
  const { layers, start, digest } = await readContainerImage(source, platform).catch(
    failWith(`${title} can't be the base`),
  );
  const entries = layerEntries(layerContents(layers));
  if (![...entries.values()].some(isNodePath))
    throw new Failure(`${title} has no Node: name an image that has, such as one of Node's own`);
  return {
    platform,
    layers,
    node: start.entrypoint?.find((word) => basename(word) === 'node') ?? 'node',
    env: start.env ?? {},
    labels: { ...labels, [`${labelPrefix}.digest`]: digest },
  };
}

/** Reads one layer at a time, to hold only one in memory. */
function* layerContents(layers: readonly Layer[]): Generator<Uint8Array> {
  for (const { blob } of layers) yield Buffer.concat(blob.content);
}

/** A link counts, whatever its target. */
function isNodePath({ path, type, mode }: LayerEntry): boolean {
  if (!`/${path}`.endsWith('/bin/node')) return false;
  return type.endsWith('link') || (type === 'file' && (mode & 0o111) !== 0);
}
