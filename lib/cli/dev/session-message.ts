// The messages between `dev` and the process of a session.

import type { KubernetesObject } from '../../api/index.ts';
import type { EndedReconcile, ManagerWork } from '../dashboard/message.ts';
import type { WatchedKind } from '../dashboard/watched-kind.ts';

/** The operator of a session, as its sources define it. */
export interface LoadedOperator {
  readonly name: string;
  readonly namespace: string;
  /** The names of the Leases by which its replicas elect those that work. */
  readonly leases: readonly string[];
  /** That by which they elect the one that maintains the certificate of its webhooks; undefined without webhooks. */
  readonly certificateLease: string | undefined;
  /** The objects that install it. */
  readonly manifests: readonly KubernetesObject[];
  readonly samples: readonly KubernetesObject[];
  /** Those that the dashboard shows. */
  readonly kinds: readonly WatchedKind[];
}

/** A message of a session. */
export type SessionReport =
  /** The program uses a module. */
  | { readonly type: 'module'; readonly path: string }
  /** The definition is valid. */
  | { readonly type: 'loaded'; readonly operator: LoadedOperator }
  /** The operator reconciles. The remarks are for the developer, a sentence each. */
  | { readonly type: 'started'; readonly remarks: readonly string[] }
  | WorkReport;

/** A message about the work of the manager, for the dashboard. */
export type WorkReport =
  | { readonly type: 'reconcile'; readonly reconcile: EndedReconcile }
  /** Its queues and caches; undefined when it has ended. */
  | { readonly type: 'work'; readonly work: ManagerWork | undefined };

/** A message to a session: to load the sources, to let their operator work, or to stop it. */
export type SessionRequest = 'load' | 'begin' | 'stop';

/** A message to a session, before its operator begins: the place of its webhooks. */
export interface WebhookPlace {
  /** The URL at which API servers reach them. */
  readonly webhookUrl: string;
  /** The address at which they listen. @default as for `run` */
  readonly webhookAddress?: string;
}

/** A message to a session: the end of its right to write, unless a later message extends it. */
export interface WriteTerm {
  /** By the clock of the machine. */
  readonly writesUntilMs: number;
}
