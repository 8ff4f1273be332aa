import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { builtInKinds, isProtectedKind } from '../../../lib/api/index.ts';

describe('protected kinds', () => {
  it('protected kinds are those whose objects hold data, and no others', () => {
    const names = builtInKinds()
      .filter(isProtectedKind)
      .map(({ kind }) => kind);
    assert.deepEqual(names.sort(), [
      'CustomResourceDefinition',
      'Namespace',
      'PersistentVolume',
      'PersistentVolumeClaim',
    ]);
  });

  it('a kind of another group with the name of a protected kind is not protected', () => {
    assert.equal(isProtectedKind({ group: 'example.com', version: 'v1', kind: 'Namespace' }), false);
  });
});
