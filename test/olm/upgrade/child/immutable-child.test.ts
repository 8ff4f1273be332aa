import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubernetesObject } from '../../../../lib/api/index.ts';
import type { ChangePolicy } from '../../../../lib/olm/upgrade/index.ts';
import { child, service, statefulSet, template, upgradeUnderPolicy } from './rendered-child.ts';

describe('the comparison of children by the code of their operator', () => {
  const claims = (storage: string | number, name = 'data') => ({
    volumeClaimTemplates: [{ metadata: { name }, spec: { resources: { requests: { storage } } } }],
  });
  const refused = "the API server rejects the change, the child stays unchanged, and its resource isn't Ready";
  const replaced =
    'risky immutable-changed: installed children: as `whenImmutable` demands, each is deleted with everything that it owns and created again when the new release starts';
  const orphaned =
    'risky immutable-changed: installed children: as `whenImmutable` demands, each is deleted alone when the new release starts, and created again around its children: its pods keep running';

  it('check-upgrade reports that a child is replaced if the operator recreates immutable children', () => {
    const [before, after] = [[statefulSet({ serviceName: 'a' })], [statefulSet({ serviceName: 'b' })]];
    assert.deepEqual(upgradeUnderPolicy(before, after, {}), [
      `breaking immutable-changed: installed children: ${refused}`,
    ]);
    assert.deepEqual(upgradeUnderPolicy(before, after, { whenImmutable: 'recreate' }), [replaced]);
    assert.deepEqual(upgradeUnderPolicy(before, after, { whenImmutable: 'orphan-and-recreate' }), [orphaned]);
    const balancer = (loadBalancerClass: string) => [service({ type: 'LoadBalancer', loadBalancerClass })];
    assert.deepEqual(upgradeUnderPolicy(balancer('a'), balancer('b'), { whenImmutable: 'recreate' }), [replaced]);
    assert.deepEqual(
      upgradeUnderPolicy([statefulSet(claims('1Gi'))], [statefulSet(claims('2Gi'))], {
        whenImmutable: 'orphan-and-recreate',
      }),
      [orphaned],
    );
  });

  const deployment = (app: string) => child('apps/v1', 'Deployment', { spec: { selector: { matchLabels: { app } } } });
  const retention = { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } };
  const harmful: Readonly<
    Record<string, [KubernetesObject, KubernetesObject, ChangePolicy['whenImmutable'], because: string]>
  > = {
    'its kind holds data': [
      child('v1', 'PersistentVolumeClaim', { spec: { storageClassName: 'a' } }),
      child('v1', 'PersistentVolumeClaim', { spec: { storageClassName: 'b' } }),
      'recreate',
      'its kind holds data and is never recreated',
    ],
    'its pods would lose data': [
      statefulSet(claims('1Gi')),
      statefulSet(claims('1Gi', 'other')),
      'orphan-and-recreate',
      'its pods would start without the data of a claim template',
    ],
    'its claims would go with it': [
      statefulSet({ serviceName: 'a', ...retention }),
      statefulSet({ serviceName: 'b', ...retention }),
      'recreate',
      'the volume claims of its pods would be deleted with it',
    ],
    'its claims would have to shrink': [
      statefulSet(claims('2Gi')),
      statefulSet(claims('1Gi')),
      'orphan-and-recreate',
      "volume claims don't shrink",
    ],
    'its claims would have to shrink to a number of bytes': [
      statefulSet(claims('2G')),
      statefulSet(claims(1_000_000_000)),
      'orphan-and-recreate',
      "volume claims don't shrink",
    ],
    'it would leave its pods alone': [
      deployment('a'),
      deployment('b'),
      'orphan-and-recreate',
      "with another selector the new object wouldn't adopt the orphaned children",
    ],
    'its pods would go on with their work': [
      child('batch/v1', 'Job', { spec: { template: template('a') } }),
      child('batch/v1', 'Job', { spec: { template: template('b') } }),
      'orphan-and-recreate',
      "the new object wouldn't adopt the orphaned pods",
    ],
  };
  for (const [title, [before, after, whenImmutable, because]] of Object.entries(harmful)) {
    it(`check-upgrade reports that a child isn’t replaced if ${title}`, () => {
      assert.deepEqual(upgradeUnderPolicy([before], [after], { whenImmutable }), [
        `breaking immutable-changed: installed children: the API server rejects the change, the child stays unchanged, for ${because}, and its resource isn't Ready`,
      ]);
    });
  }
});
