import { relatedImageVariable } from '../../constructs/index.ts';

/**
 * Returns the images of children after mirroring: image of the definition → image of its variable.
 *
 * Bundles set digests in these variables, and administrators of disconnected clusters set the mirrors.
 *
 * @param images - name → image.
 */
export function mirroredImages(
  images: Readonly<Record<string, string>> = {},
  environment: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, string> {
  const named = Object.entries(images).map(([name, image]) => ({
    image,
    other: environment[relatedImageVariable(name)]?.trim() ?? '',
  }));
  const replaced = named.filter(({ image, other }) => other !== '' && other !== image);
  return new Map(replaced.map(({ image, other }) => [image, other]));
}
