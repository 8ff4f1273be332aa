import type { ManifestFinding } from '../manifest-finding.ts';

/** Image → digest, the content of a lock file. */
export type ImageLock = Readonly<Record<string, string>>;

/** Returns an image by its digest if the lock has it: `example.com/cache:1` → `example.com/cache@sha256:…`. */
export function pinnedImage(image: string, lock: ImageLock | undefined): string {
  const digest = lock !== undefined && Object.hasOwn(lock, image) ? lock[image] : undefined;
  return digest === undefined || isImagePinned(image) ? image : `${image.replace(/:[^:/]+$/, '')}@${digest}`;
}

/** Reports images that the lock lacks. @param lock - undefined: there is none, and tags are allowed. */
export function imageLockFindings(images: readonly string[], lock: ImageLock | undefined): ManifestFinding[] {
  if (lock === undefined) return [];
  return [...new Set(images)]
    .filter((image) => !isImagePinned(image) && !Object.hasOwn(lock, image))
    .map((image) => ({
      what: `image ${image} is not in bundle.imageLock`,
      why: 'if one image is locked, all must be: a cluster with a mirror has only locked images',
      remedy: 'add its digest to the lock file',
    }));
}

function isImagePinned(image: string): boolean {
  return image.includes('@sha256:');
}
