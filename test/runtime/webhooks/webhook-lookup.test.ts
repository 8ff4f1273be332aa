import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { index, type ListState, metadataOf, type StoredObject, UnseenKindError } from '../../../lib/api/index.ts';
import type { ReadProps } from '../../../lib/constructs/index.ts';
import { SharedCaches } from '../../../lib/runtime/shared-caches.ts';
import { webhookLookup } from '../../../lib/runtime/webhooks/webhook-lookup.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { ObservedCluster } from '../observed-cluster.ts';
import { configMapKind } from '../shelf.ts';

const byContent = index(k8s.KubeConfigMap, ({ data }) => data?.content);
/** Returns the names of objects, without the ConfigMaps that every namespace has. */
const names = (objects: readonly Pick<StoredObject, 'metadata'>[]) =>
  objects.map(({ metadata }) => metadata.name).filter((name) => name !== 'kube-root-ca.crt');

async function put(server: ObservedCluster, namespace: string, name: string, content: string): Promise<void> {
  const labels = { content };
  await server.put(configMapKind, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace, name, labels },
    data: { content },
  });
}

async function started(props: ReadProps) {
  const server = await ObservedCluster.start();
  for (const [namespace, name] of [
    ['shop', 'b'],
    ['shop', 'a'],
    ['bank', 'c'],
  ] as const)
    await put(server, namespace, name, 'x');
  await put(server, 'shop', 'd', 'y');
  const { clock } = server;
  const caches = new SharedCaches({ client: server.client(), clock, logger: silentLogger }, { fieldManager: 'test' });
  const lookup = webhookLookup(props, caches);
  return {
    lookup,
    fill: async (signal: AbortSignal) => {
      for (const cache of caches.runnables) void cache.run(signal);
      await clock.advance(0);
    },
  };
}

async function filled(props: ReadProps) {
  const stop = new AbortController();
  const { lookup, fill } = await started(props);
  await fill(stop.signal);
  stop.abort();
  return lookup;
}

describe('the lookups of a webhook', () => {
  it('a lookup returns the objects in the namespace of the request, sorted by name', async () => {
    const live = (await filled({ reads: [k8s.KubeConfigMap], indexes: [byContent] })).in('shop');
    assert.deepEqual(names(live.list(k8s.KubeConfigMap)), ['a', 'b', 'd']);
    assert.deepEqual(names(live.list(k8s.KubeConfigMap, { labels: { content: 'y' } })), ['d']);
    assert.deepEqual(names(live.indexed(byContent, 'x')), ['a', 'b']);
  });

  it('a lookup returns the objects of all namespaces if the webhook declares that', async () => {
    const reads = [{ kind: k8s.KubeConfigMap, namespaces: 'all' as const }];
    const live = (await filled({ reads, indexes: [byContent] })).in('shop');
    assert.deepEqual(names(live.list(k8s.KubeConfigMap)), ['c', 'a', 'b', 'd']);
    assert.deepEqual(names(live.indexed(byContent, 'x')), ['c', 'a', 'b']);
  });

  it('a lookup throws while the kind isn’t listed, because an empty response would be wrong', async () => {
    const { lookup } = await started({ reads: [k8s.KubeConfigMap], indexes: [byContent] });
    const isUnseen = (error: unknown) =>
      UnseenKindError.is(error) && error.listState === ('not-listed' satisfies ListState);
    assert.throws(() => lookup.in('shop').list(k8s.KubeConfigMap), isUnseen);
    assert.throws(() => lookup.in('shop').indexed(byContent, 'x'), isUnseen);
  });

  it('a lookup throws for kinds, views and indexes that the webhook does not declare', async () => {
    const live = (await filled({ reads: [metadataOf(k8s.KubeConfigMap)] })).in('shop');
    assert.equal(names(live.list(metadataOf(k8s.KubeConfigMap))).length, 3);
    assert.throws(() => live.list(k8s.KubeConfigMap), /no cache holds ConfigMap.v1: name it in `reads` of the webhook/);
    assert.throws(() => live.list(k8s.KubePod), /no cache holds Pod.v1/);
    assert.throws(
      () => live.indexed(byContent, 'x'),
      /no cache has this index of ConfigMap.v1: name it in `indexes` of the webhook/,
    );
  });
});
