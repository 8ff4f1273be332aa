import type { StartedImage } from '../../../render/index.ts';

/** An image that a cluster has to have to run the operator and what it makes; mirrors copy it. */
export interface RelatedImage {
  /** Who runs it, with a number where several of that name run different images. */
  readonly name: string;
  readonly image: string;
}

/** Each image once, under a name of its own, in order of appearance. */
export function relatedImages(started: readonly StartedImage[]): RelatedImage[] {
  const images = new Map<string, string>();
  const names = new Set<string>();
  for (const { name, image } of started) {
    if (images.has(image)) continue;
    const unique = freeName(name, names);
    names.add(unique);
    images.set(image, unique);
  }
  return [...images].map(([image, name]) => ({ name, image }));
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`;
  return free;
}
