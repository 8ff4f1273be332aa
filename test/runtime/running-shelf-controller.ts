import type { Kind, StoredObject } from '../../lib/api/index.ts';
import { Operator } from '../../lib/constructs/index.ts';
import { RunningController } from '../../lib/runtime/controller/controller.ts';
import type { ObjectEvent, Regarding } from '../../lib/runtime/event/index.ts';
import { PublishedShapes } from '../../lib/runtime/reconcile/index.ts';
import { ownershipOfEverything } from '../../lib/runtime/sharding/index.ts';
import { SharedCaches } from '../../lib/runtime/shared-caches.ts';
import { silentMetrics } from '../../lib/telemetry/index.ts';
import type { ManualClock } from '../../lib/testing/index.ts';
import { ObservedCluster } from './observed-cluster.ts';
import type { Link, ServedCall } from './observed-transport.ts';
import { RecordingLogger } from './recording-logger.ts';
import { keyOf, operatorName, type ShelfProps, shelf, shelfController, shelfKind } from './shelf.ts';

/** Options of a {@link RunningShelfController}. */
export interface ControllerSurroundings {
  /** The fate of its requests. @default all are answered */
  readonly link?: Link | undefined;
  /** @default an empty one */
  readonly server?: ObservedCluster | undefined;
  /** @default all */
  readonly watchNamespaces?: readonly string[] | undefined;
  /** The memory for all cached objects. @default no limit */
  readonly cacheBytes?: number | undefined;
  /** @default silent ones */
  readonly metrics?: typeof silentMetrics | undefined;
}

/** A running controller of shelves on an API server, with its own caches, queue and workers. */
export class RunningShelfController {
  readonly server: ObservedCluster;
  readonly clock: ManualClock;
  readonly logger = new RecordingLogger();
  readonly events: string[] = [];
  readonly #stop = new AbortController();
  readonly #caches: SharedCaches;
  readonly #running: RunningController;
  #term: AbortController | undefined;
  #work: Promise<void> = Promise.resolve();

  /** Creates a controller that isn't started yet. */
  static async create(
    props: ShelfProps = {},
    { server, ...surroundings }: ControllerSurroundings = {},
  ): Promise<RunningShelfController> {
    return new RunningShelfController(server ?? (await ObservedCluster.start()), props, surroundings);
  }

  private constructor(
    server: ObservedCluster,
    props: ShelfProps,
    { link, watchNamespaces, cacheBytes, metrics = silentMetrics }: Omit<ControllerSurroundings, 'server'>,
  ) {
    this.server = server;
    this.clock = server.clock;
    const record = ({ metadata }: Regarding, { reason }: ObjectEvent) =>
      void this.events.push(`${metadata.name} ${reason}`);
    const ports = { client: this.server.client(link), clock: this.clock, logger: this.logger };
    const controller = shelfController(props);
    const isThirdParty = (kind: Kind) => Operator.of(controller).isThirdParty(kind);
    const scope = { watchNamespaces, isThirdParty, cacheBytes };
    this.#caches = new SharedCaches(ports, { fieldManager: operatorName, ...scope });
    this.#running = new RunningController(controller, {
      ...ports,
      caches: this.#caches,
      shapes: new PublishedShapes(ports, controller.owns),
      shardOwnershipOf: () => ownershipOfEverything(),
      metrics,
      events: { record },
      fieldManager: operatorName,
    });
  }

  /** A user writes a shelf with these boxes. */
  async put(boxes: Readonly<Record<string, string>>, name = 'a'): Promise<StoredObject> {
    return await this.server.put(shelfKind, shelf(name, boxes));
  }

  /** The shelf as the API server has it. */
  stored(name = 'a'): StoredObject | undefined {
    return this.server.object(shelfKind, keyOf(name));
  }

  /** Fills the caches, or waits until none is required, and starts the workers. */
  async start(): Promise<this> {
    for (const cache of this.#caches.runnables) void cache.run(this.#stop.signal);
    await this.settle();
    if (!this.#caches.isReady) await this.settle(10_000);
    this.lead();
    await this.settle();
    return this;
  }

  /** The keys that wait in the queue or are reconciled. */
  get queuedKeys(): readonly string[] {
    const { waiting, running } = this.#running.queueContent;
    return [...waiting, ...running].map(({ key }) => key);
  }

  /** Begins a term of leadership. */
  lead(): void {
    this.#term = new AbortController();
    this.#work = this.#running.work(this.#term.signal);
  }

  /** Ends the term. */
  async lose(): Promise<void> {
    this.#term?.abort(new Error('the term is over'));
    await this.#work;
  }

  /** Runs all pending work, and the timers due within `ms`. */
  async settle(ms = 0): Promise<void> {
    await this.clock.advance(ms);
  }

  /** Returns the controller's writes during an action. */
  async writesAfter(act: () => unknown): Promise<ServedCall[]> {
    const before = this.server.writes.length;
    await act();
    await this.settle(10);
    return this.server.writes.slice(before);
  }

  async stop(): Promise<void> {
    await this.lose();
    this.#stop.abort();
    await this.settle();
  }
}
