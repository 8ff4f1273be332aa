/** Where client-side apply keeps a copy of the whole object. @see https://kubernetes.io/docs/reference/labels-annotations-taints/ */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** Annotations without the copy of their object that kubectl leaves there; the same if there is none. */
export function writtenAnnotations(annotations: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!(lastApplied in annotations)) return annotations;
  return Object.fromEntries(Object.entries(annotations).filter(([name]) => name !== lastApplied));
}
