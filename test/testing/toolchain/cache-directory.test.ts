import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cacheDirectory } from '../../../lib/testing/toolchain/cache-directory.ts';

describe('cacheDirectory', () => {
  it('is under $XDG_CACHE_HOME', () => {
    assert.equal(cacheDirectory({ XDG_CACHE_HOME: '/cache' }, '/home/me'), '/cache/operand');
  });

  it('is under ~/.cache when $XDG_CACHE_HOME is unset, empty or relative', () => {
    for (const environment of [{}, { XDG_CACHE_HOME: '' }, { XDG_CACHE_HOME: 'cache' }]) {
      assert.equal(cacheDirectory(environment, '/home/me'), '/home/me/.cache/operand');
    }
  });
});
