import {
  type Action,
  callbackMetrics,
  formatObjectKey,
  type Index,
  type Kind,
  type KubernetesObject,
  type ListState,
  type ObjectKey,
  objectKey,
  resolveViewedKind,
  type StoredObject,
} from '../../../lib/api/index.ts';
import { claimKind, Operator } from '../../../lib/constructs/index.ts';
import type { Child } from '../../../lib/render/index.ts';
import { callbackEffects } from '../../../lib/runtime/controller/callback-effects.ts';
import {
  type Journal,
  type Problem,
  PublishedShapes,
  type Reconcile,
  type ReconcileCache,
  reconciler,
} from '../../../lib/runtime/reconcile/index.ts';
import { type ReconcileMetrics, silentLogger, silentMetrics } from '../../../lib/telemetry/index.ts';
import type { ManualClock } from '../../../lib/testing/index.ts';
import { ObservedCluster } from '../observed-cluster.ts';
import type { Link, ServedCall } from '../observed-transport.ts';
import { keyOf, operatorName, type ShelfProps, shelf, shelfController, shelfKind } from '../shelf.ts';
import { thirdPartyDefinition } from '../third-party-definition.ts';

/** The caches of a controller's reconciles, which are always current, or frozen at one time. */
export class ServerView implements ReconcileCache {
  readonly #server: ObservedCluster;
  #still: ReadonlyMap<string, readonly StoredObject[]> | undefined;

  constructor(server: ObservedCluster) {
    this.#server = server;
  }

  /** Freezes these kinds. */
  standStill(...kinds: readonly Kind[]): void {
    this.#still = new Map(kinds.map((kind) => [kind.plural, this.#server.objects(kind)]));
  }

  /** Freezes these objects of a kind; all others are current. */
  show({ plural }: Kind, objects: readonly StoredObject[]): void {
    this.#still = new Map([[plural, objects]]);
  }

  /** Makes all kinds current again. */
  goOn(): void {
    this.#still = undefined;
  }

  has(): boolean {
    return true;
  }

  listState(): ListState {
    return 'listed';
  }

  get(kind: Kind, key: ObjectKey): StoredObject | undefined {
    return this.#objects(kind).find((object) => formatObjectKey(objectKey(object)) === formatObjectKey(key));
  }

  ownedBy(kind: Kind, uid: string): readonly StoredObject[] {
    return this.#objects(kind).filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid));
  }

  list(kind: Kind, namespace?: string, labels: Readonly<Record<string, string>> = {}): readonly StoredObject[] {
    return this.#objects(kind).filter(
      ({ metadata }) =>
        (namespace === undefined || metadata.namespace === namespace) &&
        Object.entries(labels).every(([name, value]) => metadata.labels?.[name] === value),
    );
  }

  indexed(index: Index, value: string, namespace?: string): readonly StoredObject[] {
    return this.list(resolveViewedKind(index.of), namespace).filter((object) => index.valuesOf(object).includes(value));
  }

  uncachedReason(): undefined {}

  claims({ namespace, name }: ObjectKey): readonly StoredObject[] {
    const form = new RegExp(`^${name}-\\d+$`);
    return this.list(claimKind, namespace).filter(({ metadata }) => form.test(metadata.name));
  }

  #objects(kind: Kind): readonly StoredObject[] {
    return this.#still?.get(kind.plural) ?? this.#server.objects(kind);
  }
}

/** A journal that records its calls in short form. */
export class Diary implements Journal {
  readonly lines: string[] = [];
  blockedChildren: readonly Child[] = [];
  /** The results of completed reconciles. */
  readonly problems: (Problem | undefined)[] = [];

  objectWritten(_resource: ObjectKey, answer: StoredObject): void {
    this.lines.push(`written ${title(answer)}`);
  }

  childPruned(_resource: StoredObject, child: StoredObject): void {
    this.lines.push(`pruned ${title(child)}`);
  }

  childRecreated(_resource: StoredObject, child: StoredObject): void {
    this.lines.push(`recreated ${title(child)}`);
  }

