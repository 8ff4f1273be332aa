import type { StartedImage } from '../../../render/index.ts';

/** An image that a cluster needs to run the operator and its children. Mirrors copy it. */
export interface RelatedImage {
  /** The name of the container, with a number if several containers of that name run different images. */
  readonly name: string;
  readonly image: string;
}

/** Returns each image once, with a unique name, in order of appearance. */
export function relatedImages(started: readonly StartedImage[]): RelatedImage[] {
  const images = new Map<string, string>();
  const names = new Set<string>();
  for (const { name, image } of started) {
    if (images.has(image)) continue;
    const unique = freeImageName(name, names);
    names.add(unique);
    images.set(image, unique);
  }
  return [...images].map(([image, name]) => ({ name, image }));
}

function freeImageName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`;
  return free;
}
