import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../lib/api/index.ts';
import { findingTexts } from '../release.ts';

const need = (version: string, packageName = 'cert') => ({ type: 'olm.package', value: { packageName, version } });

const childTexts = (before: readonly JsonObject[], after: readonly JsonObject[]) =>
  findingTexts({ dependencies: before }, { dependencies: after });

describe('the comparison of dependencies', () => {
  it('check-upgrade reports new required operators and kinds', () => {
    assert.deepEqual(childTexts([], [need('>1.0.0')]), [
      `risky dependency-added: has a new dependency: {"type":"olm.package","value":{"packageName":"cert","version":">1.0.0"}}`,
    ]);
    assert.equal(childTexts([need('>1.0.0')], [need('>1.0.0', 'other')]).length, 1);
    const required = [{ name: 'lids.example.com', version: 'v1', kind: 'Lid' }];
    const spec = { customresourcedefinitions: { required } };
    assert.equal(findingTexts({}, { spec }).length, 1);
    assert.deepEqual(findingTexts({ spec }, {}), []);
  });

  it('check-upgrade reports versions of a dependency that are no longer accepted, and not additional ones', () => {
    assert.deepEqual(childTexts([need('>=1.12.0 <2.0.0')], [need('>=1.10.0 <3.0.0')]), []);
    assert.equal(childTexts([need('>=1.12.0 <2.0.0')], [need('>=1.15.0 <2.0.0')]).length, 1);
    assert.equal(childTexts([need('>=1.12.0')], [need('>=1.12.0 <2.0.0')]).length, 1);
  });

  it('check-upgrade treats a constraint on a package as a dependency', () => {
    const constraint = (versionRange: string) => ({
      type: 'olm.constraint',
      value: { failureMessage: 'cert is missing', package: { packageName: 'cert', versionRange } },
    });
    assert.deepEqual(childTexts([need('>=1.12.0')], [constraint('>=1.10.0')]), []);
    assert.equal(childTexts([need('>=1.12.0')], [constraint('>=1.13.0')]).length, 1);
  });
});
