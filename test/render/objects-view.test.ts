import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import type { StoredObject } from '../../lib/api/index.ts';
import { objectsView } from '../../lib/render/index.ts';
import { configMap, shelfController } from '../runtime/shelf.ts';

function stored(name: string, namespace: string, labels: Readonly<Record<string, string>> = {}): StoredObject {
  const { metadata, ...content } = configMap(name, '1');
  const server = { uid: name, resourceVersion: '1', creationTimestamp: '2030-01-01T00:00:00Z' };
  return { ...content, metadata: { ...metadata, ...server, namespace, labels } };
}

describe('a view of objects', () => {
  const objects = [stored('b', 'default', { box: 'x' }), stored('a', 'default'), stored('c', 'other', { box: 'x' })];
  const live = objectsView(shelfController(), 'default', objects);
  const names = (found: readonly { readonly metadata: { readonly name: string } }[]) =>
    found.map(({ metadata }) => metadata.name);

  it('lists those of the namespace of the resource, sorted by name', () => {
    assert.deepEqual(names(live.list(k8s.KubeConfigMap)), ['a', 'b']);
  });

  it('lists those with all labels of a selector', () => {
    assert.deepEqual(names(live.list(k8s.KubeConfigMap, { labels: { box: 'x' } })), ['b']);
  });

  it('refuses a kind that the controller does not name', () => {
    assert.throws(() => live.list(k8s.KubePod), { code: 'uncached-kind' });
  });
});
