import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findingTexts } from '../release.ts';

const labels = (...platforms: readonly string[]) => ({
  labels: Object.fromEntries(platforms.map((platform) => [`operatorframework.io/${platform}`, 'supported'])),
});

describe('the comparison of platforms', () => {
  it('check-upgrade reports an architecture that is no longer supported', () => {
    assert.deepEqual(findingTexts(labels('arch.amd64', 'arch.arm64'), {}), [
      'breaking platform-withdrawn: arch.arm64 is no longer supported',
    ]);
  });

  it('check-upgrade treats a release without platform labels as one for the default platform', () => {
    assert.deepEqual(findingTexts({}, labels('arch.arm64')), [
      'breaking platform-withdrawn: arch.amd64 is no longer supported',
    ]);
    assert.deepEqual(findingTexts({}, labels('os.windows')), [
      'breaking platform-withdrawn: os.linux is no longer supported',
    ]);
    assert.deepEqual(findingTexts({}, labels('arch.amd64', 'arch.arm64', 'os.linux')), []);
    assert.deepEqual(findingTexts(labels('arch.amd64', 'os.linux'), {}), []);
  });
});
