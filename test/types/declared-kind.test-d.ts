// Checked by the compiler alone: callbacks look up the kinds that their definition declares, and no others.

import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import { z } from 'zod';
import {
  Action,
  byLabel,
  Controller,
  CustomResource,
  index,
  type Live,
  type Lookup,
  metadataOf,
  Operator,
  partOf,
  type References,
  type StatusContext,
  ValidatingWebhook,
} from '../../lib/index.ts';

class Cache extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Cache',
  spec: z.object({ engine: z.string() }),
  status: z.object({ nodes: z.array(z.string()) }),
}) {}

const operator = new Operator(new App(), 'cache-operator', { version: '1.0.0', image: 'cache' });
const PlacedPod = partOf(k8s.KubePod, ({ spec }) => ({ node: spec?.nodeName }));
const byNode = index(PlacedPod, ({ node }) => node);
const byPort = index(k8s.KubeService, () => 'http');
declare const isOn: boolean;

function server(scope: Construct) {
  return { service: new k8s.KubeService(scope, 'Service'), claim: new k8s.KubePersistentVolumeClaim(scope, 'Claim') };
}

new Controller(operator, 'Declared', {
  for: Cache,
  owns: [k8s.KubeService, { kind: k8s.KubePersistentVolumeClaim, whenDropped: 'keep' }],
  watches: [{ kind: PlacedPod, map: ({ object }) => [{ name: object.node ?? '' }] }, byLabel(k8s.KubeNode, 'cache')],
  references: [{ kind: k8s.KubeSecret, names: ({ spec }) => [spec.engine] }],
  indexes: [byNode],
  sources: [
    {
      name: 'broker',
      watch: async ({ live, reconcile }) => {
        for (const { metadata } of live.list(Cache)) reconcile(metadata);
        const [pod] = live.indexed(byNode, 'one');
        const node: string | undefined = pod?.node;
        reconcile({ namespace: 'default', name: node ?? '' });
        // @ts-expect-error the kind isn't declared
        live.list(k8s.KubeDeployment);
        // @ts-expect-error a resource has a name
        reconcile({ namespace: 'default' });
      },
    },
  ],
  render: (scope, { references }) => {
    const key: string | undefined = references(k8s.KubeSecret, 'redis')?.data?.key;
    references.list(k8s.KubeSecret);
    // @ts-expect-error the kind is watched, not referred to
    references(k8s.KubeNode, 'one');
    // @ts-expect-error the kind isn't declared, though its props could be those of a Secret
    references.list(k8s.KubeConfigMap);
    return { ...server(scope), key };
  },
  status: ({ children: { service, claim }, live }) => {
    live(service, k8s.KubeService);
    live(claim, k8s.KubePersistentVolumeClaim);
    for (const kind of [k8s.KubeService, k8s.KubeNode, k8s.KubeSecret] as const) live.list(kind);
    live.list(PlacedPod);
    live.list(metadataOf(k8s.KubePod));
    live.list(metadataOf(k8s.KubeService));
    live.list(Cache);
    live.indexed(byNode, 'one');
    // @ts-expect-error the kind isn't declared
    live(service, k8s.KubeDeployment);
    // @ts-expect-error the kind isn't declared, though its props could be those of a Secret
    live.list(k8s.KubeConfigMap);
    // @ts-expect-error one of the kinds isn't declared
    for (const kind of [k8s.KubeService, k8s.KubeConfigMap] as const) live.list(kind);
    // @ts-expect-error pods are cached in part
    live.list(k8s.KubePod);
    return { nodes: [] };
  },
  reconcile: ({ live }) => {
    // @ts-expect-error the kind isn't declared
    live.list(k8s.KubeDeployment);
    return Action.awaitChange();
  },
  cleanup: ({ live }) => {
    live.list(k8s.KubeService);
    // @ts-expect-error the kind isn't declared
    live.list(k8s.KubeDeployment);
  },
});

new Controller(operator, 'Without', {
  for: Cache,
  render: () => undefined,
  status: ({ live }) => {
    live.list(Cache);
    // @ts-expect-error nothing is declared
    live.list(k8s.KubeService);
    // @ts-expect-error the index is of a kind that isn't declared
    live.indexed(byPort, 'http');
    return { nodes: [] };
  },
});

new Controller(operator, 'Conditional', {
  for: Cache,
  owns: isOn ? [k8s.KubeService, k8s.KubeSecret] : [k8s.KubeService],
  watches: [...(isOn ? [byLabel(k8s.KubePod, 'cache')] : [])],
  references: [...(isOn ? [{ kind: k8s.KubeNode, names: () => ['one'] }] : [])],
  render: (_, { references }) => references.list(k8s.KubeNode).length,
  status: ({ live }) => ({ nodes: [k8s.KubeSecret, k8s.KubePod].map((kind) => `${live.list(kind).length}`) }),
});

new Controller(operator, 'UnknownSettings', {
  for: Cache,
  // @ts-expect-error the setting is called whenConflicting
  owns: [k8s.KubeService, { kind: k8s.KubeSecret, whenConflictng: 'force' }],
  render: () => undefined,
});

/** Functions of their own take the lookups of any definition, or of those that declare some kinds. */
function count(live: Live, lookup: Lookup, references: References): string {
  return `${live.list(k8s.KubeService).length}${lookup.list(k8s.KubeService).length}${references.list(k8s.KubeSecret).length}`;
}
function services(live: Live<typeof k8s.KubeService>): number {
  // @ts-expect-error the kind isn't declared
  live.list(k8s.KubeSecret);
  return live.list(k8s.KubeService).length;
}
function status({ live, references }: StatusContext<typeof Cache>) {
  return { nodes: [count(live, live, references), `${services(live)}`] };
}
new Controller(operator, 'Shared', {
  for: Cache,
  owns: [k8s.KubeService],
  references: [{ kind: k8s.KubeSecret, names: () => ['key'] }],
  render: () => undefined,
  status,
  reconcile: ({ live, references }) => {
    count(live, live, references);
    services(live);
    return Action.awaitChange();
  },
});

new Controller(operator, 'RenderComesLater', {
  for: Cache,
  // @ts-expect-error `render` stands after the callback that reads what it returns
  status: ({ children }) => ({ nodes: [children.service.name] }),
  // @ts-expect-error the compiler took the children for unknown ones before
  render: (scope) => server(scope),
});

new ValidatingWebhook(operator, 'Lookup', {
  for: Cache,
  reads: [Cache, { kind: k8s.KubeNamespace, namespaces: 'all' }, PlacedPod],
  indexes: [byEngine(), byNode],
  validate: ({ live }) => {
    live.list(Cache);
    live.list(k8s.KubeNamespace);
    live.indexed(byNode, 'one');
    // @ts-expect-error the kind isn't read
    live.list(k8s.KubeSecret);
    return [];
  },
  validateDelete: ({ live }) => {
    // @ts-expect-error the kind isn't read
    live.list(k8s.KubeSecret);
    return [];
  },
});

function byEngine() {
  return index(Cache, ({ spec }) => spec.engine);
}

new ValidatingWebhook(operator, 'UnknownSetting', {
  for: Cache,
  // @ts-expect-error the setting is called namespaces
  reads: [{ kind: Cache, namespace: 'all' }],
  validate: () => [],
});
