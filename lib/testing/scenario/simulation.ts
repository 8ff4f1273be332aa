// In: an operator. Out: an embedded cluster with the operator installed and its managers running, on a clock that only this module
// moves. Owns no logic: it connects the cluster, the managers and their records. Called by scenarios.

import { objectTitle } from '../../api/index.ts';
import { CertificateIssues } from '../../certificate/index.ts';
import { type Client, ConnectionError } from '../../client/index.ts';
import { systemClock } from '../../clock/index.ts';
import type { Operator } from '../../constructs/index.ts';
import { thrownText } from '../../system/index.ts';
import { silentMetrics } from '../../telemetry/index.ts';
import { CallbackRecorder } from '../callback-recorder.ts';
import { EmbeddedCluster } from '../embedded/embedded-cluster.ts';
import type { StoredChange } from '../embedded/store/object-storage.ts';
import { ManualClock } from '../manual-clock.ts';
import { Activity } from './activity.ts';
import { ClusterObjects } from './cluster-objects.ts';
import { typedObject } from './decoded-object.ts';
import { installOperator, managerUser } from './installation.ts';
import type { RequestInterceptor } from './manager-transport.ts';
import { constructedOperator, type OperatorSource } from './operator-source.ts';
import { Outage } from './outage.ts';
import { RunningManager } from './running-manager.ts';
import type { SentRequest } from './sent-request.ts';
import { SettlingError } from './settling-error.ts';
import { managerRecording } from './trace-file.ts';
import { WebhookService, webhookHost } from './webhook-service.ts';

/** Options of a {@link Simulation}. */
export interface SimulationOptions {
  /** The number of managers; several elect a leader. @default 1, without an election */
  readonly managers?: number | undefined;
  /**
   * The directory into which managers record their reconciles, for `operand replay`: `manager-1.jsonl` and so on.
   *
   * @default none: nothing is recorded
   */
  readonly traces?: string | undefined;
  /** @default none */
  readonly interceptor?: RequestInterceptor | undefined;
}

/** The time of the clock in which a manager starts. */
const startMs = 1_000;

/** The time in which the servers of managers close. */
const farewellMs = 30_000;

/** The time without a change after which nothing but periodic work is left: longer than a Lease lasts. */
const quietMs = 60_000;

/** The longest time to wait for that. */
const longestMs = 1_800_000;

/** Kinds whose changes are periodic. */
const periodicKinds: readonly unknown[] = ['Event', 'Lease'];

/** An operator in a cluster, in this process. */
export class Simulation implements AsyncDisposable {
  readonly clock: ManualClock;
  readonly cluster: EmbeddedCluster;
  readonly objects: ClusterObjects;
  readonly recorder = new CallbackRecorder();
  readonly requests: SentRequest[] = [];
  readonly admin: Client;
  /** The times at which managers don't reach the API server. */
  readonly outage: Outage;
  /** The managers that have been started, the ended ones included. */
  readonly managers: RunningManager[] = [];
  readonly #source: OperatorSource;
  readonly #options: SimulationOptions;
  readonly #activity = new Activity();
  readonly #issues = new CertificateIssues();
  /** Undefined if the operator has no webhooks. */
  readonly #webhooks: WebhookService | undefined;
  #operator: Operator;
  #failure: Error | undefined;
  #changedAtMs = 0;
  readonly #lastChanges: string[] = [];

  /** Starts a cluster, installs the operator, and starts its managers. */
  static async start(source: OperatorSource, options: SimulationOptions = {}): Promise<Simulation> {
    // Certificates of webhooks are valid from the time of the clock on, and the client that verifies them has another clock.
    const operator = constructedOperator(source, new ManualClock());
    const clock = new ManualClock(operator.webhooks.isNeeded ? { nowMs: systemClock.now() } : {});
    const cluster = await EmbeddedCluster.start({ clock });
    const simulation = new Simulation(source, options, { clock, cluster, operator });
    try {
      await simulation.#begin();
    } catch (error) {
      const [end] = await Promise.allSettled([simulation[Symbol.asyncDispose]()]);
      throw end.status === 'fulfilled' ? error : new AggregateError([error, end.reason], thrownText(error));
    }
    return simulation;
  }

