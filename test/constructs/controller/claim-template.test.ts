import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { builtInKind } from '../../../lib/api/index.ts';
import {
  claimKind,
  claimTemplates,
  deletesItsClaims,
  isStatefulSet,
  requestedStorage,
} from '../../../lib/constructs/index.ts';

function statefulSet(volumeClaimTemplates: unknown) {
  return { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'a' }, spec: { volumeClaimTemplates } };
}

const asking = (storage: unknown) => ({ spec: { resources: { requests: { storage } } } });

const statefulSetKind = { group: 'apps', version: 'v1', kind: 'StatefulSet' };

describe('the claim templates of a StatefulSet', () => {
  it('the claim templates of a StatefulSet have a name and the requested storage', () => {
    const templates = [
      { metadata: { name: 'data' }, ...asking('1Gi') },
      { metadata: { name: 'logs' }, spec: {} },
    ];
    assert.deepEqual(claimTemplates(statefulSet(templates)), [
      { name: 'data', storage: '1Gi' },
      { name: 'logs', storage: undefined },
    ]);
  });

  it('an object without valid claim templates has none', () => {
    for (const templates of [undefined, null, {}, [3], [{}]])
      assert.deepEqual(claimTemplates(statefulSet(templates)), []);
    assert.deepEqual(claimTemplates({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }), []);
  });

  it('a storage request that is a number becomes a quantity', () => {
    assert.equal(requestedStorage(asking(1024)), '1024');
    assert.equal(requestedStorage(asking(true)), undefined);
    assert.equal(requestedStorage({}), undefined);
  });
});

describe('the claims of a StatefulSet', () => {
  const retaining = (persistentVolumeClaimRetentionPolicy: unknown) => ({
    ...statefulSet([]),
    spec: { persistentVolumeClaimRetentionPolicy },
  });

  it('volume claims are deleted with their StatefulSet only if its retention policy says so', () => {
    assert.equal(deletesItsClaims(statefulSetKind, retaining({ whenDeleted: 'Delete', whenScaled: 'Retain' })), true);
    for (const policy of [undefined, null, {}, { whenDeleted: 'Retain' }, { whenScaled: 'Delete' }]) {
      assert.equal(deletesItsClaims(statefulSetKind, retaining(policy)), false);
    }
    assert.equal(deletesItsClaims(statefulSetKind, { ...statefulSet([]), spec: undefined }), false);
  });

  it('only a StatefulSet deletes its volume claims', () => {
    assert.equal(
      deletesItsClaims({ ...statefulSetKind, kind: 'Deployment' }, retaining({ whenDeleted: 'Delete' })),
      false,
    );
  });
});

describe('kinds', () => {
  it('the kinds StatefulSet and PersistentVolumeClaim are those of the API server', () => {
    assert.deepEqual(builtInKind({ group: '', version: 'v1', kind: 'PersistentVolumeClaim' }), claimKind);
    assert.equal(isStatefulSet({ group: 'apps', version: 'v1', kind: 'StatefulSet' }), true);
    assert.equal(isStatefulSet({ group: 'apps.kruise.io', version: 'v1', kind: 'StatefulSet' }), false);
    assert.equal(isStatefulSet({ group: 'apps', version: 'v1', kind: 'Deployment' }), false);
  });
});
