/**
 * Which values of fields: field → the value that it must have, or mustn't. All of it must match.
 *
 * The API server decides which fields of a kind can be selected by: name and namespace of every kind, few others, such
 * as a pod's `spec.nodeName` and `status.phase`, and a custom resource's `selectableFields`.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/
 */
export type FieldSelector = Readonly<Record<string, string | { readonly not: string }>>;

/** A selector as text, as requests carry it: `spec.nodeName=one,status.phase!=Failed`. The same text for equal selectors. */
export function formatFieldSelector(selector: FieldSelector): string {
  return Object.entries(selector)
    .map(([field, value]) =>
      typeof value === 'string' ? `${field}=${escaped(value)}` : `${field}!=${escaped(value.not)}`,
    )
    .sort()
    .join();
}

function escaped(value: string): string {
  return value.replace(/[\\,=]/g, String.raw`\$&`);
}
