import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { knownKind } from '../../../lib/api/index.ts';
import { Board } from '../../../lib/cli/dashboard/board.ts';
import { watchBoard } from '../../../lib/cli/dashboard/watched-board.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { EmbeddedCluster, ManualClock } from '../../../lib/testing/index.ts';

const apiVersion = 'rbac.authorization.k8s.io/v1';
const apiGroup = 'rbac.authorization.k8s.io';

/** Returns the objects that let ann list and watch ConfigMaps in a namespace. */
function rights(namespace: string) {
  const metadata = { name: 'reader', namespace };
  return [
    {
      apiVersion,
      kind: 'Role',
      metadata,
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'] }],
    },
    {
      ...{ apiVersion, kind: 'RoleBinding', metadata, roleRef: { apiGroup, kind: 'Role', name: 'reader' } },
      subjects: [{ apiGroup, kind: 'User', name: 'ann' }],
    },
  ];
}

describe('a watched board', () => {
  for (const namespaces of [
    ['default', 'kube-system'],
    ['kube-system', 'default'],
  ]) {
    it(`a watched board of ${namespaces.join(' and ')} shows a kind as listed when both are listed`, async () => {
      const clock = new ManualClock();
      await using cluster = await EmbeddedCluster.start({ clock, workloads: 'none' });
      await cluster.apply(...rights('default'));
      const kinds = [{ kind: knownKind('v1', 'ConfigMap'), role: 'child', namespaces }] as const;
      const board = new Board({ kinds, operators: [], cluster: '' }, clock);
      const states: unknown[] = [];
      board.read({ kindsChanged: () => void states.push(board.report.kinds[0]?.state) });
      const ending = new AbortController();
      const ports = { kinds, client: cluster.client({ as: 'ann' }), clock, logger: silentLogger };
      const watched = watchBoard(board, ports, ending.signal);
      // Bookmarks show that the watch in `default` lives, while the lists of kube-system are repeated.
      await clock.advance(120_000);
      assert.deepEqual(new Set(states), new Set(['forbidden']));
      assert.match(
        board.report.kinds[0]?.failure ?? '',
        /cannot list resource "configmaps".* in the namespace "kube-system"/,
      );

      await cluster.apply(...rights('kube-system'));
      await clock.advance(120_000);
      assert.equal(board.report.kinds[0]?.state, 'listed');
      ending.abort();
      await clock.advance(0);
      await watched;
    });
  }
});
