import type { ApiServerOptions } from './api-server-options.ts';
import type { AuditLevel } from './audit-log.ts';
import type { OptionalComponent } from './component.ts';

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
