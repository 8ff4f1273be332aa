/**
 * The name of a place in a page, by which others link to it: the path to a field below its version, such as
 * `v1.spec.storage`. It depends on nothing but the path, and no two paths have the same.
 */
export function anchorName(...path: readonly string[]): string {
  return path
    .map((step) => step.replace(/[^A-Za-z0-9-]/gu, (character) => `_${character.codePointAt(0)?.toString(16)}_`))
    .join('.');
}

/** What makes a place linkable. @param name - of {@link anchorName} */
export function anchor(name: string): string {
  return `<a id="${name}"></a>`;
}
