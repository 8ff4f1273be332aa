/**
 * Returns the name of an anchor for links: the path of a field below its version, such as `v1.spec.storage`. It depends
 * only on the path, and is unique for each path.
 */
export function anchorName(...path: readonly string[]): string {
  return path
    .map((step) => step.replace(/[^A-Za-z0-9-]/gu, (character) => `_${character.codePointAt(0)?.toString(16)}_`))
    .join('.');
}

/** Returns an anchor for links. @param name - from {@link anchorName}. */
export function anchor(name: string): string {
  return `<a id="${name}"></a>`;
}
