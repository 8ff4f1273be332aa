import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { relatedImages } from '../../../../lib/olm/bundle/image/related-image.ts';

describe('the images of a bundle', () => {
  it('are listed once, under unique names', () => {
    const started = [
      { name: 'main', image: 'a:1' },
      { name: 'main', image: 'b:1' },
      { name: 'side', image: 'a:1' },
      { name: 'main', image: 'c:1' },
    ];
    assert.deepEqual(relatedImages(started), [
      { name: 'main', image: 'a:1' },
      { name: 'main-2', image: 'b:1' },
      { name: 'main-3', image: 'c:1' },
    ]);
  });
});
