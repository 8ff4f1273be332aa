import type { Kind } from '../../../../lib/api/index.ts';
import type { Client } from '../../../../lib/client/index.ts';
import { systemClock } from '../../../../lib/clock/index.ts';
import { PublishedShapes } from '../../../../lib/runtime/reconcile/comparison/published-shape.ts';

/** Resolves with the schema of a kind as soon as an API server publishes it, some time after the CRD. */
export async function publishedShapes(client: Client, kind: Kind): Promise<PublishedShapes> {
  const { signal } = new AbortController();
  const ports = { client, clock: systemClock };
  let shapes = new PublishedShapes(ports, [kind]);
  while (!(await shapes.learn(kind, signal))) shapes = new PublishedShapes(ports, [kind]);
  return shapes;
}
