// In: an operator, and a trace that a manager recorded. Out: the requests that the operator sends in the same situations,
// compared with the recorded ones. Called by the command line's `replay`.

import { callbackMetrics, formatObjectKey, parseObjectKey } from '../../api/index.ts';
import { Controller, type Operator } from '../../constructs/index.ts';
import { thrownText } from '../../system/index.ts';
import { type Logger, silentMetrics, withCallbackLog } from '../../telemetry/index.ts';
import {
  type Reconcile,
  type RecordedReconcile,
  type RequestJson,
  reconciler,
  SecretRedaction,
  shapeLookup,
  shapeOfKind,
  silentJournal,
  type Trace,
  type TracedLookup,
  TraceError,
  tracedCache,
  tracedClient,
} from '../reconcile/index.ts';
import { callbackEffects } from './callback-effects.ts';
import { type Divergence, ReplayedRun } from './replayed-run.ts';

/** A recorded reconcile and its replay. */
export interface ReplayedReconcile {
  /** The line of the trace. */
  readonly line: number;
  readonly recorded: RecordedReconcile;
  /** The requests of the replay. */
  readonly requests: readonly RequestJson[];
  /** The first difference; undefined if the replay requested and returned the same, to the byte. */
  readonly divergence: Divergence | undefined;
}

/**
 * Runs the reconciles of a trace again, without a cluster: caches, clock and API server answer as they did. Yields one
 * after the other, in the order in which they ended, since a controller remembers earlier ones.
 *
 * Reads of an operator that has changed since are answered as far as the recorded reconcile read the same. The text of
 * Secrets is not in a trace, so that a child with a digest of it differs.
 *
 * @param logger - receives the log of callbacks.
 * @throws TraceError if the trace is of another operator.
 * @example
 * for await (const { line, divergence } of replay(operator, readTrace(recorded), ports.logger)) {
 *   if (divergence !== undefined) console.error(line, divergence.place);
 * }
 */
export async function* replay(operator: Operator, trace: Trace, logger: Logger): AsyncGenerator<ReplayedReconcile> {
  const { header, reconciles } = trace;
  if (header.operator !== operator.name) {
    throw new TraceError(`the trace is of the operator ${header.operator}, and this is ${operator.name}`);
  }
  const controllers = new Map(
    Controller.in(operator).map((controller) => [
      controller.kind.singular,
      new ReplayedController(controller, { operator, trace, logger }),
    ]),
  );
  for (const { line, reconcile: recorded } of reconciles) {
    const controller = controllers.get(recorded.controller);
    if (controller === undefined)
      throw new TraceError(`line ${line}: ${operator.name} has no controller ${recorded.controller}`);
    const { requests, divergence } = await controller.run(recorded);
    yield { line, recorded, requests, divergence };
  }
}

interface ReplayPorts {
  readonly operator: Operator;
  readonly trace: Trace;
  readonly logger: Logger;
}

class ReplayedController {
  readonly #reconcile: Reconcile;
  readonly #term = new AbortController().signal;
  #run: ReplayedRun | undefined;

  constructor(controller: Controller, { operator, trace: { header, shapes }, logger }: ReplayPorts) {
    const run = () => this.#run;
    const read: TracedLookup = (lookup, from) => this.#running.read(lookup, from);
    const client = tracedClient((request, send) => this.#running.handle(request, send));
    const writerFor = () => client;
    const fieldManager = operator.name;
    const callbacks = { events: { record: () => {} }, metrics: callbackMetrics(silentMetrics), logOf: () => logger };
    this.#reconcile = reconciler(controller, {
      ...{ writerFor, fieldManager, images: new Map(Object.entries(header.images)) },
      cache: tracedCache(read, controller),
      lagging: (resource) => read(`lagging ${formatObjectKey(resource)}`, () => []),
      redacted: (children) => {
        const objects = children.map(({ object }) => object);
        const redaction = new SecretRedaction(objects);
        return children.map((child) => ({ ...child, object: redaction.of(child.object) }));
      },
      clock: {
        now: () => run()?.clock.now() ?? 0,
        monotonic: () => run()?.clock.monotonic() ?? header.monotonicMs,
        random: () => 0.5,
        sleep: (ms, signal) => this.#running.clock.sleep(ms, signal),
        timer: (ms, callback) => this.#running.clock.timer(ms, callback),
      },
      shapes: {
        of(object) {
          const lookup = shapeLookup(object);
          return (lookup === undefined ? undefined : shapes.get(read(lookup, () => 0))) ?? shapeOfKind(object);
        },
        learn: async () => read('learn', () => false),
      },
      journal: silentJournal,
      effects: callbackEffects(controller.props.uses ?? [], { ...callbacks, writerFor, fieldManager }),
      withLog: (_resource, callback) => withCallbackLog(() => logger, callback),
      metrics: silentMetrics.reconciles(controller.kind.singular),
    }).reconcile;
  }

  async run(recorded: RecordedReconcile): Promise<ReplayedRun> {
    const run = new ReplayedRun(recorded);
    this.#run = run;
    try {
      const action = await this.#reconcile(parseObjectKey(recorded.resource), this.#term);
      run.end({ action });
    } catch (error) {
      run.end({ error: thrownText(error) });
    }
    return run;
  }

  get #running(): ReplayedRun {
    if (this.#run === undefined) throw new Error('no reconcile is replayed');
    return this.#run;
  }
}
