/**
 * A selector of objects by fields: field → the value that it must have, or must not have. An object must match all of
 * them.
 *
 * The API server decides which fields of a kind can be selected by. These are name and namespace of every kind, and few
 * others, such as a pod's `spec.nodeName` and `status.phase`. A custom resource has its `selectableFields`, too.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/
 */
export type FieldSelector = Readonly<Record<string, string | { readonly not: string }>>;

/** Formats a selector for requests: `spec.nodeName=one,status.phase!=Failed`. Equal selectors give the same text. */
export function formatFieldSelector(selector: FieldSelector): string {
  return Object.entries(selector)
    .map(([field, value]) =>
      typeof value === 'string' ? `${field}=${escapedFieldValue(value)}` : `${field}!=${escapedFieldValue(value.not)}`,
    )
    .sort()
    .join();
}

function escapedFieldValue(value: string): string {
  return value.replace(/[\\,=]/g, String.raw`\$&`);
}
