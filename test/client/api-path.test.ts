import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Kind } from '../../lib/api/index.ts';
import { collectionPath, objectPath } from '../../lib/client/api-path.ts';

const pod: Kind = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' };
const deployment: Kind = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
};
const role: Kind = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  scope: 'Cluster',
};

describe('the path of a collection', () => {
  it('a path begins with /api in the core group and with /apis in other groups', () => {
    assert.equal(collectionPath(pod), '/api/v1/pods');
    assert.equal(collectionPath(deployment), '/apis/apps/v1/deployments');
  });

  it('the path of a collection contains the namespace of a namespaced kind', () => {
    assert.equal(collectionPath(deployment, 'shop'), '/apis/apps/v1/namespaces/shop/deployments');
  });

  it('the namespace of a collection that would lead to another path is refused', () => {
    for (const namespace of ['', '..', 'shop/pods/db']) {
      assert.throws(() => collectionPath(pod, namespace), {
        name: 'TypeError',
        message: `a key of Pod.v1 has the impossible namespace "${namespace}": correct it`,
      });
    }
  });

  it('the path of a cluster-scoped collection has no namespace, even if one is given', () => {
    assert.equal(collectionPath(role, 'shop'), '/apis/rbac.authorization.k8s.io/v1/clusterroles');
  });
});

describe('the path of an object', () => {
  it('the path of an object ends in its name, or in a subresource if one is given', () => {
    assert.equal(
      objectPath(deployment, { namespace: 'shop', name: 'db' }),
      '/apis/apps/v1/namespaces/shop/deployments/db',
    );
    assert.equal(
      objectPath(pod, { namespace: 'shop', name: 'db' }, 'status'),
      '/api/v1/namespaces/shop/pods/db/status',
    );
  });

  it('a path encodes characters of names that are not valid in paths', () => {
    assert.equal(
      objectPath(role, { name: 'system:node?a' }),
      '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode%3Fa',
    );
  });

  for (const name of ['', '.', '..', 'db/status', '../../kube-system/pods/db', 'db%2Fstatus']) {
    it(`the name ${JSON.stringify(name)}, which would lead to another path, is refused`, () => {
      assert.throws(() => objectPath(pod, { namespace: 'shop', name }), {
        name: 'TypeError',
        message: `a key of Pod.v1 has the impossible name "${name}": correct it`,
      });
    });
  }

  it('the path of an object of a namespaced kind without a namespace is refused', () => {
    assert.throws(() => objectPath(pod, { name: 'db' }), { message: 'a key of Pod.v1 has no namespace: give it one' });
  });
});
