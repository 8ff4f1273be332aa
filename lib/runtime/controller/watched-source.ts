// In: a source of changes outside of the cluster. Out: the keys of the resources that the changes concern, in the queue.
// Run by a controller while this process reconciles.

import { type CallbackMetrics, formatObjectKey, type Kind, type Lookup, type ObjectKey } from '../../api/index.ts';
import { Backoff, type Clock, endsWithin, SpacedAttempts, TokenBucket, untilAborted } from '../../clock/index.ts';
import type { ExternalSource } from '../../constructs/index.ts';
import { BoundedMap } from '../../schema/index.ts';
import { type Logger, type SourceMetrics, withCallbackLog } from '../../telemetry/index.ts';
import type { WorkQueue } from '../queue/index.ts';
import type { ControllerCache } from './controller-cache.ts';

/** The dependencies of a {@link WatchedSource}. */
export interface WatchedSourcePorts {
  /** The kind of the resources. */
  readonly kind: Kind;
  readonly queue: Pick<WorkQueue, 'add'>;
  readonly cache: Pick<ControllerCache, 'storeOf'>;
  readonly live: Lookup;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: SourceMetrics;
  /** For the author's callback. */
  readonly callbackMetrics: CallbackMetrics;
  /** The time that the callback has to end after its signal has aborted. */
  readonly graceMs: number;
}

/** The end of the author's callback, with the error if it has failed. */
interface SourceEnd {
  readonly error?: unknown;
}

const backoff = new Backoff({ baseMs: 1000, maxMs: 60_000 });

/** A source that was watched for longer begins with the shortest delay again. */
const calmMs = 5 * 60_000;

/**
 * The requests for one resource that are due at once, and how often further ones are: a source that reports the
 * operator's own writes would otherwise make each reconcile cause the next.
 */
const requestRate = { burst: 20, perSecond: 1 / 3 };

/** The number of resources whose requests are counted. A forgotten one is counted from zero. */
const capacity = 10_000;

/**
 * Watches one source: again, with backoff, after the author's callback has ended or failed. Requests for one resource
 * that exceed {@link requestRate} are delayed.
 */
export class WatchedSource {
  readonly #source: ExternalSource;
  readonly #ports: WatchedSourcePorts;
  readonly #log: Logger;
  /** By key: the rate of requests, and when the last one is due. */
  readonly #requests = new BoundedMap<string, { readonly rate: TokenBucket; readonly dueAtMs: number }>(capacity);
  #hasReportedRate = false;
  #watching: Promise<SourceEnd> = Promise.resolve({});

  constructor(source: ExternalSource, ports: WatchedSourcePorts) {
    this.#source = source;
    this.#ports = ports;
    this.#log = ports.logger.with({ source: source.name });
  }

  /**
   * Watches until `signal` aborts. Never rejects. May be called again afterwards; then it first waits for a callback that
   * has ignored its signal.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, graceMs, metrics } = this.#ports;
    const attempts = new SpacedAttempts(clock, backoff, calmMs);
    await untilAborted(this.#watching, signal);
    while (!signal.aborted) {
      attempts.begin();
      this.#watching = this.#watch(signal);
      const end = await untilAborted(this.#watching, signal);
      if (end === undefined || signal.aborted) break;
      metrics.watchEnded();
      const fields = { delayMs: attempts.delayNext(), ...end };
      this.#log.warn('a source has ended, and is watched again after a while', fields);
      await untilAborted(clock.sleep(attempts.waitMs, signal), signal);
    }
    if (!(await endsWithin(clock, graceMs, this.#watching)))
      this.#log.warn('a source is still watched though its time is over: `watch` does not end when its signal aborts');
  }

  async #watch(signal: AbortSignal): Promise<SourceEnd> {
    const { live, callbackMetrics: metrics } = this.#ports;
    const log = this.#log;
    const reconcile = (key: ObjectKey) => {
      if (!signal.aborted) this.#queueResource(key);
    };
    try {
      await withCallbackLog(
        () => log,
        () => this.#source.watch({ reconcile, live, log, metrics, signal }),
      );
      return {};
    } catch (error) {
      return { error };
    }
  }

  /** In the background lane: a source may request all resources at once, and changes in the cluster overtake them. */
  #queueResource({ namespace, name }: ObjectKey): void {
    const { kind, queue, cache } = this.#ports;
    const key = { name, ...(kind.scope === 'Namespaced' && { namespace }) };
    if (cache.storeOf(kind)?.get(key) === undefined) return;
    const text = formatObjectKey(key);
    queue.add(text, { reason: 'source-updated', lane: 'background', dueInMs: this.#delayOf(text) });
  }

  /** Counts a request for a resource, unless an earlier one waits. @returns the time until it is due. */
  #delayOf(key: string): number {
    const nowMs = this.#ports.clock.monotonic();
    const { rate, dueAtMs } = this.#requests.get(key) ?? { rate: new TokenBucket(requestRate, nowMs), dueAtMs: nowMs };
    if (dueAtMs > nowMs) return dueAtMs - nowMs;
    const readyAtMs = rate.readyAtMs(nowMs);
    rate.take(readyAtMs);
    this.#requests.set(key, { rate, dueAtMs: readyAtMs });
    if (readyAtMs > nowMs) this.#reportRate(key);
    return readyAtMs - nowMs;
  }

  /** Reports one resource of the source: it may name many. */
  #reportRate(resource: string): void {
    if (this.#hasReportedRate) return;
    this.#hasReportedRate = true;
    const message =
      'a source names a resource so often that its reconciles are delayed: if it reports the writes of `reconcile`, let that write only what differs';
    this.#log.warn(message, { resource });
  }
}
