import type { KubernetesRelease } from './release.ts';

/** Which API server a control plane has. */
export interface ApiServerOptions {
  /**
   * Its release: the one that the library is made with, or the oldest minor that operators are for.
   * The scheduler is of the release that the API server starts with, since a later one does nothing; all else is current.
   *
   * @default `current`
   */
  readonly release?: KubernetesRelease | undefined;
  /**
   * Features that it has on or off against its defaults, such as `{ WatchList: false }`.
   *
   * @default none
   * @see https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/
   */
  readonly featureGates?: Readonly<Record<string, boolean>> | undefined;
}

/** What says so on a command line. */
export function featureGateArguments(gates: Readonly<Record<string, boolean>>): readonly string[] {
  const settings = Object.entries(gates).map(([name, isOn]) => `${name}=${isOn}`);
  return settings.length > 0 ? [`--feature-gates=${settings.join(',')}`] : [];
}
