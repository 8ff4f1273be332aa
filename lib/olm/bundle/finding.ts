import type { KubernetesObject } from '../../api/index.ts';

/** Something of an operator that a bundle can't express. */
export interface Finding {
  /** The manifest that is to blame. @default the operator as a whole */
  readonly manifest?: KubernetesObject;
  /** What can't be expressed. */
  readonly what: string;
  /** The rule that is in its way. */
  readonly why: string;
  /** What to write instead. */
  readonly remedy: string;
}

/** A manifest as messages name it: `Deployment db-controller-manager`. */
export function manifestTitle({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.name}`;
}
