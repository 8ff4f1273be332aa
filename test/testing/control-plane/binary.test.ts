import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { binaryPaths, cacheDirectory } from '../../../lib/testing/control-plane/binary.ts';

describe('cacheDirectory', () => {
  it('is under $XDG_CACHE_HOME', () => {
    assert.equal(cacheDirectory({ XDG_CACHE_HOME: '/cache' }, '/home/me'), '/cache/operand/control-plane');
  });

  it('is under ~/.cache when $XDG_CACHE_HOME is unset, empty or relative', () => {
    for (const environment of [{}, { XDG_CACHE_HOME: '' }, { XDG_CACHE_HOME: 'cache' }]) {
      assert.equal(cacheDirectory(environment, '/home/me'), '/home/me/.cache/operand/control-plane');
    }
  });
});

describe('binaryPaths', () => {
  it('take each binary from the directory chosen for it', () => {
    const paths = binaryPaths((name) => (name === 'kwok' ? '/built' : '/assets'));
    assert.equal(paths.kwok, '/built/kwok');
    assert.equal(paths['kube-apiserver'], '/assets/kube-apiserver');
  });
});
