// Checked by the compiler alone: what an author writes has the right types, and what is wrong does not compile.

import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { z } from 'zod';
import {
  Controller,
  CustomResource,
  Operator,
  type Resource,
  Sample,
  type Spec,
  type SpecInput,
} from '../../lib/index.ts';

class Cache extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Cache',
  spec: z.object({ size: z.int32().default(3), engine: z.enum(['memcached', 'redis']) }),
  status: z.object({ nodes: z.array(z.string()) }),
}) {}

class Server extends Construct {
  readonly deployment = new k8s.KubeDeployment(this, 'Deployment');
}

const operator = new Operator(new App(), 'cache-operator', { version: '1.0.0', image: 'cache' });

export const input: SpecInput<typeof Cache> = { engine: 'redis' };
export const spec: Spec<typeof Cache> = { engine: 'redis', size: 1 };
export const filled: Spec<typeof Cache> = Cache.spec({ engine: 'redis' });
// @ts-expect-error the run time sees the default
export const incomplete: Spec<typeof Cache> = { engine: 'redis' };
// @ts-expect-error a required field is missing
export const missing: SpecInput<typeof Cache> = {};

new Cache(operator, 'Good', { metadata: { name: 'good' }, spec: { engine: 'memcached', size: 2 } });
// @ts-expect-error no such engine
new Cache(operator, 'Engine', { spec: { engine: 'mysql' } });
// @ts-expect-error no such field
new Cache(operator, 'Field', { spec: { engine: 'redis', sise: 2 } });
// @ts-expect-error a size is a number
new Sample(operator, 'Sample', { of: Cache, spec: { engine: 'redis', size: '2' } });

new Controller(operator, 'Controller', {
  for: Cache,
  owns: [k8s.KubeDeployment, Cache],
  watches: [
    {
      kind: k8s.KubePod,
      map: (pod) => {
        const phase: string | undefined = pod.status?.phase;
        const started: string | undefined = pod.status?.startTime;
        // @ts-expect-error pods have no replicas
        pod.spec?.replicas;
        return [{ namespace: pod.metadata.namespace, name: `${phase}${started}` }];
      },
    },
    { kind: Cache, map: (cache) => [{ name: cache.spec.engine }] },
    {
      kind: { group: 'other.example.com', version: 'v1', kind: 'Other', plural: 'others', scope: 'Namespaced' },
      map: (other) => [{ name: other.metadata.uid }],
    },
  ],
  render: (scope, { metadata, spec }) => {
    const uid: string = metadata.uid;
    const size: number = spec.size;
    return new Server(scope, `${uid}${size}`);
  },
  status: (cache, server, live) => {
    const previous: readonly string[] | undefined = cache.status.nodes;
    const image: string | undefined = live(server.deployment, k8s.KubeDeployment)?.spec?.template.spec?.containers[0]
      ?.image;
    const claimed: string | undefined = live.list(k8s.KubePersistentVolumeClaim)[0]?.status?.phase;
    const ready: number | undefined = live.list(k8s.KubeStatefulSet)[0]?.status?.readyReplicas;
    const key: string | undefined = live.list(k8s.KubeSecret)[0]?.data?.key;
    return { nodes: [...(previous ?? []), `${image}${claimed}${ready}${key}`] };
  },
});

new Controller(operator, 'WrongStatus', {
  for: Cache,
  render: () => undefined,
  // @ts-expect-error the status has nodes, not node
  status: () => ({ node: [] }),
});

new Controller(operator, 'Unknown', {
  for: Cache,
  render: () => undefined,
  // @ts-expect-error there is no such callback
  onDelete: () => undefined,
});

export function reader(resource: Resource<typeof Cache>): string | undefined {
  // @ts-expect-error a spec is read-only? it is plain data of the definition's type, and has no such field
  resource.spec.phase;
  return resource.status.conditions?.find(({ type }) => type === 'Ready')?.status;
}
