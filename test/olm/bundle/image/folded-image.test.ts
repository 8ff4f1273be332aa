import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foldedImages } from '../../../../lib/olm/bundle/image/folded-image.ts';
import type { ContainerManifest } from '../../../../lib/olm/bundle/manifest/deployment.ts';

const digest = `sha256:${'0'.repeat(64)}`;

function deployment(...containers: (ContainerManifest & { readonly image: string })[]) {
  const template = { spec: { containers } };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'manager' }, spec: { template } };
}

function render(image: string) {
  const sample = { apiVersion: 'example.com/v1', kind: 'Cache', metadata: { name: 'small' } };
  const spec = { containers: [{ name: 'cache', image }] };
  return { sample, children: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'small' }, spec }] };
}

const manager = { name: 'manager', image: 'manager:1' };

describe('the images that an operator can start', () => {
  it('related images are listed once, under unique names', () => {
    const started = [
      { name: 'main', image: 'a:1' },
      { name: 'main', image: 'b:1' },
      { name: 'side', image: 'a:1' },
      { name: 'main', image: 'c:1' },
    ];
    const sources = { deployments: [deployment(...started)], childImages: undefined, lock: undefined, renders: [] };
    assert.deepEqual(foldedImages(sources).relatedImages, [
      { name: 'main', image: 'a:1' },
      { name: 'main-2', image: 'b:1' },
      { name: 'main-3', image: 'c:1' },
    ]);
  });

  it('related images are those of an operator’s Deployments and of its samples', () => {
    const { relatedImages, deployments, findings } = foldedImages({
      deployments: [deployment(manager)],
      childImages: undefined,
      lock: undefined,
      renders: [render('cache:1')],
    });
    assert.deepEqual(relatedImages, [
      { name: 'manager', image: 'manager:1' },
      { name: 'cache', image: 'cache:1' },
    ]);
    assert.deepEqual(deployments, [deployment(manager)]);
    assert.deepEqual(findings, []);
  });

  it('related images include those of childImages, which the manager gets in environment variables', () => {
    const childImages = { 'cache-server': 'cache:1', exporter: 'exporter:1' };
    const { relatedImages, deployments } = foldedImages({
      deployments: [deployment(manager, { name: 'proxy', image: 'proxy:1' })],
      childImages,
      lock: undefined,
      renders: [render('cache:1')],
    });
    assert.deepEqual(relatedImages, [
      { name: 'manager', image: 'manager:1' },
      { name: 'proxy', image: 'proxy:1' },
      { name: 'cache-server', image: 'cache:1' },
      { name: 'exporter', image: 'exporter:1' },
    ]);
    const env = [
      { name: 'RELATED_IMAGE_CACHE_SERVER', value: 'cache:1' },
      { name: 'RELATED_IMAGE_EXPORTER', value: 'exporter:1' },
    ];
    assert.deepEqual(deployments, [deployment({ ...manager, env }, { name: 'proxy', image: 'proxy:1' })]);
  });

  it('related images include those in environment variables of the author', () => {
    const env = [
      { name: 'RELATED_IMAGE_SHELL', value: 'shell:1' },
      { name: 'RELATED_IMAGE_NONE' },
      { name: 'LEVEL', value: '3' },
    ];
    const { relatedImages, deployments } = foldedImages({
      deployments: [deployment({ ...manager, env })],
      childImages: undefined,
      lock: { 'manager:1': digest, 'shell:1': digest },
      renders: [],
    });
    assert.deepEqual(
      relatedImages.map(({ name }) => name),
      ['manager', 'shell'],
    );
    const pinned = [{ name: 'RELATED_IMAGE_SHELL', value: `shell@${digest}` }, ...env.slice(1)];
    assert.deepEqual(deployments, [deployment({ ...manager, image: `manager@${digest}`, env: pinned })]);
  });

  it('related images are named by digest if there is a lock, and an image that it lacks is reported', () => {
    const { relatedImages, deployments, findings } = foldedImages({
      deployments: [deployment(manager)],
      childImages: { cache: 'cache:1' },
      lock: { 'manager:1': digest },
      renders: [],
    });
    assert.deepEqual(
      relatedImages.map(({ image }) => image),
      [`manager@${digest}`, 'cache:1'],
    );
    const env = [{ name: 'RELATED_IMAGE_CACHE', value: 'cache:1' }];
    assert.deepEqual(deployments, [deployment({ ...manager, image: `manager@${digest}`, env })]);
    assert.deepEqual(
      findings.map(({ what }) => what),
      ['image cache:1 is not in bundle.imageLock'],
    );
  });

  it('a sample’s image is reported if childImages names images, and not this one', () => {
    const { findings } = foldedImages({
      deployments: [deployment(manager)],
      childImages: { cache: 'cache:2' },
      lock: undefined,
      renders: [render('cache:1'), render('cache:2'), render('manager:1')],
    });
    assert.deepEqual(
      findings.map(({ manifest, what }) => [manifest?.kind, what]),
      [['Cache', "Cache small starts cache:1, which `childImages` doesn't name"]],
    );
  });
});
