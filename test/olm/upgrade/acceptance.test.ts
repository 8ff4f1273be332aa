import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Acceptance,
  formatUpgrade,
  isUnacceptable,
  type UpgradeFinding,
  withAcceptances,
} from '../../../lib/olm/upgrade/index.ts';

const finding: UpgradeFinding = {
  severity: 'breaking',
  rule: 'bound-tightened',
  file: 'manifests/boxes.yaml',
  path: 'spec.size.maximum',
  what: 'maximum 7 → 6',
  hits: 'clients',
  remedy: 'take what was taken before',
};
const { rule, file, path } = finding;
const published = { operator: 'box-operator', release: '0.2.0' };
const acceptance: Acceptance = { ...published, rule, file, path, reason: 'all objects have six or fewer' };

describe('an acceptance', () => {
  it('an acceptance keeps a finding from blocking the release, with its reason', () => {
    const { findings, idle } = withAcceptances([finding], [acceptance], published);
    assert.deepEqual(findings, [{ ...finding, accepted: 'all objects have six or fewer' }]);
    assert.deepEqual(idle, []);
    assert.deepEqual([finding, ...findings].map(isUnacceptable), [true, false]);
  });

  for (const change of [{ rule: 'other' }, { file: 'manifests/other.yaml' }, { path: 'spec.size' }]) {
    it(`an acceptance of another ${Object.keys(change).join()} accepts no finding, and is reported as unused`, () => {
      const other = { ...acceptance, ...change };
      assert.deepEqual(withAcceptances([finding], [other], published), { findings: [finding], idle: [other] });
    });
  }

  for (const change of [{ operator: 'crate-operator' }, { release: '0.3.0' }]) {
    it(`an acceptance for another ${Object.keys(change).join()} accepts no finding, and isn’t reported`, () => {
      const other = { ...acceptance, ...change };
      assert.deepEqual(withAcceptances([finding], [other], published), { findings: [finding], idle: [] });
    });
  }

  it('an acceptance is printed in place of the remedy, and counted', () => {
    const { findings } = withAcceptances([finding, { ...finding, path: 'spec' }], [acceptance], published);
    assert.equal(
      formatUpgrade(findings),
      `manifests/boxes.yaml
  breaking  spec.size.maximum: maximum 7 → 6  [bound-tightened]
            hits: clients
            accepted: all objects have six or fewer
  breaking  spec: maximum 7 → 6  [bound-tightened]
            hits: clients
            remedy: take what was taken before

2 breaking (1 accepted), 0 risky, 0 to notice
`,
    );
  });
});
