// In: one controller of the definition, and filled caches. Out: the changes that its reconciles would make, by dry runs.
// Called by the preview of an operator.

import { objectKey, type StoredObject } from '../../api/index.ts';
import { type Client, ConnectionError } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import type { Controller } from '../../constructs/index.ts';
import { referencedObjects, render } from '../../render/index.ts';
import { thrownText } from '../../system/index.ts';
import { type Logger, silentMetrics, withCallbackLog } from '../../telemetry/index.ts';
import { isPaused, type PublishedShapes, parsedResource, reconciler, silentJournal } from '../reconcile/index.ts';
import type { SharedCaches } from '../shared-caches.ts';
import { ControllerCache } from './controller-cache.ts';
import { DryRun, type PreviewedChange } from './dry-run.ts';
import { Referrers } from './referrers.ts';

/** The effect that the next reconcile of one resource would have. */
export interface PreviewedReconcile {
  readonly resource: StoredObject;
  readonly changes: readonly PreviewedChange[];
  /** The problem that keeps the resource from its spec until a user acts; undefined if there is none. */
  readonly problem: string | undefined;
}

/** The dependencies of a preview. */
export interface PreviewPorts {
  readonly client: Client;
  readonly clock: Clock;
  /** Receives the log of callbacks. */
  readonly logger: Logger;
}

/** The dependencies of one controller's preview. */
interface PreviewedControllerPorts extends PreviewPorts {
  /** The caches of the kinds that it watches. They must not be filled before all controllers exist. */
  readonly caches: SharedCaches;
  readonly shapes: PublishedShapes;
  readonly fieldManager: string;
}

/** Previews the reconciles of one controller. */
export class PreviewedController {
  readonly #controller: Controller;
  readonly #ports: PreviewedControllerPorts;
  readonly #cache: ControllerCache;

  constructor(controller: Controller, ports: PreviewedControllerPorts) {
    this.#controller = controller;
    this.#ports = ports;
    this.#cache = new ControllerCache(new Referrers(controller, ports.logger));
    this.#cache.addAll(controller, ports.caches);
  }

  /** The cached resources, sorted by namespace and name. */
  get resources(): readonly StoredObject[] {
    return this.#cache.list(this.#controller.kind);
  }

  /**
   * Previews the reconcile of a resource.
   *
   * @throws ConnectionError if the API server can't be reached, and the reason of an aborted signal.
   */
  async preview(resource: StoredObject, signal: AbortSignal): Promise<PreviewedReconcile> {
    const { client, clock, fieldManager, logger, shapes } = this.#ports;
    const dryRun = new DryRun(client, this.#cache);
    let problem: string | undefined;
    const { reconcile } = reconciler(this.#controller, {
      ...{ cache: this.#cache, fieldManager, shapes },
      writerFor: () => dryRun.client,
      lagging: () => [],
      clock: impatientClock(clock),
      effects: () => undefined,
      withLog: (_resource, callback) => withCallbackLog(() => logger, callback),
      metrics: silentMetrics.reconciles(this.#controller.kind.singular),
      journal: {
        ...silentJournal,
        childRecreated: (_resource, child) => dryRun.noteRecreation(child),
        reconcileConcluded: (_resource, found) => {
          problem = found?.message;
        },
      },
    });
    try {
      await reconcile(objectKey(resource), signal);
      if (problem === undefined) await this.#previewLaterChildren(resource, dryRun, signal);
    } catch (error) {
      if (ConnectionError.is(error) || signal.aborted) throw error;
      problem ??= thrownText(error);
    }
    return { resource, changes: dryRun.changes, problem };
  }

  /** Creates the children that wait for others: a dry run makes none of those ready. */
  async #previewLaterChildren(resource: StoredObject, dryRun: DryRun, signal: AbortSignal): Promise<void> {
    const [controller, cache] = [this.#controller, this.#cache];
    if (isPaused(resource, controller.kind) || resource.metadata.deletionTimestamp !== undefined) return;
    const parsed = parsedResource(controller.kind, resource);
    const { children } = render(controller, parsed, referencedObjects(controller, parsed, cache));
    for (const { kind, key, object } of children) {
      const isAbsent = cache.listState(kind, key.namespace) === 'listed' && cache.get(kind, key) === undefined;
      if (!isAbsent || dryRun.has(kind, key)) continue;
      await dryRun.client.apply(kind, object, { fieldManager: this.#ports.fieldManager, force: false, signal });
    }
  }
}

/** Returns a clock on which a minute passes at each look, so that deletions don't wait for each other. */
function impatientClock(clock: Clock): Clock {
  let elapsedMs = 0;
  return {
    now: () => clock.now(),
    monotonic() {
      elapsedMs += 60_000;
      return elapsedMs;
    },
    random: () => clock.random(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    timer: (ms, callback) => clock.timer(ms, callback),
  };
}
