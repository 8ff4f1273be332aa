import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { told } from '../release.ts';

const labels = (...platforms: readonly string[]) => ({
  labels: Object.fromEntries(platforms.map((platform) => [`operatorframework.io/${platform}`, 'supported'])),
});

describe('the comparison of platforms', () => {
  it('tells of an architecture that is no longer supported', () => {
    assert.deepEqual(told(labels('arch.amd64', 'arch.arm64'), {}), [
      'breaking platform-withdrawn: arch.arm64 is no longer supported',
    ]);
  });

  it('knows what is meant where no label says it', () => {
    assert.deepEqual(told({}, labels('arch.arm64')), [
      'breaking platform-withdrawn: arch.amd64 is no longer supported',
    ]);
    assert.deepEqual(told({}, labels('os.windows')), ['breaking platform-withdrawn: os.linux is no longer supported']);
    assert.deepEqual(told({}, labels('arch.amd64', 'arch.arm64', 'os.linux')), []);
    assert.deepEqual(told(labels('arch.amd64', 'os.linux'), {}), []);
  });
});
