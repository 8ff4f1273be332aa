import type { OpenShiftFeature } from './openshift-feature.ts';

/** The metadata of an operator for OpenShift's catalogs and console. */
export interface OpenShiftProps {
  /**
   * The releases whose catalogs offer it: `v4.16` and later, `v4.14-v4.17`, or `=v4.16` alone.
   *
   * @default those with the oldest Kubernetes that it supports
   */
  readonly versions?: `v4.${number}` | `v4.${number}-v4.${number}` | `=v4.${number}`;
  /**
   * The last release that it supports: clusters aren't updated beyond it while the operator is installed.
   *
   * @default none
   */
  readonly maxVersion?: `4.${number}`;
  /**
   * The features that it has and those that it lacks.
   *
   * @default false for each feature that catalogs require; the others aren't declared
   */
  readonly features?: Readonly<Partial<Record<OpenShiftFeature, boolean>>>;
  /** The subscriptions of which a user needs one, as text. @default none */
  readonly validSubscriptions?: readonly string[];
  /** True if the cluster's own Prometheus scrapes the operator's namespace. @default false */
  readonly hasClusterMonitoring?: boolean;
  /** The names of its ConsolePlugins. @default none */
  readonly consolePlugins?: readonly string[];
  /** True if the console can't delete the operator's resources when it uninstalls it. @default false */
  readonly keepsResources?: boolean;
}
