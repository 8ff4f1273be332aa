import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startedImages, withImages } from '../../lib/render/index.ts';

const metadata = { name: 'it' };

describe('the images that an object starts', () => {
  it('the images that an object starts are found in every pod template', () => {
    const objects = [
      { kind: 'Pod', spec: { containers: [{ name: 'a', image: 'a:1' }] } },
      {
        kind: 'CronJob',
        spec: { jobTemplate: { spec: { template: { spec: { initContainers: [{ name: 'b', image: 'b:1' }] } } } } },
      },
      { kind: 'Prometheus', spec: { parts: [{ containers: [{ name: 'c', image: 'c:1' }] }] } },
      {
        kind: 'Pod',
        spec: {
          volumes: [
            { name: 'd', image: { reference: 'd:1' } },
            { name: 'e', emptyDir: {} },
          ],
        },
      },
    ];
    assert.deepEqual(startedImages(objects), [
      { name: 'a', image: 'a:1' },
      { name: 'b', image: 'b:1' },
      { name: 'c', image: 'c:1' },
      { name: 'd', image: 'd:1' },
    ]);
  });

  it('an object without containers, or without their images, starts no image', () => {
    const objects = [{ containers: [{ name: 'a' }, { name: 'b', image: '' }] }, { containers: 3 }, { image: 'x' }];
    assert.deepEqual(startedImages(objects), []);
  });

  it('withImages replaces the images that an object starts, and no other field', () => {
    const pod = (image: string, volume: string) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata,
      spec: {
        containers: [{ name: 'a', image, args: ['a:1'] }],
        initContainers: [{ name: 'b', image: 'b:1' }],
        volumes: [{ name: 'c', image: { reference: volume, pullPolicy: 'Always' } }],
      },
      image: 'a:1',
    });
    const replaced = withImages(pod('a:1', 'c:1'), (image) =>
      new Map([
        ['a:1', 'x:1'],
        ['c:1', 'y:1'],
      ]).get(image),
    );
    assert.deepEqual(replaced, pod('x:1', 'y:1'));
  });
});
