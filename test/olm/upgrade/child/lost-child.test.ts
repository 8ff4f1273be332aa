import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../lib/api/index.ts';
import { type ChangePolicy, upgradeFindings } from '../../../../lib/olm/upgrade/index.ts';
import { releaseOf } from '../release.ts';
import { child, childTexts, service, statefulSet, upgradeUnderPolicy } from './rendered-child.ts';

describe('children that are no longer rendered', () => {
  it('check-upgrade reports removed children, and the most important ones as breaking', () => {
    assert.deepEqual(childTexts([service({}), child('v1', 'ConfigMap', { data: {} })], []), [
      'breaking child-gone: Service small is no longer rendered',
      'risky child-gone: ConfigMap small is no longer rendered',
    ]);
  });

  it('check-upgrade recognizes a renamed child by its content', () => {
    assert.deepEqual(
      childTexts(
        [statefulSet({ selector: { matchLabels: { box: 'small' } } })],
        [statefulSet({ selector: { matchLabels: { box: 'tiny' } } }, 'tiny')],
      ),
      ['breaking child-renamed: StatefulSet small is called tiny now'],
    );
  });

  it('check-upgrade reports children that pods, clients and rights need as breaking', () => {
    for (const [apiVersion, kind] of [
      ['apps/v1', 'Deployment'],
      ['apps/v1', 'DaemonSet'],
      ['v1', 'ServiceAccount'],
      ['networking.k8s.io/v1', 'Ingress'],
    ] as const) {
      assert.deepEqual(childTexts([child(apiVersion, kind, {})], []), [
        `breaking child-gone: ${kind} small is no longer rendered`,
      ]);
      assert.deepEqual(childTexts([child(apiVersion, kind, {})], [child(apiVersion, kind, {}, 'tiny')]), [
        `breaking child-renamed: ${kind} small is called tiny now`,
      ]);
    }
  });

  it('check-upgrade names the new namespace of a moved child', () => {
    const placed = (namespace: string | undefined, name: string, fields: JsonObject = {}) => ({
      ...service(fields),
      metadata: { name, ...(namespace !== undefined && { namespace }) },
    });
    assert.deepEqual(childTexts([placed('a', 'small')], [placed('b', 'small', { clusterIP: 'None' })]), [
      'breaking child-renamed: Service small is in the namespace b now, and was in a',
    ]);
    assert.deepEqual(childTexts([placed('a', 'small')], [placed('b', 'tiny')]), [
      'breaking child-renamed: Service small is called tiny in the namespace b now, and was in a',
    ]);
    assert.deepEqual(childTexts([placed(undefined, 'small')], [placed('b', 'small')]), [
      'breaking child-renamed: Service small is in the namespace b now',
    ]);
  });

  it('check-upgrade reports that a child with data stays behind, or is deleted if the policy is to delete data', () => {
    const [first] = upgradeFindings({
      before: releaseOf({ number: '0.1.0', children: [child('v1', 'PersistentVolumeClaim', { spec: {} })] }),
      after: releaseOf({ children: [] }),
    });
    assert.match(first?.hits ?? '', /it stays behind/);
    assert.deepEqual(
      upgradeUnderPolicy([child('v1', 'PersistentVolumeClaim', { spec: {} })], [], { whenDropped: 'delete-data' }),
      ['breaking child-gone: installed children: it is deleted, and its replacement starts without its data'],
    );
  });

  it('check-upgrade says when the claims of a StatefulSet that is no longer rendered are deleted', () => {
    const persistentVolumeClaimRetentionPolicy = { whenDeleted: 'Delete' };
    const servers = child('apps/v1', 'StatefulSet', { spec: { persistentVolumeClaimRetentionPolicy } });
    assert.deepEqual(upgradeUnderPolicy([servers], [], { whenDropped: 'delete-data' }), [
      'breaking child-gone: installed children: it is deleted, and the volume claims of its pods are deleted with it',
    ]);
    assert.deepEqual(upgradeUnderPolicy([servers], [], {}), [
      'risky child-gone: installed children: nothing is pruned, for its deletion would delete the volume claims of its pods',
    ]);
  });

  it('check-upgrade advises to keep an abandoned child that holds data, or to delete its data', () => {
    const claims = [child('v1', 'PersistentVolumeClaim', { spec: {} })];
    const [finding] = upgradeFindings(
      { before: releaseOf({ number: '0.1.0', children: claims }), after: releaseOf() },
      { render: () => ({ children: [], policies: () => undefined }) },
    );
    assert.equal(finding?.remedy, "name its kind in `retires`, with whenDropped 'delete-data' or 'keep'");
  });

  it('check-upgrade applies the policy of the operator to a child that is no longer rendered', () => {
    const gone = (policy: Partial<ChangePolicy> | undefined) => upgradeUnderPolicy([service({})], [], policy);
    assert.deepEqual(gone({}), [
      'breaking child-gone: installed children: it is deleted, and its clients by name no longer find it',
    ]);
    assert.deepEqual(gone({ whenDropped: 'keep' }), [
      'risky child-gone: installed children: it stays unchanged, as `whenDropped` demands, until its resource is deleted',
    ]);
    assert.deepEqual(gone(undefined), [
      'breaking child-gone: installed children: it stays behind without a controller, for neither `owns` nor `retires` has its kind',
    ]);
  });
});
