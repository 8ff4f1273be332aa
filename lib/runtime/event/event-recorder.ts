// In: events about objects, without waiting. Out: Event objects on the API server, with repetitions counted in one. An
// event that can't be written is logged and dropped: it never fails its caller. Called by reconciles and by leader
// election; run by the manager as long as any other part runs.

import {
  type Client,
  ConnectionError,
  CredentialsError,
  isAlreadyExists,
  isNotFound,
  isServerError,
  isTooManyRequests,
} from '../../client/index.ts';
import { type Clock, TokenBucket, WakeUp } from '../../clock/index.ts';
import { BoundedMap, truncatedText } from '../../schema/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import {
  EventSeries,
  type EventSource,
  eventKind,
  longestMessage,
  type ObjectEvent,
  type Regarding,
} from './event-series.ts';

/** The dependencies of a recorder. */
export interface EventRecorderPorts {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
}

// The limits of client-go: tools/record/events_cache.go and event.go
const eventRate = { burst: 25, perSecond: 1 / 300 };
const rememberedSubjects = 4096;
const seriesPauseMs = 600_000;
const rememberedSeries = 4096;
const longestBacklog = 1000;
const retryMs = 10_000;
/** API servers keep Events as long. */
const longestFailureMs = 3_600_000;

/**
 * Writes Kubernetes Events, as `kubectl describe` and `kubectl get events` show them.
 *
 * The same event about the same object is counted in one Event object until it pauses for ten minutes. Beyond 25 at
 * once and one every five minutes, events about one object are dropped, Normal and Warning ones apart; their
 * repetitions still count. Memory is bounded: by the last 4096 series and 1000 events that wait to be written; beyond
 * these, the namespace with the most waiting events loses its newest. An outage of the API server loses none. While the
 * events of one namespace can't be written, such as for a webhook that is down or a limit of that namespace, those of
 * others are written; after an hour they are dropped.
 *
 * The API server must allow `create` and `patch` on events of the core group, in the namespaces of the objects and, for
 * cluster-scoped ones, in `default`.
 */
