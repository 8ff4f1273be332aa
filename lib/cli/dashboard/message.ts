// The messages from the server of the dashboard to its page. Types only: the page imports them, too.

/** The state of an object, by its kind's readiness rule. */
export type Health = 'ready' | 'progressing' | 'failed';

/** The operators and the cluster that the dashboard shows. */
export interface BoardReport {
  /** Their names. */
  readonly operators: readonly string[];
  /** The URL of the API server. */
  readonly cluster: string;
  readonly kinds: readonly KindReport[];
}

/** A kind that the dashboard watches. */
export interface KindReport {
  /** `Deployment.apps/v1`. */
  readonly id: string;
  readonly kind: string;
  /** `resource`: a custom resource of the operator. */
  readonly role: 'resource' | 'child';
  /** `forbidden`: the user may not list or watch the kind. */
  readonly state: 'not-listed' | 'listed' | 'forbidden' | 'not-served' | 'over-limit';
  /** The failure of the last attempt to list or watch. */
  readonly failure?: string | undefined;
}

/** An object, and its state. */
interface ObjectState {
  readonly uid: string;
  readonly kind: string;
  readonly name: string;
  readonly health: Health;
  /** The reason of a state other than `ready`. */
  readonly message: string;
}

/** One line of the list of custom resources. */
export interface ResourceRow extends ObjectState {
  readonly namespace?: string | undefined;
  readonly createdAt: string;
  readonly childCount: number;
  readonly readyCount: number;
}

/** The rows that have changed since they were last sent. The first messages have all rows. */
export interface RowChanges {
  readonly changed: readonly ResourceRow[];
  /** Uids. */
  readonly deleted: readonly string[];
}

/** An object in the tree of a custom resource. */
export interface TreeNode extends ObjectState {
  /** 1 for the resource itself. */
  readonly level: number;
}

/** One condition of an object. */
export interface ConditionLine {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly at: string;
}

/** An entry of a timeline. */
export interface TimelineEntry {
  /** RFC 3339. */
  readonly at: string;
  readonly source: 'created' | 'changed' | 'deleted' | 'written' | 'condition' | 'event' | 'reconcile';
  /** `Deployment web`. */
  readonly object: string;
  readonly text: string;
  readonly isWarning: boolean;
}

/** All about one object, and the tree that it belongs to. */
export interface ObjectDetail extends ObjectState {
  readonly apiVersion: string;
  readonly namespace?: string | undefined;
  readonly createdAt: string;
  /** The resource and its children, each before its own children. */
  readonly tree: readonly TreeNode[];
  /** True if the tree has more objects than shown. */
  readonly isCut: boolean;
  readonly conditions: readonly ConditionLine[];
  /** Newest first; of a custom resource, also those of its children. */
  readonly timeline: readonly TimelineEntry[];
  /** The last change since the dashboard started. */
  readonly lastChange?: { readonly at: string; readonly diff: string } | undefined;
  /** YAML. */
  readonly manifest: string;
}

/** A reconcile of the manager. */
export interface EndedReconcile {
  /** The singular of its kind. */
  readonly controller: string;
  /** `namespace/name` */
  readonly resource: string;
  /** Undefined if the resource doesn't exist. */
  readonly uid?: string | undefined;
  readonly reasons: readonly string[];
  /** The objects that it read beside its children. */
  readonly reads: readonly string[];
  /** The requests that changed the cluster or failed. */
  readonly requests: readonly { readonly text: string; readonly isRefused: boolean }[];
  readonly error?: string | undefined;
  readonly durationMs: number;
  /** The time until the next reconcile that it asked for. */
  readonly nextInMs?: number | undefined;
}

/** A reconcile, and when it ended. */
export interface ReconcileEntry extends EndedReconcile {
  /** RFC 3339. */
  readonly at: string;
}

/** The queue of one controller. */
export interface QueueReport {
  readonly controller: string;
  readonly running: readonly { readonly key: string; readonly since: string }[];
  /** The first due. */
  readonly waiting: readonly {
    readonly key: string;
    readonly reasons: readonly string[];
    readonly dueAt: string;
    readonly retryCount: number;
  }[];
  readonly waitingCount: number;
  readonly dueCount: number;
}

/** The objects of one kind that the manager keeps. */
export interface CacheReport {
  /** The kind, and the selector of its objects. */
  readonly title: string;
  readonly objectCount: number;
  readonly listState: KindReport['state'];
  /** The failure of its watch since the last event: the objects may be stale. */
  readonly failure?: string | undefined;
}

/** The queues and caches of a manager. */
export interface ManagerWork {
  readonly queues: readonly QueueReport[];
  readonly caches: readonly CacheReport[];
}

/** An object by which a manager in the cluster shows itself. */
export interface ManagerObject {
  /** `Lease cache-system/cache`. */
  readonly title: string;
  readonly text: string;
  readonly health: Health;
  /** Of a Lease. */
  readonly renewal?: { readonly at: string; readonly validSeconds: number };
}

/** The work of the manager. */
export interface ManagerReport extends ManagerWork {
  /** `unknown`: the manager is another process. `ended`: the next save starts it again. */
  readonly state: 'unknown' | 'running' | 'ended';
  /** The Deployments and Leases of managers in the cluster; none in `dev`, whose process holds the Leases. */
  readonly objects: readonly ManagerObject[];
  /** Newest first. */
  readonly reconciles: readonly ReconcileEntry[];
}
