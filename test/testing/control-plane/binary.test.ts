import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { binaryPaths } from '../../../lib/testing/control-plane/binary.ts';

describe('binaryPaths', () => {
  it('the path of each binary is in the directory chosen for it', () => {
    const paths = binaryPaths((name) => (name === 'kwok' ? '/built' : '/assets'));
    assert.equal(paths.kwok, '/built/kwok');
    assert.equal(paths['kube-apiserver'], '/assets/kube-apiserver');
  });
});
