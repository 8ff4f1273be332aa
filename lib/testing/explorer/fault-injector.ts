// In: a schedule of faults, and the requests and events of a simulation's managers. Out: the same requests and events, with the faults.
// Created for each run of an exploration.

import { decodeStatus, formatObjectKey, isJsonObject } from '../../api/index.ts';
import { metadataText } from '../../built-in/index.ts';
import { ApiError, type ApiRequest, ConnectionError, type Transport } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { directPeer } from '../embedded/transport/direct-transport.ts';
import type { RequestInterceptor } from '../scenario/manager-transport.ts';
import { isHousekeeping, isResourceWrite, requestTitle } from '../scenario/sent-request.ts';
import type { Simulation } from '../scenario/simulation.ts';
import { ConflictingObject } from './conflicting-object.ts';
import { type EventPoint, EventReordering } from './event-order.ts';
import { type Fault, type FaultSchedule, isWriteFault } from './fault.ts';
import { type EventDelivery, faultyLines, type WatchedEvent } from './faulty-watch.ts';
import { oldView } from './old-view.ts';
import { afterOtherWrite } from './other-actor.ts';

/** A write at which a fault can be injected. */
export interface WritePoint {
  readonly title: string;
  /** True if the object doesn't exist before. */
  readonly isCreation: boolean;
}

/** The pause before a killed manager is replaced. */
const restartMs = 1_000;

/** The time for which a leader doesn't reach its Lease: longer than another candidate waits. */
const lostLeaseMs = 40_000;

/** The delays of events: after all that happens at the same time, and longer than most work takes. */
const [lateMs, staleMs] = [50, 20_000];

/** The faults of one run. Counts writes and events from {@link FaultInjector.begin} on. */
export class FaultInjector implements RequestInterceptor {
  readonly writes: WritePoint[] = [];
  readonly events: EventPoint[] = [];
  /** The uids of the objects that managers have created. */
  readonly created = new Set<string>();
  /** The titles of objects that have lost a change of another actor. */
  readonly losses: string[] = [];
  /** The objects that another actor has created. */
  readonly conflicting: ConflictingObject[] = [];
  readonly #schedule: FaultSchedule;
  #simulation: Simulation | undefined;
  /** The time from which managers see all changes again. */
  staleUntilMs = 0;
  #oldViewUntilMs = 0;
  #oldVersion = 1;
  #reordering: EventReordering | undefined;
  #watchCount = 0;
  /** Manager → the time until which it doesn't reach its Leases. */
  readonly #cutOff = new Map<string, number>();

  constructor(schedule: FaultSchedule) {
    this.#schedule = schedule;
  }

  /** Begins to count, and to inject faults. */
  begin(simulation: Simulation): void {
    this.#simulation = simulation;
  }

