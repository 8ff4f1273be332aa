import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../lib/api/index.ts';
import { told } from '../release.ts';

const need = (version: string, packageName = 'cert') => ({ type: 'olm.package', value: { packageName, version } });

const toldOf = (before: readonly JsonObject[], after: readonly JsonObject[]) =>
  told({ dependencies: before }, { dependencies: after });

describe('the comparison of dependencies', () => {
  it('tells of other operators and kinds that are needed now', () => {
    assert.deepEqual(toldOf([], [need('>1.0.0')]), [
      `risky dependency-added: has a new dependency: {"type":"olm.package","value":{"packageName":"cert","version":">1.0.0"}}`,
    ]);
    assert.equal(toldOf([need('>1.0.0')], [need('>1.0.0', 'other')]).length, 1);
    const required = [{ name: 'lids.example.com', version: 'v1', kind: 'Lid' }];
    const spec = { customresourcedefinitions: { required } };
    assert.equal(told({}, { spec }).length, 1);
    assert.deepEqual(told({ spec }, {}), []);
  });

  it('tells of versions that are no longer taken, and of nothing where more are', () => {
    assert.deepEqual(toldOf([need('>=1.12.0 <2.0.0')], [need('>=1.10.0 <3.0.0')]), []);
    assert.equal(toldOf([need('>=1.12.0 <2.0.0')], [need('>=1.15.0 <2.0.0')]).length, 1);
    assert.equal(toldOf([need('>=1.12.0')], [need('>=1.12.0 <2.0.0')]).length, 1);
  });

  it('takes a constraint on a package for the dependency that it is', () => {
    const constraint = (versionRange: string) => ({
      type: 'olm.constraint',
      value: { failureMessage: 'cert is missing', package: { packageName: 'cert', versionRange } },
    });
    assert.deepEqual(toldOf([need('>=1.12.0')], [constraint('>=1.10.0')]), []);
    assert.equal(toldOf([need('>=1.12.0')], [constraint('>=1.13.0')]).length, 1);
  });
});
