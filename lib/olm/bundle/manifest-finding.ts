import type { KubernetesObject } from '../../api/index.ts';

/** A part of an operator that a bundle can't express. */
export interface ManifestFinding {
  /** The manifest with the problem. @default the operator as a whole */
  readonly manifest?: KubernetesObject;
  /** The part that can't be expressed. */
  readonly what: string;
  /** The rule that prevents it. */
  readonly why: string;
  /** The correction. */
  readonly remedy: string;
}

/** Returns the name of a manifest in a finding: `Deployment db-controller-manager`. */
export function manifestTitle({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.name}`;
}
