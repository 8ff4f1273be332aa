import type { Client } from '../../lib/client/index.ts';
import { systemClock, whenAborted } from '../../lib/clock/index.ts';
import { type Controller, Operator } from '../../lib/constructs/index.ts';
import { RunningController } from '../../lib/runtime/controller/controller.ts';
import { PublishedShapes } from '../../lib/runtime/reconcile/index.ts';
import { ownershipOfEverything } from '../../lib/runtime/sharding/index.ts';
import { SharedCaches } from '../../lib/runtime/shared-caches.ts';
import { silentLogger, silentMetrics } from '../../lib/telemetry/index.ts';
import { type ShelfProps, shelfController } from './shelf.ts';

/** Runs a controller of shelves on a real API server until `signal` aborts, with filled caches. */
export async function workOnShelves(props: ShelfProps, client: Client, signal: AbortSignal): Promise<void> {
  await workOnController(shelfController(props), client, signal);
}

/** Runs a controller in the same way. */
export async function workOnController(controller: Controller, client: Client, signal: AbortSignal): Promise<void> {
  const fieldManager = Operator.of(controller).node.id;
  const ports = { client, clock: systemClock, logger: silentLogger };
  const caches = new SharedCaches(ports, { fieldManager });
  const running = new RunningController(controller, {
    ...ports,
    caches,
    shapes: new PublishedShapes(ports, controller.owns),
    shardOwnershipOf: () => ownershipOfEverything(),
    metrics: silentMetrics,
    events: { record: () => undefined },
    fieldManager,
  });
  const filled = Promise.all(caches.runnables.map(async (cache) => await cache.ready?.()));
  const work = async () => {
    await Promise.race([whenAborted(signal), filled]);
    await running.work(signal);
  };
  await Promise.all([...caches.runnables.map((cache) => cache.run(signal)), work()]);
}
