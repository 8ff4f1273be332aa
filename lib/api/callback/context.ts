import type { Logger } from '../../telemetry/index.ts';
import type { CachedReference } from '../kind/kind-view.ts';
import type { ObjectKey } from '../object/object-key.ts';
import type { Resource, Spec } from '../resource/resource.ts';
import type { CustomResourceClass } from '../resource/resource-definition.ts';
import type { AdmissionRequest, Proposed } from './admission.ts';
import type { CallbackMetrics } from './callback-metrics.ts';
import type { DeclaredClient } from './declared-client.ts';
import type { Events } from './events.ts';
import type { Live, Lookup } from './live.ts';
import type { Observed, ObservedMetadata } from './observed.ts';
import type { References } from './references.ts';
import type { Use } from './use.ts';

/** The resource that a callback is called for. Costs no right and no request, because it comes from the cache. */
export interface ResourceContext<Api extends CustomResourceClass> {
  /** The resource as the cache has it. Its spec is parsed and has its defaults. */
  readonly resource: Resource<Api>;
  /** `resource.metadata`. */
  readonly metadata: Resource<Api>['metadata'];
  /** `resource.spec`. */
  readonly spec: Spec<Api>;
}

/** The context of `render`: all that children may depend on. */
export interface RenderContext<Api extends CustomResourceClass, Referenced = CachedReference>
  extends ResourceContext<Api> {
  /** The objects that the resource refers to. Costs a watch of each kind in `references`. */
  readonly references: References<Referenced>;
}

/** The context of `status`. */
export interface StatusContext<
  Api extends CustomResourceClass,
  Children = unknown,
  Cached = CachedReference,
  Referenced = CachedReference,
> extends RenderContext<Api, Referenced> {
  /** The return value of `render`. */
  readonly children: Children;
  /** The objects in the caches. Costs a watch of each kind in `owns`, `watches` and `references`. */
  readonly live: Live<Cached>;
  /**
   * The start of the reconcile, by the manager's clock, which a scenario moves. A status with it changes in each
   * reconcile; derive values from it that change rarely, such as the next time of a schedule.
   */
  readonly now: Date;
}

/** The part of a context that only callbacks with effects get. */
export interface EffectContext<Uses extends readonly Use[] = readonly Use[]> {
  /** Reads and writes objects on the API server. Costs a request for each call, and the rights that `uses` declares. */
  readonly client: DeclaredClient<Uses>;
  /** Records Kubernetes Events. Costs the rights to create and patch events, which every operator has. */
  readonly events: Events;
  /** Records values of the operator's `Counter`, `Gauge` and `Histogram` constructs. Costs only memory. */
  readonly metrics: CallbackMetrics;
  /**
   * Writes log lines with the controller or webhook, the resource, and the id of the reconcile or request. While a
   * manager runs, calls of `console` in the callback become such lines, too.
   */
  readonly log: Logger;
  /** Aborts when the callback's time limit is over or the process stops. Requests with this signal end then. */
  readonly signal: AbortSignal;
}

/** The context of `reconcile`. */
export interface ReconcileContext<
  Api extends CustomResourceClass,
  Children = unknown,
  Uses extends readonly Use[] = readonly Use[],
  Cached = CachedReference,
  Referenced = CachedReference,
> extends StatusContext<Api, Children, Cached, Referenced>,
    EffectContext<Uses> {}

/** The context of `cleanup`. Nothing is rendered for a resource that is being deleted, so there are no `children`. */
export type CleanupContext<
  Api extends CustomResourceClass,
  Uses extends readonly Use[] = readonly Use[],
  Cached = CachedReference,
> = Omit<ReconcileContext<Api, unknown, Uses, Cached>, 'children' | 'references'>;

/** The context of a watch's `map`. */
export interface WatchContext<Reference extends CachedReference = CachedReference> {
  /** The object after a change. In a call of its own, the object before it. */
  readonly object: Observed<Reference> & ObservedMetadata;
}

/** The context of a source's `watch`. */
export interface SourceContext<Cached = CachedReference> extends Pick<EffectContext, 'metrics' | 'log'> {
  /**
   * Requests a reconcile of a resource, which reads the source's present state itself. Requests before that reconcile
   * begins are answered by it together. Has no effect for a key without a resource, and when `signal` has aborted.
   */
  readonly reconcile: (key: ObjectKey) => void;
  /** The objects in the caches of the controller at each call, in all namespaces whose objects it knows. */
  readonly live: Lookup<Cached>;
  /** Aborts when this process stops reconciling, such as after another one has become the leader. */
  readonly signal: AbortSignal;
}

/**
 * The context of `validate` and `mutate`. It has no `events`: the object isn't stored yet, and has no uid in a create
 * request. Another webhook may refuse it, and API servers repeat requests and make dry runs. Answer with a warning
 * instead, or record the Event in `reconcile`.
 */
export interface AdmissionContext<
  Api extends CustomResourceClass,
  Uses extends readonly Use[] = readonly Use[],
  Read = CachedReference,
> extends Omit<EffectContext<Uses>, 'events'> {
  /** The object as the request wants it, valid by its schema and with its defaults. */
  readonly resource: Proposed<Api>;
  /** `resource.metadata`. */
  readonly metadata: Proposed<Api>['metadata'];
  /** `resource.spec`. */
  readonly spec: Spec<Api>;
  /** The stored object; undefined in a create request. */
  readonly previous: Resource<Api> | undefined;
  /** The objects in the caches. Costs a watch of each kind in `reads`. */
  readonly live: Lookup<Read>;
  /** The request itself: its user, its id and more. */
  readonly request: AdmissionRequest;
}

/** The context of `validateDelete`. */
export interface DeletionContext<
  Api extends CustomResourceClass,
  Uses extends readonly Use[] = readonly Use[],
  Read = CachedReference,
> extends ResourceContext<Api>,
    Pick<AdmissionContext<Api, Uses, Read>, 'live' | 'request' | 'client' | 'metrics' | 'log' | 'signal'> {}