  claimGrown(_resource: StoredObject, answer: StoredObject): void {
    this.lines.push(`grown ${title(answer)}`);
  }

  childAdopted(_resource: StoredObject, answer: StoredObject): void {
    this.lines.push(`adopted ${title(answer)}`);
  }

  childrenConflicting(_resource: StoredObject, children: readonly Child[]): void {
    this.blockedChildren = children;
  }

  reconcileConcluded(_resource: StoredObject, problem: Problem | undefined): void {
    this.problems.push(problem);
  }

  resourceGone(resource: ObjectKey): void {
    this.lines.push(`gone ${formatObjectKey(resource)}`);
  }
}

/** One shelf called `a`, and the reconciles of its controller on an API server. */
export class ShelfKeeper {
  readonly server: ObservedCluster;
  readonly view: ServerView;
  readonly clock: ManualClock;
  readonly diary = new Diary();
  /** The values of the metrics. */
  readonly gauges = { hotLoops: 0, deletionsWaiting: 0 };
  /** The kinds whose watches don't show old writes. */
  lagging: readonly Kind[] = [];
  readonly #term = new AbortController().signal;
  #pass: Reconcile;

  /** Starts the API server, which serves the third-party kinds of the controller, too. */
  static async start(props: ShelfProps = {}, link?: Link): Promise<ShelfKeeper> {
    const controller = shelfController(props);
    const thirdParty = controller.owns.filter((kind) => Operator.of(controller).isThirdParty(kind));
    return new ShelfKeeper(
      await ObservedCluster.start({ objects: thirdParty.map((kind) => thirdPartyDefinition(kind)) }),
      props,
      link,
    );
  }

  private constructor(server: ObservedCluster, props: ShelfProps, link?: Link) {
    this.server = server;
    this.view = new ServerView(server);
    this.clock = server.clock;
    this.#pass = this.#reconciler(props, link);
  }

  /** Restarts the operator, with another definition if one is given. */
  restart(props: ShelfProps = {}, link?: Link): void {
    this.#pass = this.#reconciler(props, link);
  }

  /** Creates the shelf, or changes its boxes. */
  async fill(boxes: Readonly<Record<string, string>>): Promise<StoredObject> {
    return await this.server.put(shelfKind, shelf('a', boxes));
  }

  /** Returns the stored shelf. */
  get shelf(): StoredObject | undefined {
    return this.server.object(shelfKind, keyOf('a'));
  }

  /** Runs a reconcile. */
  async pass(signal = this.#term): Promise<Action> {
    return await this.#pass(keyOf('a'), signal);
  }

  /** Runs a reconcile that fails, and returns the error. */
  async failure(signal?: AbortSignal): Promise<unknown> {
    try {
      await this.pass(signal);
    } catch (error) {
      return error;
    }
    throw new Error('the reconcile has not failed');
  }

  /** The requests of one reconcile, however it ends. */
  async callsOfPass(): Promise<ServedCall[]> {
    const before = this.server.calls.length;
    await Promise.allSettled([this.pass()]);
    return this.server.calls.slice(before);
  }

  #reconciler(props: ShelfProps, link?: Link): Reconcile {
    const { server, view, clock, diary } = this;
    const metrics: ReconcileMetrics = {
      hotLoops: (count) => void Object.assign(this.gauges, { hotLoops: count }),
      deletionsWaiting: (count) => void Object.assign(this.gauges, { deletionsWaiting: count }),
    };
    const client = server.client(link);
    const controller = shelfController(props);
    const ports = {
      client,
      writerFor: () => client,
      cache: view,
      lagging: () => this.lagging,
      clock,
      fieldManager: operatorName,
      shapes: new PublishedShapes({ client, clock }, controller.owns),
      journal: diary,
      effects: callbackEffects([], {
        writerFor: () => client,
        fieldManager: operatorName,
        events: { record: () => undefined },
        metrics: callbackMetrics(silentMetrics),
        logOf: () => silentLogger,
      }),
      withLog: <Result>(_resource: ObjectKey, callback: () => Result) => callback(),
      metrics,
    };
    return reconciler(controller, ports).reconcile;
  }
}

function title({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.name}`;
}