  private constructor(
    source: OperatorSource,
    options: SimulationOptions,
    { clock, cluster, operator }: Pick<Simulation, 'clock' | 'cluster' | 'operator'>,
  ) {
    this.#source = source;
    this.#options = options;
    this.clock = clock;
    this.cluster = cluster;
    this.objects = new ClusterObjects(cluster);
    this.outage = new Outage(clock);
    this.#operator = operator;
    this.#webhooks = operator.webhooks.isNeeded ? new WebhookService(cluster, operator) : undefined;
    this.admin = cluster.client();
    cluster.state.store.subscribeAll((change) => this.#noticed(change));
  }

  /** The operator of the newest manager. */
  get operator(): Operator {
    return this.#operator;
  }

  /** Starts a further manager, as when a pod starts. */
  startManager(): RunningManager {
    const { clock, outage, recorder, requests } = this;
    this.#operator = constructedOperator(this.#source, clock);
    const { managers = 1, interceptor = {}, traces } = this.#options;
    const hostname = `manager-${this.managers.length + 1}`;
    const served = this.#webhooks?.add(recorder.logger);
    const manager = this.#issues.observed(
      () =>
        new RunningManager(
          this.#operator,
          {
            connect: () => this.cluster.transport({ as: managerUser(this.#operator) }),
            ...{ clock, interceptor, outage, requests, activity: this.#activity, onHotLoop: this.#endHotLoop },
            logger: served?.logger ?? recorder.logger,
            metrics: { ...silentMetrics, declaredMetric: recorder.declared },
          },
          {
            hostname,
            recording: traces === undefined ? undefined : managerRecording(traces, hostname),
            leaseNamespace: managers > 1 ? this.#operator.namespace : undefined,
            webhooks: served && { address: { host: webhookHost, port: 0 } },
          },
        ),
    );
    this.managers.push(manager);
    if (served !== undefined) {
      const started = Promise.all([served.reachable(manager.ended), manager.working]);
      void this.#activity.during(started).catch(this.#failed);
    }
    return manager;
  }

  /**
   * Moves the clock until nothing has changed for a minute of it: no object, except for Events and Leases. Resolves when nothing
   * can run before the next timer.
   *
   * @throws SettlingError if objects still change after half an hour of the clock.
   */
  async settle(): Promise<void> {
    const startMs = this.clock.monotonic();
    for (;;) {
      await this.#quiet();
      const next = this.clock.untilNextMs;
      const nowMs = this.clock.monotonic();
      if (next === undefined || nowMs + next > Math.max(startMs, this.#changedAtMs, this.outage.endMs) + quietMs)
        return;
      if (nowMs + next > startMs + longestMs)
        throw this.#unsettled(`objects still change after ${longestMs / 60_000} minutes of the clock`);
      await this.clock.runNext();
    }
  }

  /** Waits for a request of another actor as for those of managers: the clock stands still meanwhile. */
  during<Result>(request: Promise<Result>): Promise<Result> {
    return this.#activity.during(request);
  }

  /** Moves the clock by an exact time. */
  async advance(ms: number): Promise<void> {
    const untilMs = this.clock.monotonic() + ms;
    for (;;) {
      await this.#quiet();
      const next = this.clock.untilNextMs;
      const leftMs = untilMs - this.clock.monotonic();
      if (next === undefined || next > leftMs) {
        await this.clock.advance(leftMs);
        return;
      }
      await this.clock.runNext();
    }
  }

  /** The time of the last change of an object, other than Events and Leases. */
  get changedAtMs(): number {
    return this.#changedAtMs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const manager of this.managers) manager.crash();
    // Servers close when the time for open connections is over.
    try {
      if (this.#operator.webhooks.isNeeded) await this.clock.advance(farewellMs);
    } finally {
      await this.cluster.stop();
    }
  }

  async #begin(): Promise<void> {
    const { managers = 1 } = this.#options;
    await installOperator(this.#operator, this);
    // Definitions are established in the turn of the clock after their creation.
    await this.advance(0);
    for (let count = 0; count < managers; count += 1) this.startManager();
    // A leader is elected in some seconds.
    if (managers > 1) await this.settle();
    else await this.advance(startMs);
  }

  readonly #failed = (error: unknown): void => {
    this.#failure = error instanceof Error ? error : new Error('a manager fails', { cause: error });
  };

  /** Ends managers of which one never lets the clock move. */
  readonly #endHotLoop = (title: string): void => {
    this.#failed(this.#unsettled(`a manager repeats \`${title}\` without a pause`));
    for (const manager of this.managers) manager.crash();
  };

  #unsettled(problem: string): SettlingError {
    return new SettlingError(problem, this.#lastChanges);
  }

  async #quiet(): Promise<void> {
    await this.#activity.quiet();
    while (!this.cluster.isSettled || !this.#issues.isEmpty) {
      await this.cluster.settled();
      await this.#issues.settled();
      await this.#activity.quiet();
    }
    if (this.#failure !== undefined) throw this.#failure;
    for (const manager of this.managers) {
      if (manager.failure !== undefined) this.#replaceAfterOutage(manager, manager.failure.error);
    }
  }

  /** Starts another manager when the outage ends, as a kubelet does. @throws the error of a manager that ended for another cause. */
  #replaceAfterOutage(manager: RunningManager, error: unknown): void {
    const leftMs = this.outage.endMs - this.clock.monotonic();
    if (leftMs <= 0 || !ConnectionError.is(error)) throw error;
    manager.crash();
    this.clock.timer(leftMs, () => this.startManager());
  }

  #noticed({ type, object }: StoredChange): void {
    if (periodicKinds.includes(object.kind)) return;
    this.#changedAtMs = this.clock.monotonic();
    this.#lastChanges.push(`${type} ${objectTitle(typedObject(object))}`);
    if (this.#lastChanges.length > 5) this.#lastChanges.shift();
  }
}
