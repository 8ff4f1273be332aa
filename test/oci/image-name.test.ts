import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { imageName, platform } from '../../lib/oci/index.ts';

describe('the name of an image', () => {
  for (const [full, tag] of [
    ['example.com/team/cache-bundle:v0.1.0', 'v0.1.0'],
    ['localhost:5000/cache__bundle:1', '1'],
    ['cache-bundle:latest', 'latest'],
    ['[::1]:5000/cache:V1_a.b-c', 'V1_a.b-c'],
  ] as const) {
    it(`is ${full}, with the tag ${tag}`, () => assert.deepEqual(imageName(full), { full, tag }));
  }

  for (const text of [
    '',
    'cache',
    'example.com:5000/cache',
    'Cache:1',
    'a//b:1',
    'a:',
    'a:1:2',
    'a@sha256:0',
    'a b:1',
  ]) {
    it(`is not '${text}'`, () => assert.equal(imageName(text), undefined));
  }
});

describe('a platform', () => {
  it('is system, architecture and perhaps a variant', () => {
    assert.deepEqual(platform('linux/arm64'), { os: 'linux', architecture: 'arm64' });
    assert.deepEqual(platform('linux/arm/v7'), { os: 'linux', architecture: 'arm', variant: 'v7' });
    for (const text of ['', 'linux', 'linux/', 'linux/arm/v7/x', 'Linux/amd64'])
      assert.equal(platform(text), undefined);
  });
});
