import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { relatedImages } from '../../lib/olm/related-image.ts';

describe('the images of containers', () => {
  it('are found wherever an object describes a pod', () => {
    const objects = [
      { kind: 'Pod', spec: { containers: [{ name: 'a', image: 'a:1' }] } },
      {
        kind: 'CronJob',
        spec: { jobTemplate: { spec: { template: { spec: { initContainers: [{ name: 'b', image: 'b:1' }] } } } } },
      },
      { kind: 'Prometheus', spec: { parts: [{ containers: [{ name: 'c', image: 'c:1' }] }] } },
    ];
    assert.deepEqual(relatedImages(objects), [
      { name: 'a', image: 'a:1' },
      { name: 'b', image: 'b:1' },
      { name: 'c', image: 'c:1' },
    ]);
  });

  it('are there once, under names of their own', () => {
    const containers = [
      { name: 'main', image: 'a:1' },
      { name: 'main', image: 'b:1' },
      { name: 'side', image: 'a:1' },
      { name: 'main', image: 'c:1' },
    ];
    assert.deepEqual(relatedImages([{ spec: { containers } }]), [
      { name: 'main', image: 'a:1' },
      { name: 'main-2', image: 'b:1' },
      { name: 'main-3', image: 'c:1' },
    ]);
  });

  it('are none where a container leaves its image to others, or nothing is a container', () => {
    assert.deepEqual(
      relatedImages([{ containers: [{ name: 'a' }, { name: 'b', image: '' }] }, { containers: 3 }, { image: 'x' }]),
      [],
    );
  });
});
