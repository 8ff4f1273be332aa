/** Something about a type that a Kubernetes schema can't express. */
export interface Refusal {
  /** Where in the type, such as `spec.ports[].name`; empty for the type as a whole. */
  readonly path: string;
  /** What can't be expressed. */
  readonly message: string;
  /** What to write instead. */
  readonly remedy: string;
}

/** A refusal as a sentence. */
export function formatRefusal({ path, message, remedy }: Refusal): string {
  return `${path === '' ? 'the type' : path}: ${message}; ${remedy}`;
}
