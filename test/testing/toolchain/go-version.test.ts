import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAtLeast } from '../../../lib/testing/toolchain/go-version.ts';

describe('isAtLeast', () => {
  for (const version of [
    'go1.26',
    'go1.26.8',
    'go1.27rc1',
    'go1.100.0',
    'go2.0',
    'devel go1.27-4a7b3c1',
    'go1.26.2 X:nocoverageredesign',
  ]) {
    it(`takes ${version} for 1.26 or newer`, () => assert.equal(isAtLeast(version, '1.26'), true));
  }

  for (const version of ['go1.25.9', 'go1.3', 'go1.9.7', 'unknown', '']) {
    it(`takes ${version || 'nothing'} for too old`, () => assert.equal(isAtLeast(version, '1.26'), false));
  }
});
