import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unownedKindFindings } from '../../../../lib/olm/bundle/definition/unowned-kind-finding.ts';
import { descriptors } from '../../../../lib/olm/index.ts';
import { bundle, Cache, ownedCache } from '../cache-operator.ts';

const words = { ...bundle, descriptors: [descriptors(Cache, {})], internalKinds: [Cache] };

describe('the description of a kind', () => {
  it('is about a kind of the operator', () => {
    assert.deepEqual(unownedKindFindings(words, [ownedCache]), []);
  });

  it('is refused if the operator doesn’t have that version', () => {
    for (const others of [[], [{ ...ownedCache, version: 'v2' }]]) {
      assert.deepEqual(
        unownedKindFindings(words, others).map(({ what }) => what),
        [
          "bundle.descriptors has WebCache.example.com/v1, which the operator doesn't provide",
          "bundle.internalKinds has WebCache.example.com/v1, which the operator doesn't provide",
        ],
      );
    }
  });
});
