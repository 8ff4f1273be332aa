// In: the reconciles of a manager's controllers, with the ports that they read and write by. Out: a trace, a line for each
// reconcile. Created by a manager that records; without one, reconciles use their ports directly.

import { AsyncLocalStorage } from 'node:async_hooks';
import { formatObjectKey, type KubernetesObject } from '../../../api/index.ts';
import type { Clock } from '../../../clock/index.ts';
import type { Controller } from '../../../constructs/index.ts';
import { thrownText } from '../../../system/index.ts';
import type { Logger } from '../../../telemetry/index.ts';
import type { FieldShape } from '../comparison/field-shape.ts';
import type { Reconcile } from '../reconcile.ts';
import type { ReconcilePorts } from '../reconcile-run.ts';
import { ReconcileRecord } from './reconcile-record.ts';
import { SecretRedaction } from './secret-redaction.ts';
import { type RecordedReconcile, type TraceHeader, traceHeader } from './trace.ts';
import { tracedClient } from './traced-client.ts';
import { tracedObservation } from './traced-observation.ts';
import { shapeLookup } from './traced-shapes.ts';

/** The destination of a trace. */
export interface RecordingOptions {
  /** Writes one line, which ends with a line feed. */
  readonly write: (line: string) => void;
  /** The maximum size of the trace. The recording ends before it. */
  readonly limitBytes: number;
}

/** The ports of reconciles that a trace has. */
export type RecordedPorts = Pick<ReconcilePorts, 'writerFor' | 'cache' | 'lagging' | 'clock' | 'shapes'>;

/** Records reconciles. */
export class TraceRecorder {
  readonly #options: RecordingOptions;
  readonly #logger: Logger;
  readonly #running = new AsyncLocalStorage<ReconcileRecord>();
  readonly #shapes = new Map<FieldShape, number>();
  #bytes = 0;
  #isFull = false;

  constructor(header: Omit<TraceHeader, 'format'>, options: RecordingOptions, logger: Logger) {
    this.#options = options;
    this.#logger = logger;
    this.#write(traceHeader(header));
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
      cache: tracedObservation((lookup, read) => noted(lookup, read(ports.cache)), controller),
      lagging: (resource) => noted(`lagging ${formatObjectKey(resource)}`, ports.lagging(resource)),
      clock: this.#clock(ports.clock),
      shapes: {
        of: (object) => this.#noteShape(object, ports.shapes.of(object)),
        learn: async (kind, signal) => noted('learn', await ports.shapes.learn(kind, signal)),
      },
    };
  }

  /**
   * Returns a reconcile function that writes a line at the end of each reconcile, except for one that ends because the
   * process does.
   */
  reconcile(reconcile: Reconcile, { kind }: Controller): Reconcile {
    return async (key, signal) => {
      const record = new ReconcileRecord();
      const end = (outcome: RecordedReconcile['outcome']) => {
        if (!signal.aborted) this.#write(record.ended(kind.singular, formatObjectKey(key), outcome));
      };
      try {
        const action = await this.#running.run(record, () => reconcile(key, signal));
        end({ action });
        return action;
      } catch (error) {
        end({ error: thrownText(error) });
        throw error;
      }
    };
  }

  #clock(clock: Clock): Clock {
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

  /** A shape is written once, since it is large and rarely changes. */
  #noteShape(object: Pick<KubernetesObject, 'apiVersion' | 'kind'>, fields: FieldShape): FieldShape {
    const lookup = shapeLookup(object);
    const record = this.#running.getStore();
    if (lookup === undefined || record === undefined) return fields;
    let shape = this.#shapes.get(fields);
    if (shape === undefined) {
      shape = this.#shapes.size;
      this.#shapes.set(fields, shape);
      this.#write({ shape, fields });
    }
    record.read(lookup, shape);
    return fields;
  }

  #write(content: unknown): void {
    if (this.#isFull) return;
    const line = this.#line(content);
    if (line === undefined) return;
    this.#bytes += Buffer.byteLength(line);
    this.#isFull = this.#bytes > this.#options.limitBytes;
    if (this.#isFull) this.#logger.warn('the trace is full: later reconciles are not recorded', this.#size);
    else this.#options.write(line);
  }

  #line(content: unknown): string | undefined {
    try {
      return `${JSON.stringify(new SecretRedaction(content).of(content))}\n`;
    } catch (error) {
      this.#logger.warn('a reconcile is not recorded', { error });
      return undefined;
    }
  }

  get #size() {
    return { limitBytes: this.#options.limitBytes };
  }
}
