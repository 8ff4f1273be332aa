import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  relatedImageFindings,
  relatedImageName,
  relatedImageVariable,
} from '../../../lib/constructs/bundle/related-image-variable.ts';

describe('the images of an operator’s children', () => {
  it('the name of a child image becomes the name of an environment variable, and back', () => {
    assert.equal(relatedImageVariable('cache-server'), 'RELATED_IMAGE_CACHE_SERVER');
    assert.equal(relatedImageName('RELATED_IMAGE_CACHE_SERVER'), 'cache-server');
    assert.equal(relatedImageName('IMAGE_CACHE'), undefined);
  });

  it('a child image is refused for an invalid or repeated name or reference', () => {
    assert.deepEqual([...relatedImageFindings({ 'cache-server': 'cache:1', exporter: 'exporter:1' })], []);
    assert.deepEqual(
      [...relatedImageFindings({ Cache: 'cache:1', cache: 'a b', again: 'cache:1' })],
      [
        "childImages has 'Cache', which is not a valid name: use lower-case letters, digits and '-'",
        "childImages.cache is 'a b', which is not an image: write one without blanks",
        'childImages.Cache and childImages.cache have the same variable: give one another name',
        'childImages.Cache and childImages.again are the same: leave one of the two out',
      ],
    );
  });
});
