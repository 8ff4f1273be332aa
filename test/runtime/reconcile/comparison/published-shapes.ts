import type { Kind } from '../../../../lib/api/index.ts';
import type { Client } from '../../../../lib/client/index.ts';
import { systemClock } from '../../../../lib/clock/index.ts';
import { PublishedShapes } from '../../../../lib/runtime/reconcile/comparison/published-shape.ts';

/** What an API server says of a kind, once it does: it publishes a schema some time after the definition. */
export async function publishedShapes(client: Client, kind: Kind): Promise<PublishedShapes> {
  const { signal } = new AbortController();
  const ports = { client, clock: systemClock };
  let shapes = new PublishedShapes(ports, [kind]);
  while (!(await shapes.learn(kind, signal))) shapes = new PublishedShapes(ports, [kind]);
  return shapes;
}
