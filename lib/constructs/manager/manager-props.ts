/**
 * The requests and limits of a container.
 *
 * @see https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
 */
export interface ResourceRequirements {
  readonly requests?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
}

/** The settings of the manager's Deployment. */
export interface ManagerProps {
  /** The image whose entry point is the operator's program, the one that calls `main`. */
  readonly image: string;
  /**
   * The number of replicas, on different nodes if there are several. One leads and the others stand by, unless they
   * share the work by {@link ManagerProps.shards}.
   *
   * @default 1
   */
  readonly replicas?: number;
  /**
   * Lets all replicas work at once: the number of parts into which the resources are divided, each worked on by one
   * replica at a time. 2 to 64, and never less than the number of replicas; better some times as many, for equal parts.
   * Each replica still caches all objects: more replicas work on more resources at once.
   *
   * A change of the number is rolled out as any other. The new replicas begin when the last old one has ended or a new
   * one leads. Only when it is removed, two replicas may work on one resource for a second: if that matters, scale the
   * old Deployment down first.
   *
   * @default one replica does all of the work
   */
  readonly shards?: number;
  /** @default requests of 10m CPU and 128Mi memory, limits of 500m CPU and 256Mi memory */
  readonly resources?: ResourceRequirements;
  /**
   * Environment variables of the program: name → value. For settings that differ between installations, not for
   * secrets.
   *
   * @default none
   */
  readonly env?: Readonly<Record<string, string>>;
}
