/** What a container may use. @see https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/ */
export interface ResourceRequirements {
  readonly requests?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
}

/** What is said of the manager's Deployment. */
export interface ManagerProps {
  /** The image whose entry point is the operator's program, the one that calls `main`. */
  readonly image: string;
  /**
   * One leads and the others stand by, unless they share the work by {@link ManagerProps.shards}; on different nodes where
   * there are some.
   *
   * @default 1
   */
  readonly replicas?: number;
  /**
   * Lets all replicas work at once: into how many parts the resources are dealt, for each of which one replica at a time
   * is answerable. 2 to 64 and at least as many as there ever are replicas, better some times as many, so that all get
   * the same. Each replica still follows all objects; what grows with replicas is how much is worked on at once.
   *
   * A change of it is rolled out like any other: the new replicas begin when the last of the old ones has ended or one
   * of the new ones leads. Only when it is left out again two replicas may work on one resource for a second: scale the
   * old Deployment down first where that matters.
   *
   * @default one replica does all of the work
   */
  readonly shards?: number;
  /** @default requests of 10m CPU and 128Mi memory, limits of 500m CPU and 256Mi memory */
  readonly resources?: ResourceRequirements;
  /**
   * Environment variables of the program: name → value. For what is said where the operator is put into an app, not for
   * secrets.
   *
   * @default none
   */
  readonly env?: Readonly<Record<string, string>>;
}
