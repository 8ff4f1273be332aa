import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findingTexts } from '../release.ts';

const serving = (...versions: readonly string[]) => ({
  spec: {
    apiservicedefinitions: {
      owned: versions.map((version) => ({ group: 'example.com', version, kind: 'Crate', name: 'crates' })),
    },
  },
});

describe('the comparison of aggregated APIs', () => {
  it('check-upgrade reports a removed aggregated API, or a removed version of one', () => {
    assert.deepEqual(findingTexts(serving('v1', 'v2'), serving('v2')), [
      'breaking api-gone: Crate in example.com/v1 is no longer among the owned APIs',
    ]);
    assert.deepEqual(findingTexts(serving('v1'), {}), [
      'breaking api-gone: Crate in example.com/v1 is no longer among the owned APIs',
    ]);
  });

  it('check-upgrade reports nothing about a new aggregated API', () => {
    assert.deepEqual(findingTexts(serving('v1'), serving('v1', 'v2')), []);
  });
});
