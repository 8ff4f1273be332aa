/** Something wrong with a value. */
export interface Finding {
  /** Where in the value, such as `spec.ports[0].name`; empty for the value as a whole. */
  readonly path: string;
  /** What is wrong, such as `must be at most 5, and is 9`. */
  readonly message: string;
}

/** A finding as a sentence. */
export function formatFinding({ path, message }: Finding): string {
  return path === '' ? message : `${path}: ${message}`;
}
