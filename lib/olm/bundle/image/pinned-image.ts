import type { Finding } from '../finding.ts';

/** Image → digest, as a lock file holds them. */
export type ImageLock = Readonly<Record<string, string>>;

/** An image by its digest, where a lock knows it: `example.com/cache:1` → `example.com/cache@sha256:…`. */
export function pinnedImage(image: string, lock: ImageLock | undefined): string {
  const digest = lock !== undefined && Object.hasOwn(lock, image) ? lock[image] : undefined;
  return digest === undefined || isPinned(image) ? image : `${image.replace(/:[^:/]+$/, '')}@${digest}`;
}

/** The images that a lock ought to know, and doesn't. @param lock - undefined: there is none, and tags are good enough */
export function imageLockFindings(images: readonly string[], lock: ImageLock | undefined): Finding[] {
  if (lock === undefined) return [];
  return [...new Set(images)]
    .filter((image) => !isPinned(image) && !Object.hasOwn(lock, image))
    .map((image) => ({
      what: `image ${image} is not in bundle.imageLock`,
      why: 'where one image is locked, all are: a cluster with a mirror has nothing else',
      remedy: 'add its digest to the lock file',
    }));
}

function isPinned(image: string): boolean {
  return image.includes('@sha256:');
}
