import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAtLeast } from '../../../lib/testing/toolchain/go-version.ts';

describe('isAtLeast', () => {
  for (const version of ['go1.26.6', 'go1.26.10', 'go1.27rc1', 'go1.100.0', 'go2.0', 'devel go1.27-4a7b3c1']) {
    it(`a required Go 1.26.6 accepts ${version}`, () => assert.equal(isAtLeast(version, '1.26.6'), true));
  }

  for (const version of ['go1.26', 'go1.26.5', 'go1.26rc2', 'go1.25.9', 'go1.3', 'go1.9.7', 'unknown', '']) {
    it(`a required Go 1.26.6 refuses ${version || 'nothing'}`, () => assert.equal(isAtLeast(version, '1.26.6'), false));
  }

  it('a required version of Go without a patch release accepts any of its releases', () => {
    for (const version of ['go1.26', 'go1.26rc1', 'go1.26.0', 'go1.26.2 X:nocoverageredesign'])
      assert.equal(isAtLeast(version, '1.26'), true, version);
  });

  it('release candidates of Go are ordered by their number', () => {
    const versions = ['1.26', '1.26beta2', '1.26rc1', '1.26rc2', '1.26.0', '1.26.1', '1.27'];
    for (const [index, version] of versions.entries()) {
      assert.deepEqual(
        versions.map((other) => isAtLeast(`go${version}`, other)),
        versions.map((_, other) => other <= index),
        version,
      );
    }
  });
});
