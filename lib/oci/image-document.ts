import { z } from 'zod';
import { ImageError } from './image-error.ts';
import { digestPattern } from './image-name.ts';

const map = z.record(z.string(), z.string()).nullish();

const descriptor = z.object({
  mediaType: z.string().nullish(),
  digest: z.string().regex(digestPattern),
  size: z.int().nonnegative(),
  platform: z.object({ os: z.string(), architecture: z.string(), variant: z.string().nullish() }).nullish(),
  annotations: map,
});

/** A reference from one part of an image to another, written by any tool. */
export type StoredDescriptor = z.infer<typeof descriptor>;

const index = z.object({ manifests: z.array(descriptor) });
const manifest = z.object({ config: descriptor, layers: z.array(descriptor) });
const words = z.array(z.string()).nullish();
const config = z.object({
  os: z.string().nullish(),
  architecture: z.string().nullish(),
  variant: z.string().nullish(),
  config: z.object({ Labels: map, Env: words, Entrypoint: words }).nullish(),
});
const dockerManifest = z.tuple([z.object({ Config: z.string(), Layers: z.array(z.string()) })]);

/** The documents of images: kind → parser of its bytes. Each throws an ImageError for bytes of another kind. */
export const imageDocuments = {
  index: documentReader('an index of images', index),
  manifest: documentReader('the manifest of an image', manifest),
  config: documentReader('the configuration of an image', config),
  dockerManifest: documentReader('the manifest of an archive with one image', dockerManifest),
} as const;

/** Returns true for an index of several images, false for a manifest. */
export function isImageIndex(document: Uint8Array): boolean {
  return index.safeParse(jsonOrUndefined(document)).success;
}

function documentReader<Document>(
  what: string,
  type: z.ZodType<Document>,
): (bytes: Uint8Array, path: string) => Document {
  return (bytes, path) => {
    const { success, data, error } = type.safeParse(jsonOrUndefined(bytes));
    if (success) return data;
    throw new ImageError('unreadable', `${path} is not ${what}: build the image again`, { cause: error });
  };
}

function jsonOrUndefined(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Returns true for an image in an index, false for attestations of builders, stored as if for a separate platform. */
export function isRunnableImage({ platform }: StoredDescriptor): boolean {
  return platform?.os !== 'unknown';
}
