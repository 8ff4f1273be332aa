import type { OpenShiftFeature } from './openshift-feature.ts';

/** What OpenShift's catalogs and its console want to know of an operator. */
export interface OpenShiftProps {
  /**
   * The releases whose catalogs offer it: `v4.16` and later, `v4.14-v4.17`, or `=v4.16` alone.
   *
   * @default those that have the oldest Kubernetes that it runs on
   */
  readonly versions?: `v4.${number}` | `v4.${number}-v4.${number}` | `=v4.${number}`;
  /** The last release that it runs on: clusters aren't updated further while it is installed. @default none */
  readonly maxVersion?: `4.${number}`;
  /** What it can do and what not. @default false of each feature that OpenShift's catalogs ask for, nothing of the others */
  readonly features?: Readonly<Partial<Record<OpenShiftFeature, boolean>>>;
  /** The subscriptions of which one is needed, in words for people. @default none */
  readonly validSubscriptions?: readonly string[];
  /** Whether the cluster's own Prometheus scrapes the operator's namespace. @default false */
  readonly hasClusterMonitoring?: boolean;
  /** The ConsolePlugins that it brings, by name. @default none */
  readonly consolePlugins?: readonly string[];
  /** Whether the console can't delete the operator's resources when it uninstalls it. @default false */
  readonly keepsResources?: boolean;
}
