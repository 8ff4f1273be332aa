import type { ApiServerOptions } from './api-server-options.ts';
import type { AuditLevel } from './audit-log.ts';
import type { OptionalComponent } from './component.ts';

/** What a control plane is to consist of. */
export interface ControlPlaneOptions {
  /** What runs beside etcd and the API server. @default all three */
  readonly components?: readonly OptionalComponent[] | undefined;
  /** How many nodes kwok plays, called `node-1` and so on. @default 1 with kwok, else 0 */
  readonly nodes?: number | undefined;
  /** Which API server it starts with. @default that of the current release, with its own defaults */
  readonly apiServer?: ApiServerOptions | undefined;
  /**
   * What is kept of the requests that the API server receives: each, for `auditEvents`, or none,
   * which spares the API server about a tenth of its time. @default requests
   */
  readonly audit?: AuditLevel | undefined;
  /** Gives up starting when aborted, also a build of the binaries. */
  readonly signal?: AbortSignal | undefined;
}
