import { contentDigest as digestOf, jsonBytes, mediaTypes } from '../blob.ts';
import { maxContentBytes } from '../decompressed.ts';
import { imageDocuments, isImageIndex } from '../image-document.ts';
import { ImageError } from '../image-error.ts';
import type { ImageSource } from '../image-source.ts';
import { layoutIndex } from '../layout.ts';
import type { BlobStore, ExpectedBlob } from './blob-store.ts';
import type { RegistryClient } from './registry-client.ts';
import { boundedBytes } from './registry-response.ts';

/** The maximum that registries accept. */
const maxDocumentBytes = 4 * 2 ** 20;

/** The documents that a registry serves as manifests, of OCI and of Docker. */
const manifestTypes: readonly string[] = [
  mediaTypes.index,
  mediaTypes.manifest,
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
];

/** The layers of OCI and of Docker. */
const layerType = /\.layer\.|\.rootfs\./;

/**
 * Returns the digest that a tag has in a registry now.
 *
 * @throws ImageError if the registry can't be read, doesn't have the tag, or responds with another document.
 */
export async function readCurrentDigest(registry: RegistryClient, tag: string): Promise<string> {
  const bytes = await registry.read(
    `manifests/${tag}`,
    manifestTypes,
    async (body) => await boundedBytes(body, maxDocumentBytes),
  );
  if (!isImageIndex(bytes)) imageDocuments.manifest(bytes, `the response for ${tag}`);
  return digestOf([bytes]);
}

/**
 * Opens the image with a digest in a registry. Parts are downloaded into the store when they are read, and only if the
 * store doesn't have them.
 *
 * @throws ImageError if the registry can't be read or doesn't have the image. The source throws it also for parts that
 *   are too large, or don't match their digest.
 */
export async function openRegistrySource(
  registry: RegistryClient,
  digest: string,
  store: BlobStore,
): Promise<ImageSource> {
  const root = await part({ digest, mediaType: mediaTypes.index });
  const index = jsonBytes({ manifests: [{ mediaType: mediaTypes.index, digest, size: root.length }] });
  return async (path, wanted) => {
    if (wanted === undefined) return path === layoutIndex ? index : undefined;
    return await part({ ...wanted, mediaType: wanted.mediaType ?? '' });
  };

  async function part(wanted: ExpectedBlob & { readonly mediaType: string }): Promise<Uint8Array> {
    const present = await store.find(wanted.digest);
    if (present !== undefined) return present;
    const maxBytes = layerType.test(wanted.mediaType) ? maxContentBytes : maxDocumentBytes;
    if ((wanted.size ?? 0) > maxBytes) {
      throw new ImageError('too-large', `${wanted.digest} has ${wanted.size} bytes, and at most ${maxBytes} are read`);
    }
    const isManifest = manifestTypes.includes(wanted.mediaType);
    await registry.read(
      `${isManifest ? 'manifests' : 'blobs'}/${wanted.digest}`,
      isManifest ? manifestTypes : [],
      async (body) => await store.add(wanted, maxBytes, body),
    );
    const added = await store.find(wanted.digest);
    if (added === undefined)
      throw new ImageError('unreadable', `the part ${wanted.digest} is gone from the cache: run the command again`);
    return added;
  }
}
