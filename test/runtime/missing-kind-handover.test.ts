// A third-party kind is installed while the resources that wait for it move from one replica to another.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiObject } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import type { Kind } from '../../lib/api/index.ts';
import type { OperatorProps } from '../../lib/constructs/index.ts';
import { runManager } from '../../lib/runtime/index.ts';
import { silentMetrics } from '../../lib/telemetry/index.ts';
import { ObservedCluster } from './observed-cluster.ts';
import { RecordingLogger } from './recording-logger.ts';
import { Boxes, conditionOf, configMapKind, keyOf, shelf, shelfKind, shelfOperator } from './shelf.ts';

const monitorKind: Kind = {
  group: 'monitoring.example.org',
  version: 'v1',
  kind: 'Monitor',
  plural: 'monitors',
  scope: 'Namespaced',
};
const names = Array.from({ length: 24 }, (_, index) => `shelf-${index}`);

/** The transfer of the work: by the one lease of the leader, or by that of each shard. */
const divisions: Readonly<Record<string, Partial<OperatorProps>>> = {
  'is led by one replica': { replicas: 2 },
  'is shared by shards': { replicas: 2, shards: 8 },
};

/** Two reads of the Leases, the life of one, and a moment. */
const handoverMs = 20_000;

/** The longest time until the manager notices that a kind is served. */
const noticeMs = 40_000;

for (const [how, division] of Object.entries(divisions)) {
  describe(`a third-party kind that isn’t installed yet, while the work ${how}`, async () => {
    const server = await ObservedCluster.start({ namespaces: ['shelves'] });
    const { clock } = server;

    function replica(hostname: string): { readonly stop: () => Promise<void> } {
      const operator = shelfOperator(
        {
          owns: [k8s.KubeConfigMap, monitorKind],
          render: (scope, { metadata: { name }, spec }) => {
            const { group, version, kind } = monitorKind;
            new ApiObject(scope, 'Monitor', {
              apiVersion: `${group}/${version}`,
              kind,
              metadata: { name },
              spec: { of: name },
            });
            return new Boxes(scope, 'Boxes', spec.boxes);
          },
        },
        division,
      );
      const stop = new AbortController();
      const ports = { connect: () => server.client(), clock, logger: new RecordingLogger(), metrics: silentMetrics };
      const end = runManager(operator, ports, { hostname, leaseNamespace: 'shelves' }, stop.signal);
      return {
        async stop() {
          stop.abort();
          await clock.advance(0);
          await end;
        },
      };
    }

    const writesOf = (plural: string) => server.writes.filter((call) => call.startsWith(`apply ${plural}`)).toSorted();
    const conditions = () => new Set(names.map((name) => conditionOf(server.object(shelfKind, keyOf(name)), 'Ready')));
    const putShelves = async (content: string) => {
      for (const name of names) await server.put(shelfKind, shelf(name, { [`${name}-box`]: content }));
    };

    it('the replica that owns a resource when the kind appears creates the child of that kind, once', async () => {
      await server.withdraw(monitorKind);
      const one = replica('one');
      await clock.advance(handoverMs);
      const two = replica('two');
      await clock.advance(handoverMs);
      await putShelves('first');
      await clock.advance(1_000);
      assert.equal(writesOf('configmaps').length, names.length);
      assert.ok([...conditions()].every((condition) => condition?.startsWith('False KindNotServed: ')));

      await one.stop();
      await server.serve(monitorKind);
      await clock.advance(handoverMs + noticeMs);
      assert.deepEqual(writesOf('monitors'), names.map((name) => `apply monitors default/${name}`).toSorted());
      assert.deepEqual([...conditions()], ['True ChildrenReady: its 2 children are ready']);

      await server.withdraw(monitorKind);
      await clock.advance(noticeMs);
      const three = replica('three');
      await clock.advance(handoverMs);
      await two.stop();
      await server.serve(monitorKind);
      await clock.advance(handoverMs + noticeMs);
      assert.equal(writesOf('monitors').length, names.length);
      assert.equal(writesOf('configmaps').length, names.length);
      assert.equal(server.objects(configMapKind).length, names.length);
      assert.deepEqual([...conditions()], ['True ChildrenReady: its 2 children are ready']);
      await three.stop();
    });
  });
}
