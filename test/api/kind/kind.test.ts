import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { distinctKinds, isSameKind, type Kind } from '../../../lib/api/index.ts';

const deployments: Kind = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
};

describe('two kinds', () => {
  it('two kinds are the same when their group, version and kind are', () => {
    assert.equal(isSameKind(deployments, { ...deployments }), true);
    for (const other of [{ group: 'extensions' }, { version: 'v2' }, { kind: 'DaemonSet' }]) {
      assert.equal(isSameKind(deployments, { ...deployments, ...other }), false);
    }
  });
});

describe('distinct kinds', () => {
  it('distinct kinds are each once in a list, in the order of their first mention', () => {
    const daemonSets: Kind = { ...deployments, kind: 'DaemonSet', plural: 'daemonsets' };
    assert.deepEqual(distinctKinds([daemonSets, deployments, { ...daemonSets }, deployments]), [
      daemonSets,
      deployments,
    ]);
  });
});
