import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import type { StoredObject } from '../../lib/api/index.ts';
import { byLabel, index, metadataOf, partOf } from '../../lib/index.ts';
import { controllerLive, ObjectsCache } from '../../lib/render/index.ts';
import { configMap, shelfController } from '../runtime/shelf.ts';

function stored(name: string, namespace: string, labels: Readonly<Record<string, string>> = {}): StoredObject {
  const { metadata, ...content } = configMap(name, '1');
  const server = { uid: name, resourceVersion: '1', creationTimestamp: '2030-01-01T00:00:00Z' };
  return { ...content, metadata: { ...metadata, ...server, namespace, labels } };
}

const PodPhase = partOf(k8s.KubePod, ({ status }) => ({ phase: status?.phase }));
const byPhase = index(PodPhase, ({ phase }) => phase);
const byNothing = index(PodPhase, () => []);

describe('a view of objects', () => {
  const pod = {
    ...stored('pod', 'default'),
    apiVersion: 'v1',
    kind: 'Pod',
    status: { phase: 'Running', podIP: '10.0.0.1' },
  };
  const objects = [
    pod,
    stored('b', 'default', { box: 'x' }),
    stored('a', 'default'),
    stored('c', 'other', { box: 'x' }),
  ];
  const controller = shelfController({ watches: [byLabel(PodPhase, 'shelf')], indexes: [byPhase] });
  const cache = new ObjectsCache(controller, () => objects);
  const live = controllerLive(cache, { owns: controller.owns, namespace: 'default' });
  const names = (found: readonly { readonly metadata: { readonly name: string } }[]) =>
    found.map(({ metadata }) => metadata.name);

  it('a view lists the objects in the namespace of the resource, sorted by name', () => {
    assert.deepEqual(names(live.list(k8s.KubeConfigMap)), ['a', 'b']);
  });

  it('a view lists the objects with all labels of a selector', () => {
    assert.deepEqual(names(live.list(k8s.KubeConfigMap, { labels: { box: 'x' } })), ['b']);
  });

  it('a view refuses a kind that the controller does not name', () => {
    assert.throws(() => live.list(k8s.KubeSecret), { code: 'uncached-kind' });
    assert.throws(() => live.list(k8s.KubePod), { code: 'uncached-kind' });
  });

  it('a view shows the fields that the view of the kind keeps', () => {
    const { apiVersion, kind, metadata } = pod;
    assert.deepEqual(live.list(PodPhase), [{ apiVersion, kind, metadata, phase: 'Running' }]);
    assert.deepEqual(names(live.list(metadataOf(k8s.KubePod))), ['pod']);
  });

  it('a view finds objects by the indexes of the controller, and refuses other indexes', () => {
    assert.deepEqual(names(live.indexed(byPhase, 'Running')), ['pod']);
    assert.deepEqual(live.indexed(byPhase, 'Failed'), []);
    assert.throws(() => live.indexed(byNothing, 'Running'), { code: 'unknown-index' });
  });
});
