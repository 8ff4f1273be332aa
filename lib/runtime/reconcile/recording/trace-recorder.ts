// In: the reconciles of a manager's controllers, with the ports that they read and write by. Out: the record of each
// reconcile, for a trace or an observer. Created by a manager that has one of them; without, reconciles use their ports
// directly.

import { AsyncLocalStorage } from 'node:async_hooks';
import { type Action, formatObjectKey, type KubernetesObject, type ObjectKey } from '../../../api/index.ts';
import type { Clock } from '../../../clock/index.ts';
import type { Controller } from '../../../constructs/index.ts';
import { thrownText } from '../../../system/index.ts';
import type { FieldShape } from '../comparison/field-shape.ts';
import type { ReconcilePorts } from '../controller-scope.ts';
import type { Reconcile } from '../reconcile.ts';
import { ReconcileRecord } from './reconcile-record.ts';
import type { RecordedReconcile } from './trace.ts';
import { shapeLookup, tracedCache } from './traced-cache.ts';
import { tracedClient } from './traced-client.ts';

/** The ports of reconciles that a trace has. */
export type RecordedPorts = Pick<ReconcilePorts, 'writerFor' | 'cache' | 'lagging' | 'clock' | 'shapes'>;

/**
 * Receives the record of a reconcile at its end.
 *
 * @param shapes - the shapes that it refers to, with their numbers.
 * @param error - the error that stopped it.
 */
export type RecordReceiver = (
  record: RecordedReconcile,
  shapes: ReadonlyMap<FieldShape, number>,
  error: unknown,
) => void;

/** Reconciles one resource, for the reasons that the queue had for it. */
export type ReasonedReconcile = (key: ObjectKey, signal: AbortSignal, reasons: ReadonlySet<string>) => Promise<Action>;

/** Records reconciles. */
export class TraceRecorder {
  readonly #clock: Clock;
  readonly #receive: RecordReceiver;
  readonly #running = new AsyncLocalStorage<ReconcileRecord>();
  /** Shape → its number in all segments. */
  readonly #shapes = new Map<FieldShape, number>();

  constructor(clock: Clock, receive: RecordReceiver) {
    this.#clock = clock;
    this.#receive = receive;
  }

  /** Returns ports that note what passes through them. */
  ports(ports: RecordedPorts, controller: Controller): RecordedPorts {
    const noted = <Answer>(lookup: string, answer: Answer): Answer => {
      this.#running.getStore()?.read(lookup, answer);
      return answer;
    };
    return {
      writerFor: (resource) => {
        const client = ports.writerFor(resource);
        return tracedClient((request, send) => {
          const record = this.#running.getStore();
          return record === undefined ? send(client) : record.request(request, () => send(client));
        });
      },
      cache: tracedCache((lookup, read) => noted(lookup, read(ports.cache)), controller),
      lagging: (resource) => noted(`lagging ${formatObjectKey(resource)}`, ports.lagging(resource)),
      clock: this.#notedClock(ports.clock),
      shapes: {
        of: (object) => this.#noteShape(object, ports.shapes.of(object)),
        learn: async (kind, signal) => noted('learn', await ports.shapes.learn(kind, signal)),
      },
    };
  }

  /**
   * Returns a reconcile function whose reconciles are recorded, except for one that ends because the process does.
   */
  reconcile(reconcile: Reconcile, { kind }: Controller): ReasonedReconcile {
    return async (key, signal, reasons) => {
      const subject = { controller: kind.singular, resource: formatObjectKey(key), reasons: [...reasons] };
      const record = new ReconcileRecord(subject);
      const startMs = this.#clock.monotonic();
      const end = (outcome: RecordedReconcile['outcome'], error?: unknown) => {
        if (signal.aborted) return;
        this.#receive(record.ended(outcome, this.#clock.monotonic() - startMs), record.shapes, error);
      };
      try {
        const action = await this.#running.run(record, () => reconcile(key, signal));
        end({ action });
        return action;
      } catch (error) {
        end({ error: thrownText(error) }, error);
        throw error;
      }
    };
  }

  #notedClock(clock: Clock): Clock {
    return {
      now: () => {
        const ms = clock.now();
        this.#running.getStore()?.wallMs.push(ms);
        return ms;
      },
      monotonic: () => {
        const ms = clock.monotonic();
        this.#running.getStore()?.monotonicMs.push(ms);
        return ms;
      },
      random: () => clock.random(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
      timer: (ms, callback) => {
        const record = this.#running.getStore();
        const number = record?.timerCount ?? 0;
        if (record !== undefined) record.timerCount += 1;
        return clock.timer(ms, () => {
          record?.expiredTimers.push(number);
          callback();
        });
      },
    };
  }

  /** A shape is large and rarely changes: records refer to its number. */
  #noteShape(object: Pick<KubernetesObject, 'apiVersion' | 'kind'>, fields: FieldShape): FieldShape {
    const lookup = shapeLookup(object);
    const record = this.#running.getStore();
    if (lookup === undefined || record === undefined) return fields;
    const shape = this.#shapes.get(fields) ?? this.#shapes.size;
    this.#shapes.set(fields, shape);
    record.shapes.set(fields, shape);
    record.read(lookup, shape);
    return fields;
  }
}
