/** The prefix of variables that name an image; tools that mirror images look for it. */
const prefix = 'RELATED_IMAGE_';

/** Returns the environment variable that replaces an image: `memcached` → `RELATED_IMAGE_MEMCACHED`. */
export function relatedImageVariable(name: string): string {
  return `${prefix}${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
}

/**
 * Returns the name of the image that a variable replaces: `RELATED_IMAGE_MEMCACHED` → `memcached`. Undefined for other
 * variables.
 */
export function relatedImageName(variable: string): string | undefined {
  return variable.startsWith(prefix) ? variable.slice(prefix.length).toLowerCase().replaceAll('_', '-') : undefined;
}

/**
 * Yields the findings for the images that an operator names for its children, one sentence each with its remedy.
 *
 * @param images - name → image
 */
export function* relatedImageFindings(images: Readonly<Record<string, string>>): Iterable<string> {
  const names = Object.keys(images);
  for (const [index, [name, image]] of Object.entries(images).entries()) {
    const before = names.slice(0, index);
    const earlier = before.find((other) => relatedImageVariable(other) === relatedImageVariable(name));
    const same = before.find((other) => images[other] === image);
    if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name))
      yield `childImages has '${name}', which is not a valid name: use lower-case letters, digits and '-'`;
    if (!/^\S+$/.test(image))
      yield `childImages.${name} is '${image}', which is not an image: write one without blanks`;
    if (earlier !== undefined)
      yield `childImages.${earlier} and childImages.${name} have the same variable: give one another name`;
    if (same !== undefined) yield `childImages.${same} and childImages.${name} are the same: leave one of the two out`;
  }
}
