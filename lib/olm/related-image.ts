import { isJsonObject } from '../api/index.ts';

/** An image that a cluster has to have to run the operator and what it makes; mirrors copy it. */
export interface RelatedImage {
  /** The container that runs it, with a number where containers of one name run different images. */
  readonly name: string;
  readonly image: string;
}

/** The images of all containers in `objects`, wherever a pod is described in them; each image once, in order of appearance. */
export function relatedImages(objects: readonly unknown[]): RelatedImage[] {
  const images = new Map<string, string>();
  const names = new Set<string>();
  for (const { name, image } of objects.flatMap(containersIn)) {
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

/** Children may be of any kind, also one that holds a pod in places of its own. */
function containersIn(value: unknown): RelatedImage[] {
  if (Array.isArray(value)) return value.flatMap(containersIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    /^(?:init)?containers$/i.test(field) && Array.isArray(inner) ? inner.filter(isContainer) : containersIn(inner),
  );
}

function isContainer(value: unknown): value is RelatedImage {
  return isJsonObject(value) && typeof value.name === 'string' && typeof value.image === 'string' && value.image !== '';
}
