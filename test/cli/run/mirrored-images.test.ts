import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mirroredImages } from '../../../lib/cli/run/mirrored-images.ts';

describe('the mirrors of a definition’s images', () => {
  const images = { 'cache-server': 'cache:1', exporter: 'exporter:1' };

  it('are those that the environment names', () => {
    const environment = { RELATED_IMAGE_CACHE_SERVER: ' mirror.example.com/cache@sha256:1 ', RELATED_IMAGE_OTHER: 'x' };
    assert.deepEqual([...mirroredImages(images, environment)], [['cache:1', 'mirror.example.com/cache@sha256:1']]);
  });

  it('are empty if it names none, or the same', () => {
    const environment = { RELATED_IMAGE_CACHE_SERVER: '', RELATED_IMAGE_EXPORTER: 'exporter:1' };
    assert.equal(mirroredImages(images, environment).size, 0);
    assert.equal(mirroredImages(undefined, { RELATED_IMAGE_EXPORTER: 'x' }).size, 0);
  });
});
