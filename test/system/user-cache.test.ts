import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { userCache } from '../../lib/system/index.ts';

describe('userCache', () => {
  it('userCache is under $XDG_CACHE_HOME', () => {
    assert.equal(userCache({ XDG_CACHE_HOME: '/cache' }, '/home/me'), '/cache/operand');
  });

  it('userCache is under ~/.cache when $XDG_CACHE_HOME is unset, empty or relative', () => {
    for (const environment of [{}, { XDG_CACHE_HOME: '' }, { XDG_CACHE_HOME: 'cache' }]) {
      assert.equal(userCache(environment, '/home/me'), '/home/me/.cache/operand');
    }
  });
});
