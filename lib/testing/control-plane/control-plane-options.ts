import type { AuditLevel } from './audit-log.ts';
import type { OptionalComponent } from './component.ts';
import type { KubernetesRelease } from './release.ts';

/** Options of {@link ControlPlane.start}. */
export interface ControlPlaneOptions {
  /** Components beside etcd and the API server. @default all three */
  readonly components?: readonly OptionalComponent[] | undefined;
  /** Number of nodes that kwok simulates, named `node-1` and so on. @default 1 with kwok, else 0 */
  readonly nodes?: number | undefined;
  /** The API server at the start. @default the current release, with its own defaults */
  readonly apiServer?: ApiServerOptions | undefined;
  /**
   * The recorded requests to the API server: all, for `auditEvents`, or none, which saves the API server about a tenth
   * of its time.
   *
   * @default requests
   */
  readonly audit?: AuditLevel | undefined;
  /** Stops the start when aborted, a build of the binaries included. */
  readonly signal?: AbortSignal | undefined;
}

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