export class EventRecorder {
  readonly #source: EventSource;
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #budget = new EventBudget();
  readonly #series = new BoundedMap<string, { readonly series: EventSeries; readonly seenAtMs: number }>(
    rememberedSeries,
  );
  /** Each with the time since when the API server fails to write Events of its namespace; undefined if it didn't. */
  readonly #backlog = new Map<EventSeries, number | undefined>();
  /** By namespace: the time of the next attempt after the API server has failed to write an Event. */
  readonly #retries = new BoundedMap<string, number>(longestBacklog);
  /** The time of the next attempt after the API server couldn't be reached, or was overloaded. */
  #reachableAtMs = 0;
  readonly #arrival: WakeUp;

  constructor(source: EventSource, { client, clock, logger }: EventRecorderPorts) {
    this.#source = source;
    this.#client = client;
    this.#clock = clock;
    this.#logger = logger;
    this.#arrival = new WakeUp(clock);
  }

  /** Queues an event. Returns at once and never throws; before {@link EventRecorder.run} it waits. */
  record(regarding: Regarding, event: ObjectEvent<string>): void {
    const { uid } = regarding.metadata;
    const series = this.#seriesOf(regarding, event);
    if (!this.#budget.spendEvent(JSON.stringify([uid, event.type]), this.#clock.monotonic())) return;
    this.#backlog.set(series, this.#backlog.get(series));
    if (this.#backlog.size > longestBacklog) this.#shortenBacklog();
    this.#arrival.wake();
  }

  /** Writes queued events until `signal` aborts; then tries once more to write the rest. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let nextAtMs = Number.POSITIVE_INFINITY;
      for (const [series, failingSinceMs] of this.#backlog) {
        if (signal.aborted) break;
        const dueAtMs = Math.max(this.#reachableAtMs, this.#retries.get(series.key.namespace) ?? 0);
        if (dueAtMs <= this.#clock.monotonic()) await this.#deliverSeries(series, failingSinceMs, signal);
        else nextAtMs = Math.min(nextAtMs, dueAtMs);
      }
      await this.#arrival.wait(nextAtMs - this.#clock.monotonic(), signal);
    }
    await this.#deliverBacklog();
  }

  /** The series that the event continues or begins. */
  #seriesOf(regarding: Regarding, given: ObjectEvent<string>): EventSeries {
    const event = { ...given, message: truncatedText(given.message, longestMessage) };
    const key = JSON.stringify([regarding.metadata.uid, event.type, event.reason, event.message]);
    const known = this.#series.get(key);
    const [nowMs, seenAtMs] = [this.#clock.now(), this.#clock.monotonic()];
    const continues = known !== undefined && seenAtMs - known.seenAtMs < seriesPauseMs;
    const series = continues ? known.series : new EventSeries(regarding, event, this.#source, nowMs);
    if (continues) series.repeat(nowMs);
    this.#series.set(key, { series, seenAtMs });
    return series;
  }

  /** Drops the newest event of the namespace with the most waiting ones. */
  #shortenBacklog(): void {
    const namespaces = Map.groupBy(this.#backlog.keys(), ({ key }) => key.namespace).values();
    const [largest = []] = [...namespaces].toSorted((one, other) => other.length - one.length);
    const dropped = largest.at(-1);
    if (dropped === undefined) return;
    this.#backlog.delete(dropped);
    this.#logger.warn('event dropped: too many wait to be written', {
      object: dropped.subject,
      reason: dropped.reason,
    });
  }

  /** Writes a series; queues it again if that may succeed later. */
  async #deliverSeries(series: EventSeries, failingSinceMs: number | undefined, signal: AbortSignal): Promise<void> {
    const { namespace } = series.key;
    this.#backlog.delete(series); // first, so that a repetition during the write is written too
    this.#retries.delete(namespace);
    try {
      await this.#writeSeries(series, signal);
    } catch (error) {
      const retryAtMs = this.#clock.monotonic() + retryMs;
      // Overloaded API servers send Retry-After. The admission plugin EventRateLimit, which limits namespaces, doesn't.
      const isOverloaded = isTooManyRequests(error) && error.retryAfterMs !== undefined;
      const isUnreachable = ConnectionError.is(error) || CredentialsError.is(error) || isOverloaded;
      if (signal.aborted || isUnreachable) {
        this.#backlog.set(series, undefined);
        this.#reachableAtMs = retryAtMs;
        // The time of an outage doesn't count: the failures before it may have been its beginning.
        for (const each of this.#backlog.keys()) this.#backlog.set(each, undefined);
      } else if (isServerError(error) || isTooManyRequests(error)) {
        this.#backlog.set(series, failingSinceMs);
        this.#retries.set(namespace, retryAtMs);
        this.#dropExpired(namespace, error);
      } else this.#logger.warn('event not written', { object: series.subject, error });
    }
  }

  /** Drops the events of a namespace that have waited for an hour of failures. A failure of one is a failure of all. */
  #dropExpired(namespace: string, error: unknown): void {
    const nowMs = this.#clock.monotonic();
    for (const [series, failingSinceMs = nowMs] of this.#backlog) {
      if (series.key.namespace !== namespace) continue;
      this.#backlog.set(series, failingSinceMs);
      if (nowMs - failingSinceMs < longestFailureMs) continue;
      this.#backlog.delete(series);
      this.#logger.warn('event not written', { object: series.subject, error });
    }
  }

  async #deliverBacklog(): Promise<void> {
    for (const series of this.#backlog.keys()) {
      try {
        await this.#writeSeries(series);
      } catch (error) {
        this.#logger.warn('event not written', { object: series.subject, error });
        if (ConnectionError.is(error)) return;
      }
    }
  }

  async #writeSeries(series: EventSeries, signal?: AbortSignal): Promise<void> {
    const wasStored = series.isStored;
    try {
      if (wasStored)
        await this.#client.patch(eventKind, series.key, { type: 'merge', body: series.changedFields() }, { signal });
      else await this.#client.create(eventKind, series.eventObject(), { signal });
      series.isStored = true;
    } catch (error) {
      // The API server deletes events after an hour, and a write whose response was lost may have succeeded.
      const isMistaken = wasStored ? isNotFound(error) : isAlreadyExists(error);
      if (!isMistaken) throw error;
      series.isStored = !wasStored;
      await this.#writeSeries(series, signal);
    }
  }
}

/**
 * The number of events that a subject may still have: 25 at once, one more every five minutes. Of the last 4096
 * subjects; a forgotten one starts afresh.
 */
class EventBudget {
  readonly #buckets = new BoundedMap<string, TokenBucket>(rememberedSubjects);

  /** Returns true if `subject` may have an event now; if so, it is spent. */
  spendEvent(subject: string, nowMs: number): boolean {
    const bucket = this.#buckets.get(subject) ?? new TokenBucket(eventRate, nowMs);
    this.#buckets.set(subject, bucket);
    return bucket.take(nowMs);
  }
}
