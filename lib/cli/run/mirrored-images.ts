import { relatedImageVariable } from '../../constructs/index.ts';

/**
 * What children start in place of the images that a definition names: image → that of its variable.
 *
 * Bundles name digests in these variables, and whoever mirrors images for a cluster without the internet names the copies.
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
