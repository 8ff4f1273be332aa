/**
 * The annotation in which client-side apply keeps a copy of the whole object.
 *
 * @see https://kubernetes.io/docs/reference/labels-annotations-taints/
 */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** Returns annotations without kubectl's copy of their object. */
export function writtenAnnotations(annotations: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!(lastApplied in annotations)) return annotations;
  return Object.fromEntries(Object.entries(annotations).filter(([name]) => name !== lastApplied));
}
