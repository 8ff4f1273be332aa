import type { KubernetesRelease } from './release.ts';

/** Options of a control plane's API server. */
export interface ApiServerOptions {
  /**
   * Release of the API server: the library's current one, or the oldest minor that operators support. The scheduler has
   * the release with which the API server starts, because a later one doesn't work; all other components are current.
   *
   * @default `current`
   */
  readonly release?: KubernetesRelease | undefined;
  /**
   * Feature gates that differ from the release's defaults, such as `{ WatchList: false }`.
   *
   * @default none
   * @see https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/
   */
  readonly featureGates?: Readonly<Record<string, boolean>> | undefined;
}

/** Returns the command-line arguments for feature gates. */
export function featureGateArguments(gates: Readonly<Record<string, boolean>>): readonly string[] {
  const settings = Object.entries(gates).map(([name, isOn]) => `${name}=${isOn}`);
  return settings.length > 0 ? [`--feature-gates=${settings.join(',')}`] : [];
}