  async send(request: ApiRequest, pass: () => Promise<unknown>, manager: string): Promise<unknown> {
    const simulation = this.#simulation;
    if (simulation === undefined) return await pass();
    const { kind, object } = request.call;
    if (kind?.kind === 'Lease' && simulation.clock.monotonic() < (this.#cutOff.get(manager) ?? 0)) {
      throw new ConnectionError('timeout', directPeer);
    }
    if (!isResourceWrite(request)) return await pass();
    const isCreation = kind !== undefined && object !== undefined && simulation.objects.get(kind, object) === undefined;
    const forward = async () => {
      const stored = await pass();
      if (isCreation && isJsonObject(stored)) this.created.add(metadataText(stored, 'uid'));
      return stored;
    };
    this.writes.push({ title: requestTitle(request), isCreation });
    const fault = this.#due('write', this.writes.length);
    if (fault === undefined) return await forward();
    switch (fault.name) {
      case 'crash-before-write':
        this.#crash(simulation, manager);
        throw new ConnectionError('broken', directPeer);
      case 'crash-after-write':
        await forward();
        this.#crash(simulation, manager);
        throw new ConnectionError('broken', directPeer);
      case 'conflict':
        if (isCreation)
          throw answer(request, { code: 409, reason: 'Conflict', message: 'the quota has been modified' });
        return await afterOtherWrite(simulation, request, { forward, onLoss: (title) => this.losses.push(title) });
      case 'server-error':
        throw answer(request, { code: 500, reason: 'InternalError', message: 'etcdserver: leader changed' });
      case 'timeout':
        throw new ConnectionError('timeout', directPeer);
      case 'lost-response':
        await forward();
        throw new ConnectionError('broken', directPeer);
      case 'child-conflict':
        if (isCreation) this.conflicting.push(await ConflictingObject.create(simulation, request));
        return await forward();
      case 'handover':
        this.#cutOff.set(manager, simulation.clock.monotonic() + lostLeaseMs);
        await simulation.clock.sleep(lostLeaseMs);
        return await forward();
      default:
        throw new TypeError(`${fault.name} is not a fault of writes`);
    }
  }

  stream(request: ApiRequest, cluster: Pick<Transport, 'send' | 'stream'>, clock: Clock): AsyncIterable<Buffer> {
    this.#watchCount += 1;
    const watch = this.#watchCount;
    const stream = (opened: ApiRequest) =>
      faultyLines(cluster.stream(opened), { clock, deliveryOf: (event) => this.#deliveryOf(opened, event, watch) });
    if (!this.#isViewOld(request)) return stream(request);
    return oldView(request, this.#oldVersion, { send: (sent) => cluster.send(sent), stream });
  }

  #crash(simulation: Simulation, name: string): void {
    simulation.managers.find((manager) => manager.name === name)?.crash();
    simulation.clock.timer(restartMs, () => simulation.startManager());
  }

  /** Returns true for the first request of a watch in a manager whose API server lags behind. */
  #isViewOld({ call: { kind }, query = {} }: ApiRequest): boolean {
    const nowMs = this.#simulation?.clock.monotonic() ?? 0;
    return nowMs < this.#oldViewUntilMs && query.sendInitialEvents === true && !isHousekeeping(kind?.kind);
  }

  #deliveryOf({ call }: ApiRequest, { type, object }: WatchedEvent, watch: number): EventDelivery {
    const simulation = this.#simulation;
    if (simulation === undefined || isHousekeeping(call.kind?.kind, metadataText(object, 'name'))) return inTime;
    const key = { namespace: metadataText(object, 'namespace') || undefined, name: metadataText(object, 'name') };
    const atMs = simulation.clock.monotonic();
    const version = Number(metadataText(object, 'resourceVersion'));
    const title = `${type} ${call.kind?.kind} ${formatObjectKey(key)}`;
    this.events.push({ title, atMs, watch, version, writeCount: this.writes.length });
    const { name = '', numbers = [] } = this.#due('event', this.events.length) ?? {};
    if (name === 'stale-cache') this.staleUntilMs = atMs + staleMs;
    if (name === 'reordered-events') this.#reordering = new EventReordering(atMs, numbers);
    if (name === 'old-view') this.#restartOnOldView(simulation, numbers[0] ?? 1);
    const delayMs = Math.max(this.staleUntilMs - atMs, this.#reordering?.delayMs(watch, atMs) ?? 0);
    return deliveries[name] ?? { delayMs: Math.max(0, delayMs) };
  }

  /** Replaces all managers by new ones, whose API server lags some events behind. */
  #restartOnOldView(simulation: Simulation, age: number): void {
    const [oldest, nowMs] = [this.events.at(-age) ?? this.events[0], simulation.clock.monotonic()];
    this.#oldVersion = (oldest?.version ?? 1) - 1;
    this.#oldViewUntilMs = nowMs + restartMs + staleMs;
    this.staleUntilMs = this.#oldViewUntilMs;
    for (const { name, isEnding } of simulation.managers) if (!isEnding) this.#crash(simulation, name);
  }

  #due(point: 'write' | 'event', number: number): Fault | undefined {
    return this.#schedule.find((fault) => isWriteFault(fault) === (point === 'write') && fault.at === number);
  }
}

const inTime: EventDelivery = { delayMs: 0 };

/** Name of a fault → the delivery of its event. */
const deliveries: Readonly<Record<string, EventDelivery>> = {
  'late-event': { delayMs: lateMs },
  'stale-kind': { delayMs: staleMs },
  'dropped-event': 'dropped',
  'coalesced-event': 'coalesced',
};

function answer(
  { call }: ApiRequest,
  status: { readonly code: number; readonly reason: string; readonly message: string },
): ApiError {
  return new ApiError(call, decodeStatus({ kind: 'Status', ...status }, status.code));
}
