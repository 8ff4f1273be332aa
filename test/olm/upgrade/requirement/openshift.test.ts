import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../lib/api/index.ts';
import { findingTexts } from '../release.ts';

const offered = (openshift?: string, spec: JsonObject = {}) => ({ spec, ...(openshift && { openshift }) });

const limited = (last: string) => ({
  annotations: { 'olm.properties': JSON.stringify([{ type: 'olm.maxOpenShiftVersion', value: last }]) },
});

const properties = (last: string) => ({ properties: [{ type: 'olm.maxOpenShiftVersion', value: last }] });

describe('the comparison of releases of OpenShift', () => {
  it('check-upgrade reports OpenShift releases that don’t get the new release', () => {
    assert.deepEqual(findingTexts(offered('v4.17'), offered('v4.18')), [
      'risky openshift-narrowed: com.redhat.openshift.versions "v4.17" → "v4.18"',
    ]);
    assert.equal(findingTexts(offered('v4.17'), offered('v4.17-v4.19')).length, 1);
    assert.equal(findingTexts(offered(), offered('=v4.17')).length, 1);
    assert.deepEqual(findingTexts(offered('v4.17'), offered('v4.16')), []);
    assert.deepEqual(findingTexts(offered('=v4.17'), offered('v4.16-v4.18')), []);
  });

  it('check-upgrade reports OpenShift clusters that also lack the Kubernetes version only once', () => {
    const [before, after] = [{ minKubeVersion: '1.30.0' }, { minKubeVersion: '1.31.0' }];
    assert.deepEqual(findingTexts(offered('v4.17', before), offered('v4.18', after)), [
      'risky kubernetes-raised: minKubeVersion 1.30.0 → 1.31.0',
    ]);
  });

  it('check-upgrade reports a release that lowers the last supported OpenShift', () => {
    const lowered = ['risky openshift-narrowed: olm.maxOpenShiftVersion "4.20" → "4.18"'];
    assert.deepEqual(findingTexts(properties('4.20'), properties('4.18')), lowered);
    assert.deepEqual(findingTexts(limited('4.20'), properties('4.18')), lowered);
    assert.equal(findingTexts({}, properties('4.18')).length, 1);
    assert.equal(findingTexts(properties('4.16.0'), properties('4.14.0')).length, 1);
    assert.deepEqual(findingTexts(properties('v4.15'), properties('4.16')), []);
    assert.deepEqual(findingTexts(properties('4.18'), properties('4.20')), []);
    assert.deepEqual(findingTexts(properties('4.18'), {}), []);
  });
});
