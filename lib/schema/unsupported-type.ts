/** A part of a type that a Kubernetes schema can't express. */
export interface UnsupportedType {
  /** The path in the type, such as `spec.ports[].name`; empty for the type as a whole. */
  readonly path: string;
  /** The part that can't be expressed. */
  readonly message: string;
  /** The replacement to write. */
  readonly remedy: string;
}

/**
 * Formats a {@link UnsupportedType} as a sentence.
 *
 * @example
 * schemaRefusals(z.object({ since: z.date() }), 'spec').map(formatRefusal);
 * // ['spec.since: JSON has no Date; write z.iso.datetime()']
 */
export function formatRefusal({ path, message, remedy }: UnsupportedType): string {
  return `${path === '' ? 'the type' : path}: ${message}; ${remedy}`;
}
