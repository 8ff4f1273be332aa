import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleFindings } from '../../../../lib/olm/bundle/sample/example.ts';

const owned = [
  {
    name: 'caches.example.com',
    version: 'v1',
    kind: 'Cache',
    displayName: 'Cache',
    resources: [],
    specDescriptors: [],
    statusDescriptors: [],
  },
];

function sample(apiVersion: string, kind = 'Cache') {
  return { apiVersion, kind, metadata: { name: 'small' } };
}

describe('the examples of a catalog', () => {
  it('an example is accepted only in a served version of the operator’s own kinds', () => {
    assert.deepEqual(exampleFindings([sample('example.com/v1')], owned), []);
    for (const foreign of [
      sample('example.com/v2'),
      sample('other.example.com/v1'),
      sample('example.com/v1', 'Site'),
    ]) {
      assert.deepEqual(
        exampleFindings([foreign], owned).map(({ manifest }) => manifest),
        [foreign],
      );
    }
  });

  it('two examples of one kind have different names', () => {
    const [first, second] = [sample('example.com/v1'), sample('example.com/v1')];
    const other = { ...second, metadata: { name: 'large' } };
    assert.deepEqual(
      exampleFindings([first, second, other], owned).map(({ manifest }) => manifest === second),
      [true],
    );
  });
});
