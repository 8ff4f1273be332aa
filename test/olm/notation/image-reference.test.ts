import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { imageReference } from '../../../lib/olm/notation/image-reference.ts';

const digest = `sha256:${'0a'.repeat(32)}`;

describe('the image of a container', () => {
  for (const [text, repository, tag, itsDigest] of [
    ['postgresql', 'postgresql', undefined, undefined],
    ['postgresql:17.2', 'postgresql', '17.2', undefined],
    ['example.com/team/cache__operator:v1.2.0', 'example.com/team/cache__operator', 'v1.2.0', undefined],
    ['localhost:5000/cache', 'localhost:5000/cache', undefined, undefined],
    ['localhost:5000/cache:1', 'localhost:5000/cache', '1', undefined],
    ['[::1]:5000/cache', '[::1]:5000/cache', undefined, undefined],
    [`example.com/cache@${digest}`, 'example.com/cache', undefined, digest],
    [`example.com/cache:1@${digest}`, 'example.com/cache', '1', digest],
  ] as const) {
    it(`the image of a container may be ${text}`, () => {
      assert.deepEqual(imageReference(text), {
        repository,
        ...(tag !== undefined && { tag }),
        ...(itsDigest !== undefined && { digest: itsDigest }),
      });
    });
  }

  for (const text of [
    '',
    'example.com/Cache:1',
    'example.com/cache:',
    'example.com/cache:a tag',
    'example.com/cache@sha256:0a0a',
    `example.com/cache@sha256:${'0A'.repeat(32)}`,
    `example.com/cache@${digest}0`,
    'https://example.com/cache:1',
    'example.com//cache',
    '-example.com/cache',
    `cache:${'1'.repeat(129)}`,
    `${'a/'.repeat(128)}a`,
  ]) {
    it(`the image of a container is never ${JSON.stringify(text).slice(0, 40)}`, () => {
      assert.equal(imageReference(text), undefined);
    });
  }
});
