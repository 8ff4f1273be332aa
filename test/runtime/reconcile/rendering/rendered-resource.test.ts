import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import { TerminalError } from '../../../../lib/api/index.ts';
import { Controller, CustomResource, Operator } from '../../../../lib/index.ts';
import { startedImages } from '../../../../lib/render/index.ts';
import { controllerScope } from '../../../../lib/runtime/reconcile/controller-scope.ts';
import { parsedResource } from '../../../../lib/runtime/reconcile/rendering/parsed-resource.ts';
import { renderedResource } from '../../../../lib/runtime/reconcile/rendering/rendered-resource.ts';
import { ObservedCluster } from '../../observed-cluster.ts';
import { shelfKind } from '../../shelf.ts';
import { storedShelf } from '../rendered-box.ts';
import { shelfRun, stepPorts } from '../shelf-run.ts';

class Cache extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Cache',
  spec: z.object({ image: z.string() }),
}) {}

const operator = new Operator(new App(), 'cache-operator', { version: '1.0.0', image: 'example.com/cache-operator:1' });
new Controller(operator, 'Controller', {
  for: Cache,
  owns: [k8s.KubePod],
  render: (scope, { metadata: { name }, spec: { image } }) =>
    new k8s.KubePod(scope, 'Pod', { metadata: { name }, spec: { containers: [{ name: 'cache', image }] } }),
});

async function imagesOf(image: string, images?: ReadonlyMap<string, string>): Promise<string[]> {
  const resource = {
    apiVersion: 'example.com/v1',
    kind: 'Cache',
    metadata: {
      namespace: 'shop',
      name: 'one',
      uid: 'uid-of-one',
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: '2030-01-01T00:00:00Z',
    },
    spec: { image },
    status: {},
  };
  assert.ok(controller);
  const ports = stepPorts(await ObservedCluster.start(), { images, withLog: (_, callback) => callback() });
  const { children } = renderedResource(resource, shelfRun(controllerScope(controller, ports), resource));
  return startedImages(children.map(({ object }) => object)).map((started) => started.image);
}

const [controller] = Controller.in(operator);

describe('the children of a resource in a cluster', () => {
  it('rendered children start the images that replace those of the definition', async () => {
    const images = new Map([['example.com/cache:1', 'mirror.example.com/cache:1']]);
    assert.deepEqual(await imagesOf('example.com/cache:1', images), ['mirror.example.com/cache:1']);
    assert.deepEqual(await imagesOf('example.com/cache:2', images), ['example.com/cache:2']);
  });

  it('rendered children start the images of the definition if no image replaces them', async () => {
    assert.deepEqual(await imagesOf('example.com/cache:1'), ['example.com/cache:1']);
    assert.deepEqual(await imagesOf('example.com/cache:1', new Map()), ['example.com/cache:1']);
  });
});

describe('a stored object as callbacks receive it', () => {
  it('a parsed resource has the whole metadata, and a spec with its defaults', () => {
    const { spec: _, ...stored } = storedShelf('a');
    const { metadata, spec, status } = parsedResource(shelfKind, stored);
    assert.equal(metadata, stored.metadata);
    assert.deepEqual([spec, status], [{ boxes: {} }, {}]);
  });

  it('a parsed resource has the stored status', () => {
    const status = { labels: ['one'] };
    assert.equal(parsedResource(shelfKind, { ...storedShelf('a'), status }).status, status);
  });

  it('a parsed resource tolerates a field that an older or newer release has stored', () => {
    const spec = { boxes: {}, colour: 'red' };
    assert.deepEqual(parsedResource(shelfKind, { ...storedShelf('a'), spec }).spec, { boxes: {} });
  });

  it('a stored spec that doesn’t fit the schema is refused with its path', () => {
    const spec = { boxes: { x: 3 } };
    assert.throws(
      () => parsedResource(shelfKind, { ...storedShelf('a'), spec }),
      (error) => TerminalError.is(error) && /^the stored spec of Shelf default\/a .*spec\.boxes.*x/.test(error.message),
    );
  });
});
