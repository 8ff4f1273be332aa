/** What a container may use. @see https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/ */
export interface ResourceRequirements {
  readonly requests?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
}

/** What is said of the manager's Deployment. */
export interface ManagerProps {
  /** The image whose entry point is the operator's program, the one that calls `main`. */
  readonly image: string;
  /** One leads, the others stand by. @default 1 */
  readonly replicas?: number;
  /** @default requests of 10m CPU and 128Mi memory, limits of 500m CPU and 256Mi memory */
  readonly resources?: ResourceRequirements;
  /** Environment variables of the program: name → value. For what is said where the operator is put into an app, not for secrets. @default none */
  readonly env?: Readonly<Record<string, string>>;
}
