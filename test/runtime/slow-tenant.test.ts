// The responses to writes in one namespace are slow, as behind a slow admission webhook: those in other namespaces
// continue.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubernetesObject } from '../../lib/api/index.ts';
import { untilAborted } from '../../lib/clock/index.ts';
import { ObservedCluster } from './observed-cluster.ts';
import { RunningShelfController } from './running-shelf-controller.ts';
import { configMapKind, shelf, shelfKind } from './shelf.ts';

const tenant = 'tenant-a';

function shelfIn(namespace: string, name: string, content: string): KubernetesObject {
  const { metadata, ...rest } = shelf(name, { [name]: content });
  return { ...rest, metadata: { ...metadata, namespace } };
}

/** A controller with twenty shelves of one tenant, whose responses wait for the gate. */
async function slowFor(...others: readonly string[]) {
  const gate = Promise.withResolvers<void>();
  const server = await ObservedCluster.start();
  const counts = { held: 0 };
  const controller = await RunningShelfController.create(
    {},
    {
      server,
      link: async (request, signal, call) => {
        const response = await request();
        if (!call.includes(`configmaps ${tenant}/`)) return response;
        counts.held += 1;
        await (signal === undefined ? gate.promise : untilAborted(gate.promise, signal));
        counts.held -= 1;
        signal?.throwIfAborted();
        return response;
      },
    },
  );
  for (const namespace of others) await server.put(shelfKind, shelfIn(namespace, 'first', '1'));
  for (let index = 0; index < 20; index++) await server.put(shelfKind, shelfIn(tenant, `box-${index}`, '1'));
  await controller.start();
  return { controller, server, counts, gate };
}

describe('a tenant whose writes are slow', () => {
  it('a slow tenant occupies six of eight workers while changes of other tenants are applied at once', async () => {
    const { controller, server, counts, gate } = await slowFor('tenant-b', 'tenant-c');
    assert.equal(counts.held, 6);
    for (let change = 2; change <= 30; change++) {
      for (const namespace of ['tenant-b', 'tenant-c']) {
        await server.put(shelfKind, shelfIn(namespace, 'first', String(change)));
        await controller.settle(10);
        const box = server.object(configMapKind, { namespace, name: 'first' });
        assert.deepEqual(box?.data, { content: String(change) });
      }
      await controller.settle(10_000);
      assert.equal(counts.held, 6);
    }
    gate.resolve();
    await controller.settle(600_000);
    assert.equal(server.objects(configMapKind).length, 22);
    await controller.stop();
  });

  it('a slow tenant occupies all workers if it is the only one', async () => {
    const { controller, server, counts, gate } = await slowFor();
    assert.equal(counts.held, 8);
    gate.resolve();
    await controller.settle(600_000);
    assert.equal(server.objects(configMapKind).length, 20);
    await controller.stop();
  });
});
