import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withScopedNamespace } from '../../../lib/api/index.ts';

describe('an object of a chart with a namespace', () => {
  const metadata = { name: 'a', namespace: 'shop', labels: { team: 'b' } };

  it('an object of a chart keeps the namespace if its kind has namespaces or isn’t known', () => {
    for (const object of [
      { apiVersion: 'v1', kind: 'ConfigMap', metadata },
      { apiVersion: 'example.com/v1', kind: 'Shelf', metadata },
    ]) {
      assert.equal(withScopedNamespace(object), object);
    }
  });

  it('a cluster-scoped object of a chart loses its namespace, and nothing else', () => {
    const object = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata, rules: [] };
    assert.deepEqual(withScopedNamespace(object), { ...object, metadata: { name: 'a', labels: { team: 'b' } } });
    assert.equal(object.metadata.namespace, 'shop');
  });
});
