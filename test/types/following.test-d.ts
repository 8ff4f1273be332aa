// Checked by the compiler alone: callbacks get the kept part of objects, and indexes have its types.

import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import { Controller, CustomResource, index, metadataOf, Operator, partOf } from '../../lib/index.ts';

class Cache extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Cache',
  spec: z.object({ engine: z.enum(['memcached', 'redis']) }),
  status: z.object({ nodes: z.array(z.string()) }),
}) {}

const operator = new Operator(new App(), 'cache-operator', { version: '1.0.0', image: 'cache' });

const PlacedPod = partOf(k8s.KubePod, ({ metadata, spec }) => ({ node: spec?.nodeName, of: metadata.labels?.cache }));
const byNode = index(PlacedPod, ({ node }) => node);
const byEngine = index(Cache, ({ spec }) => spec.engine);
const byLabel = index(metadataOf(k8s.KubeSecret), ({ metadata }) => Object.keys(metadata.labels ?? {}));

// @ts-expect-error what identifies an object is always kept, and is not made up
partOf(k8s.KubePod, ({ spec }) => ({ metadata: { name: spec?.nodeName } }));
// @ts-expect-error pods have no replicas
partOf(k8s.KubePod, ({ spec }) => ({ replicas: spec?.replicas }));
// @ts-expect-error an index gives text
index(k8s.KubePod, ({ spec }) => spec?.priority);
// @ts-expect-error the view doesn't keep it
index(PlacedPod, ({ spec }) => spec?.nodeName);
// @ts-expect-error a view isn't seen through another
partOf(PlacedPod, ({ node }) => ({ node }));

new Controller(operator, 'Controller', {
  for: Cache,
  labelSelector: { matchLabels: { shard: 'a' } },
  owns: [{ kind: k8s.KubeConfigMap, labelSelector: { matchExpressions: [{ key: 'cache', operator: 'Exists' }] } }],
  watches: [
    {
      kind: PlacedPod,
      fieldSelector: { 'status.phase': { not: 'Succeeded' } },
      map: ({ object: pod }) => {
        // @ts-expect-error the view doesn't keep it
        pod.spec;
        return pod.of === undefined ? [] : [{ namespace: pod.metadata.namespace, name: pod.of }];
      },
    },
    {
      kind: metadataOf(k8s.KubeSecret),
      labelSelector: { matchLabels: { cache: 'yes' } },
      map: ({ object: secret }) => {
        // @ts-expect-error a secret's data isn't sent
        secret.data;
        return [{ namespace: secret.metadata.namespace, name: secret.metadata.name }];
      },
    },
  ],
  indexes: [byNode, byEngine, byLabel],
  render: () => undefined,
  status: ({ resource: cache, live }) => {
    const engines: readonly ('memcached' | 'redis')[] = live
      .indexed(byEngine, cache.spec.engine)
      .map(({ spec }) => spec.engine);
    const nodes = live.indexed(byNode, engines.join()).flatMap(({ node }) => node ?? []);
    const versions: readonly string[] = live
      .list(metadataOf(k8s.KubeSecret), { labels: { cache: 'yes' } })
      .map(({ metadata }) => metadata.resourceVersion);
    // @ts-expect-error the view doesn't keep it
    live.indexed(byNode, 'one')[0]?.spec;
    // @ts-expect-error an index isn't asked by its name
    live.indexed('byNode', 'one');
    // @ts-expect-error the values of an index are text
    live.indexed(byNode, 1);
    // @ts-expect-error a secret's data isn't sent
    live.list(metadataOf(k8s.KubeSecret))[0]?.data;
    return { nodes: [...nodes, ...versions] };
  },
});

new Controller(operator, 'OwnsAView', {
  for: Cache,
  // @ts-expect-error children are compared with what is rendered, and must be seen wholly
  owns: [metadataOf(k8s.KubeConfigMap)],
  render: () => undefined,
});

new Controller(operator, 'OwnsAPart', {
  for: Cache,
  // @ts-expect-error a part is not enough either
  owns: [{ kind: PlacedPod }],
  render: () => undefined,
});

const Password = partOf(k8s.KubeSecret, ({ data }) => ({ password: data?.password }));

new Controller(operator, 'RefersToViews', {
  for: Cache,
  references: [
    { kind: metadataOf(k8s.KubeConfigMap), names: () => ['settings'] },
    { kind: Password, names: () => ['password'] },
  ],
  render: (_scope, { references }) => {
    const version: string | undefined = references(metadataOf(k8s.KubeConfigMap), 'settings')?.metadata.resourceVersion;
    const password: string | undefined = references(Password, 'password')?.password;
    // @ts-expect-error the settings themselves aren't sent
    references(metadataOf(k8s.KubeConfigMap), 'settings')?.data;
    // @ts-expect-error the view doesn't keep it
    references(Password, 'password')?.data;
    return { version, password };
  },
});

new Controller(operator, 'WrongSelector', {
  for: Cache,
  // @ts-expect-error a selector has matchLabels
  labelSelector: { labels: { shard: 'a' } },
  render: () => undefined,
});

new Controller(operator, 'OwnsByField', {
  for: Cache,
  // @ts-expect-error children carry what render gives them: labels
  owns: [{ kind: k8s.KubeConfigMap, fieldSelector: { 'metadata.name': 'a' } }],
  render: () => undefined,
});
