import type { Duration } from 'cdk8s';
import type { Construct } from 'constructs';
import type {
  Action,
  CleanupContext,
  CustomResourceClass,
  ExactReport,
  FollowedReference,
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
import type { ExactEntries, KindOfEntry } from './kind-entry.ts';
import type { OwnedKind } from './owned-kind.ts';
import type { Reference } from './reference.ts';
import type { RetiredKind } from './retired-kind.ts';
import type { Watch } from './watch.ts';

/** The children of a controller whose `render` TypeScript has not read yet, or whose type is not known. */
export interface UnknownChildren {
  readonly 'write `render` before the callbacks that read `children`': never;
}

/**
 * Everything an author says of a controller. A capability is there when its callback is.
 *
 * Write `render` before the callbacks that receive what it returns: TypeScript infers types in the order of the text.
 */
export interface ControllerProps<
  Api extends CustomResourceClass,
  Children = UnknownChildren,
  Watched extends readonly FollowedReference[] = readonly FollowedReference[],
  Report extends StatusReport<Api> = StatusReport<Api>,
  Uses extends readonly Use[] = readonly Use[],
  Owned extends readonly (KindReference | OwnedKind)[] = readonly (KindReference | OwnedKind)[],
  Referenced extends readonly FollowedReference[] = readonly FollowedReference[],
  Cached = Api | KindOfEntry<Owned[number]> | Watched[number] | Referenced[number],
> {
  /** The custom resource that is reconciled. */
  readonly for: Api;

  /**
   * Which resources are reconciled; the others are left as they are, those too that match no longer. Their finalizers
   * stay on them. @default all
   */
  readonly labelSelector?: LabelSelector;

  /** The kinds of the rendered children. A rendered child of another kind is refused. @default none */
  readonly owns?: Owned & ExactEntries<Owned, OwnedKind>;

  /**
   * Kinds of children that earlier releases rendered. A kind that is neither here nor in `owns` any more is reported at the
   * start, and its children stay. @default none
   */
  readonly retires?: readonly RetiredKind[];

  /**
   * Further kinds whose changes concern resources. Spread entries under a condition: `...(isOn ? [entry] : [])`. @default none
   */
  readonly watches?: { readonly [Index in keyof Watched]: Watch<Watched[Index]> };

  /**
   * Kinds whose objects resources refer to. `render` sees them, and a change of one renders the resources that refer to it again.
   * Spread entries under a condition: `...(isOn ? [entry] : [])`. @default none
   */
  readonly references?: { readonly [Index in keyof Referenced]: Reference<Api, Referenced[Index]> };

  /**
   * Kinds that `reconcile` and `cleanup` read or write by `client`, with the methods that they call. Only these compile, and
   * only these are granted. @default none
   */
  readonly uses?: Uses;

  /** What the objects of these kinds are found by, with `live.indexed`. @default none */
  readonly indexes?: readonly Index[];

  /**
   * Builds the children of a resource below `scope` and returns what the other callbacks want to see of them.
   * Pure, deterministic and synchronous: the same resource and the same referenced objects give the same children.
   */
  readonly render: (
    scope: Construct,
    context: RenderContext<Api, Referenced[number]>,
  ) => Children & Immediate<Children>;

  /**
   * Work outside the cluster's objects, after the children are applied and before the status is written. Not called
   * while the name of a child is taken, or a child waits for another one.
   *
   * What it throws is told in the conditions and retried with backoff, unless it is a TerminalError: let the message be
   * the same while the trouble is. @default none
   */
  readonly reconcile?: (
    context: ReconcileContext<Api, Children, Uses, Cached, Referenced[number]>,
  ) => Action | Promise<Action>;

  /** What is reported of a resource, from what the cluster holds. Pure. @default the standard conditions alone */
  readonly status?: (context: StatusContext<Api, Children, Cached, Referenced[number]>) => ExactReport<Report, Api>;

  /**
   * Cleans up before a deleted resource goes: outside of the cluster, or children in an order. Puts a finalizer on every
   * resource. Returns nothing when it is done, which removes the finalizer; an Action while it waits, which keeps it.
   * Called again after a failure or a crash, so each step must tolerate that it is done already. Keep it in the
   * definition as long as resources have its finalizer.
   */
  readonly cleanup?: (
    context: CleanupContext<Api, Uses, Cached>,
  ) => Action | undefined | void | Promise<Action | undefined> | Promise<void>;

  /**
   * How many resources are reconciled at once: of one namespace three quarters at most, where there are several, so that a
   * tenant whose resources take long doesn't stop the others. @default 8
   */
  readonly concurrency?: number;

  /**
   * How long a pass may take: then its signal aborts, its requests end, and it is retried with backoff. A callback that
   * doesn't heed its signal keeps the resource waiting all the same, because two passes never run at once. @default 2 minutes
   */
  readonly timeout?: Duration;

  /** What keeps a mistake from deleting too much. @default 60 deletions a minute, and none where nothing is rendered any more */
  readonly deletionLimits?: DeletionLimits;
}

/** Anything but a promise. */
type Immediate<Value> = Value extends PromiseLike<unknown> ? never : unknown;
