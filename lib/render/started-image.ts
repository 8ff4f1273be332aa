// In: an object with pods or pod templates, anywhere in it. Out: the images that they start, or the object with other
// images. Called at build time for the images that mirrors need, and at run time to replace images.

import { isJsonObject, type KubernetesObject } from '../api/index.ts';

/** An image that a pod starts or mounts. */
export interface StartedImage {
  /** The container or the volume that names it. */
  readonly name: string;
  readonly image: string;
}

/**
 * Returns the images of all containers and image volumes in a value, in order of appearance; one that appears twice,
 * twice.
 */
export function startedImages(value: unknown): StartedImage[] {
  const found: StartedImage[] = [];
  withImagesInside(value, (started) => {
    found.push(started);
    return started.image;
  });
  return found;
}

/**
 * Returns an object that starts other images.
 *
 * @param replacement - returns the image to start instead; undefined to keep the image
 */
export function withImages(
  { apiVersion, kind, metadata, ...content }: KubernetesObject,
  replacement: (image: string) => string | undefined,
): KubernetesObject {
  return { apiVersion, kind, metadata, ...fieldsWithImages(content, ({ image }) => replacement(image) ?? image) };
}

type Replace = (started: StartedImage) => string;

/** Children may be of any kind, also one that has a pod in fields of its own. */
function withImagesInside(value: unknown, replace: Replace): unknown {
  if (Array.isArray(value)) return value.map((item) => withImagesInside(item, replace));
  return isJsonObject(value) ? fieldsWithImages(value, replace) : value;
}

function fieldsWithImages(fields: Readonly<Record<string, unknown>>, replace: Replace): Record<string, unknown> {
  const changed = Object.entries(fields).map(([field, value]): [string, unknown] => {
    const isContainers = /^(?:init|ephemeral)?containers$/i.test(field) && Array.isArray(value);
    if (isContainers) return [field, value.map((item) => containerWithImage(item, replace))];
    const isVolumes = field === 'volumes' && Array.isArray(value);
    return [field, isVolumes ? value.map((item) => volumeWithImage(item, replace)) : withImagesInside(value, replace)];
  });
  return Object.fromEntries(changed);
}

function containerWithImage(value: unknown, replace: Replace): unknown {
  if (!isJsonObject(value)) return value;
  const { name, image } = value;
  const isStarted = typeof name === 'string' && typeof image === 'string' && image !== '';
  return isStarted ? { ...value, image: replace({ name, image }) } : value;
}

function volumeWithImage(value: unknown, replace: Replace): unknown {
  if (!isJsonObject(value) || !isJsonObject(value.image)) return value;
  const { name, image } = value;
  const { reference } = image;
  const isMounted = typeof name === 'string' && typeof reference === 'string' && reference !== '';
  return isMounted ? { ...value, image: { ...image, reference: replace({ name, image: reference }) } } : value;
}
