import type { Duration } from 'cdk8s';
import type { Construct } from 'constructs';
import type {
  Action,
  CachedReference,
  CleanupContext,
  CustomResourceClass,
  ExactReport,
  Index,
  KindReference,
  ReconcileContext,
  RenderContext,
  StatusContext,
  StatusReport,
  Use,
} from '../../api/index.ts';
import type { LabelSelector } from '../selector/label-selector.ts';
import type { DeletionLimits } from './deletion-limits.ts';
import type { ExternalSource } from './external-source.ts';
import type { ExactEntries, KindOfEntry } from './kind-entry.ts';
import type { OwnedKind } from './owned-kind.ts';
import type { Reference } from './referenced-kind.ts';
import type { RetiredKind } from './retired-kind.ts';
import type { Watch } from './watch.ts';

/** The type of `children` if TypeScript has not inferred the type of `render` yet, or can't know it. */
export interface UnknownChildren {
  readonly 'write `render` before the callbacks that read `children`': never;
}

/**
 * The definition of a controller. A capability exists if its callback is defined.
 *
 * Write `render` before the callbacks that receive its return value: TypeScript infers types in the order of the text.
 */
export interface ControllerProps<
  Api extends CustomResourceClass,
  Children = UnknownChildren,
  Watched extends readonly CachedReference[] = readonly CachedReference[],
  Report extends StatusReport<Api> = StatusReport<Api>,
  Uses extends readonly Use[] = readonly Use[],
  Owned extends readonly (KindReference | OwnedKind)[] = readonly (KindReference | OwnedKind)[],
  Referenced extends readonly CachedReference[] = readonly CachedReference[],
  Cached = Api | KindOfEntry<Owned[number]> | Watched[number] | Referenced[number],
> {
  /** The custom resource that the controller reconciles. */
  readonly for: Api;

  /**
   * Selects the resources that the controller reconciles. All other resources stay as they are, also those that don't
   * match any more; their finalizers stay, too.
   *
   * @default all
   */
  readonly labelSelector?: LabelSelector;

  /** The kinds of the rendered children. A rendered child of another kind is an error. @default none */
  readonly owns?: Owned & ExactEntries<Owned, OwnedKind>;

  /**
   * Kinds of children that earlier releases rendered. A kind that is neither here nor in `owns` any more is reported
   * when the manager starts, and its children stay.
   *
   * @default none
   */
  readonly retires?: readonly RetiredKind[];

  /**
   * Further kinds, whose changes cause a reconcile of the resources that `map` returns. Spread conditional entries:
   * `...(isOn ? [entry] : [])`.
   *
   * @default none
   */
  readonly watches?: { readonly [Index in keyof Watched]: Watch<Watched[Index]> };

  /**
   * Kinds whose objects resources refer to. `render` reads them, and a change of one causes a reconcile of the
   * resources that refer to it. Spread conditional entries: `...(isOn ? [entry] : [])`.
   *
   * @default none
   */
  readonly references?: { readonly [Index in keyof Referenced]: Reference<Api, Referenced[Index]> };

  /**
   * Kinds that `reconcile` and `cleanup` read or write with `client`, and the methods that they call. Only these calls
   * compile, and only their rights are granted.
   *
   * @default none
   */
  readonly uses?: Uses;

  /** Sources of changes outside of the cluster, which request reconciles. @default none */
  readonly sources?: readonly ExternalSource<Cached>[];

  /** Indexes of cached objects, which `live.indexed` looks up. @default none */
  readonly indexes?: readonly Index[];

  /**
   * Builds the children of a resource below `scope` and returns the values that the other callbacks need of them. Pure,
   * deterministic and synchronous: the same resource and the same referenced objects give the same children.
   */
  readonly render: (
    scope: Construct,
    context: RenderContext<Api, Referenced[number]>,
  ) => Children & Immediate<Children>;

  /**
   * Does work outside of the cluster, such as calls of another API, after the children are applied and before the
   * status is written. Not called while the name of a child is taken, or while a child waits for another one.
   *
   * An error is reported in the conditions, and the reconcile is retried with backoff unless it is a TerminalError.
   * Keep the message the same as long as the cause is the same.
   *
   * @default none
   */
  readonly reconcile?: (
    context: ReconcileContext<Api, Children, Uses, Cached, Referenced[number]>,
  ) => Action | Promise<Action>;

  /**
   * Returns the report about a resource for its status, from the objects in the caches. Pure.
   *
   * @default the standard conditions alone
   */
  readonly status?: (context: StatusContext<Api, Children, Cached, Referenced[number]>) => ExactReport<Report, Api>;

  /**
   * Cleans up before a deleted resource is removed: outside of the cluster, or children in a certain order. Puts a
   * finalizer on every resource. Returns nothing when it is done, which removes the finalizer, or an Action while it
   * waits. Called again after a failure or a crash, so each step must tolerate that it is done already. Keep it in the
   * definition as long as resources have its finalizer.
   */
  readonly cleanup?: (
    context: CleanupContext<Api, Uses, Cached>,
  ) => Action | undefined | void | Promise<Action | undefined> | Promise<void>;

  /**
   * The number of resources that are reconciled at once. If there are several namespaces, those of one take three
   * quarters at most: slow resources of a tenant don't stop the others.
   *
   * @default 8
   */
  readonly concurrency?: number;

  /**
   * The time limit of a reconcile. After it, the signal aborts, the requests end, and the reconcile is retried with
   * backoff. If a callback ignores the signal, the retry waits for it, because a resource is never reconciled twice at
   * once.
   *
   * @default 2 minutes
   */
  readonly timeout?: Duration;

  /**
   * Limits that keep a mistake from deleting too many children.
   *
   * @default 60 deletions a minute, and none while nothing is rendered any more
   */
  readonly deletionLimits?: DeletionLimits;
}

/** Any value except a promise. */
type Immediate<Value> = Value extends PromiseLike<unknown> ? never : unknown;
