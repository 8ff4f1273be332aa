// In: a source of changes outside of the cluster. Out: the keys of the resources that the changes concern, in the queue.
// Run by a controller while this process reconciles.

import { type CallbackMetrics, formatObjectKey, type Kind, type Lookup, type ObjectKey } from '../../api/index.ts';
import { Backoff, type Clock, endsWithin, SpacedAttempts, untilAborted } from '../../clock/index.ts';
import type { ExternalSource } from '../../constructs/index.ts';
import { type Logger, withCallbackLog } from '../../telemetry/index.ts';
import type { WorkQueue } from '../queue/index.ts';
import type { ControllerCache } from './controller-cache.ts';

/** The dependencies that the sources of one controller share. */
export interface SourceWatchPorts {
  /** The kind of the resources. */
  readonly kind: Kind;
  readonly queue: Pick<WorkQueue, 'add'>;
  readonly cache: Pick<ControllerCache, 'storeOf'>;
  readonly live: Lookup;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: CallbackMetrics;
  /** The time that a callback has to end after its signal has aborted. */
  readonly graceMs: number;
}

const backoff = new Backoff({ baseMs: 1000, maxMs: 60_000 });

/** A source that was watched for longer begins with the shortest delay again. */
const calmMs = 5 * 60_000;

/** Watches a source until `signal` aborts; again, with backoff, after the author's callback has ended or failed. Never rejects. */
export async function watchSource(source: ExternalSource, ports: SourceWatchPorts, signal: AbortSignal): Promise<void> {
  const { clock, graceMs } = ports;
  const log = ports.logger.with({ source: source.name });
  const attempts = new SpacedAttempts(clock, backoff, calmMs);
  while (!signal.aborted) {
    attempts.begin();
    const watching = sourceEnd(source, { ...ports, logger: log }, signal);
    const end = await untilAborted(watching, signal);
    if (end === undefined || signal.aborted) {
      if (!(await endsWithin(clock, graceMs, watching)))
        log.warn('a source is still watched though its time is over: `watch` does not end when its signal aborts');
      return;
    }
    log.warn('a source is no longer watched, and is watched again after a while', {
      delayMs: attempts.delayNext(),
      ...end,
    });
    await untilAborted(clock.sleep(attempts.waitMs, signal), signal);
  }
}

/** Calls the author's callback. Resolves when it has ended, with the error if it has failed. */
async function sourceEnd(
  { watch }: ExternalSource,
  { kind, queue, cache, live, logger: log, metrics }: SourceWatchPorts,
  signal: AbortSignal,
): Promise<{ readonly error?: unknown }> {
  const reconcile = ({ namespace, name }: ObjectKey): void => {
    const key = { name, ...(kind.scope === 'Namespaced' && { namespace }) };
    if (signal.aborted || cache.storeOf(kind)?.get(key) === undefined) return;
    queue.add(formatObjectKey(key), { reason: 'source-updated' });
  };
  try {
    await withCallbackLog(
      () => log,
      () => watch({ reconcile, live, log, metrics, signal }),
    );
    return {};
  } catch (error) {
    return { error };
  }
}
