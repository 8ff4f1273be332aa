// Checked by the compiler alone: the client of a callback takes the kinds and methods that `uses` declares, and no others.

import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import {
  Action,
  Controller,
  Counter,
  CustomResource,
  Gauge,
  MutatingWebhook,
  Operator,
  type ReconcileContext,
  ValidatingWebhook,
} from '../../lib/index.ts';

class Cache extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Cache',
  spec: z.object({ size: z.int32().default(3), engine: z.string() }),
}) {}

const operator = new Operator(new App(), 'cache-operator', { version: '1.0.0', image: 'cache' });
const key = { namespace: 'default', name: 'a' };

new Controller(operator, 'Controller', {
  for: Cache,
  uses: [
    { kind: k8s.KubeNode, verbs: ['get'] },
    { kind: k8s.KubeSecret, verbs: ['list', 'create', 'apply', 'delete'] },
    { kind: k8s.KubePod, verbs: ['delete'] },
    { kind: Cache, verbs: ['create', 'patchStatus'] },
  ],
  render: () => 'children',
  reconcile: async ({ client, children }) => {
    const text: string = children;
    const address: string | undefined = (await client.get(k8s.KubeNode, { name: text })).status?.addresses?.[0]
      ?.address;
    const [secret] = await client.list(k8s.KubeSecret, { labels: { app: 'cache' } });
    await client.create(k8s.KubeSecret, { metadata: key, data: { address: address ?? '', ...secret?.data } });
    await client.apply(k8s.KubeSecret, { metadata: key, data: {} }, { conflicts: 'force' });
    await client.delete(k8s.KubeSecret, key, { uid: 'u' });
    await client.create(Cache, { metadata: key, spec: { engine: 'redis' } });
    await client.patchStatus(Cache, key, { phase: 'Done' });
    // @ts-expect-error the method is not declared for the kind
    await client.delete(k8s.KubeNode, { name: 'a' });
    // @ts-expect-error the kind is not declared, though its props could be those of a Secret
    await client.list(k8s.KubeConfigMap);
    // @ts-expect-error a required field is missing
    await client.create(Cache, { metadata: key, spec: {} });
    // @ts-expect-error a Secret has no such field
    await client.apply(k8s.KubeSecret, { metadata: key, dta: {} });
    return Action.awaitChange();
  },
  cleanup: async ({ client }) => {
    await client.delete(k8s.KubeSecret, key);
    // @ts-expect-error the method is not declared for the kind
    await client.patch(k8s.KubeSecret, key, {});
    for (const kind of [k8s.KubeSecret, k8s.KubePod] as const) await client.delete(kind, key);
    // @ts-expect-error one of the kinds is not declared, though its props could be those of a Secret
    for (const kind of [k8s.KubeSecret, k8s.KubeConfigMap] as const) await client.delete(kind, key);
  },
});

new Controller(operator, 'Without', {
  for: Cache,
  render: () => undefined,
  reconcile: async ({ client }) => {
    // @ts-expect-error nothing is declared
    await client.get(k8s.KubeNode, { name: 'a' });
    return Action.awaitChange();
  },
});

/** A function of its own takes the context of any controller of the kind. */
async function shared({ client, spec }: ReconcileContext<typeof Cache>): Promise<Action> {
  await client.get(k8s.KubeNode, { name: spec.engine });
  return Action.awaitChange();
}
new Controller(operator, 'Shared', {
  for: Cache,
  uses: [{ kind: k8s.KubeNode, verbs: ['get'] }],
  render: () => undefined,
  reconcile: shared,
});

new ValidatingWebhook(operator, 'Lookup', {
  for: Cache,
  uses: [{ kind: k8s.KubeNamespace, verbs: ['get'] }],
  validate: async ({ client, metadata }) => {
    const { labels } = (await client.get(k8s.KubeNamespace, { name: metadata.namespace ?? '' })).metadata;
    // @ts-expect-error the method is not declared
    await client.list(k8s.KubeNamespace);
    return labels?.caches === 'none' ? [{ field: '', message: 'the namespace takes no caches' }] : [];
  },
});

new MutatingWebhook(operator, 'Defaults', {
  for: Cache,
  // @ts-expect-error there is no such method
  uses: [{ kind: k8s.KubeNamespace, verbs: ['watch'] }],
  mutate: () => undefined,
});

const backups = new Counter(operator, 'Backups', {
  name: 'backups_total',
  help: 'Backups made.',
  labels: { engine: ['redis', 'memcached'] },
});
const licences = new Gauge(operator, 'Licences', { name: 'licences', help: 'Licences left.' });

new Controller(operator, 'Metrics', {
  for: Cache,
  render: () => undefined,
  reconcile: ({ metrics }) => {
    metrics.add(backups, 1, { engine: 'redis' });
    metrics.set(licences, 3);
    // @ts-expect-error the metric declares no such value
    metrics.add(backups, 1, { engine: 'mysql' });
    // @ts-expect-error the label is missing
    metrics.add(backups, 1);
    // @ts-expect-error a counter is not set
    metrics.set(backups, 1, { engine: 'redis' });
    return Action.awaitChange();
  },
});
