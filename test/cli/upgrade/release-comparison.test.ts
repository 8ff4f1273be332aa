import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { comparedReleases } from '../../../lib/cli/upgrade/release-comparison.ts';
import { newestReleases, operatorRelease } from '../../../lib/olm/index.ts';
import { releaseOf } from '../../olm/upgrade/release.ts';

const releases = (...bundles: readonly ReturnType<typeof releaseOf>[]) => newestReleases(bundles.map(operatorRelease));
const [old, present] = [
  releaseOf({ number: '0.1.0' }),
  releaseOf({ number: '0.2.0', definition: { scope: 'Cluster' } }),
];

const gone = {
  operator: 'box-operator',
  release: 'gone',
  file: 'manifests/box-operator.clusterserviceversion.yaml',
  rule: 'operator-gone',
  path: 'metadata.name',
  reason: 'no user has it',
};

describe('releases, compared', () => {
  it('compared releases are listed with the findings of each operator', () => {
    const { upgrades, idle } = comparedReleases({ present: releases(present), earlier: [operatorRelease(old)] });
    assert.deepEqual(
      upgrades.map(({ findings, ...words }) => ({ ...words, rules: findings.map(({ rule }) => rule) })),
      [{ operator: 'box-operator', from: '0.1.0', to: '0.2.0', rules: ['kind-changed', 'children-uncompared'] }],
    );
    assert.deepEqual(idle, []);
  });

  it('the first release of an operator has no findings', () => {
    const { upgrades } = comparedReleases({ present: releases(present), earlier: [] });
    assert.deepEqual(upgrades, [{ operator: 'box-operator', from: undefined, to: '0.2.0', findings: [] }]);
  });

  it('the last release of an operator is a finding that can be accepted', () => {
    const { upgrades, idle } = comparedReleases({
      present: new Map(),
      earlier: [operatorRelease(old)],
      acceptances: [gone],
    });
    assert.deepEqual(
      upgrades.map(({ from, to, findings }) => ({ from, to, rules: findings.map(({ rule }) => rule) })),
      [{ from: '0.1.0', to: undefined, rules: ['operator-gone', 'kind-gone'] }],
    );
    assert.deepEqual(
      upgrades.flatMap(({ findings }) => findings).map(({ accepted }) => accepted),
      ['no user has it', undefined],
    );
    assert.deepEqual(idle, []);
  });

  it('an acceptance that applies to no finding of its release is reported as unused', () => {
    const here = { ...gone, release: '0.2.0' };
    const acceptances = [here, { ...here, release: '0.1.0' }, gone];
    const { idle } = comparedReleases({ present: releases(present), earlier: [operatorRelease(old)], acceptances });
    assert.deepEqual(idle, [here]);
  });
});
