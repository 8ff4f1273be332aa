// Checked by the compiler alone: an author's code has the right types, and wrong code does not compile.

import { type ApiObjectMetadata, App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { z } from 'zod';
import {
  Action,
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
declare const cdk8sMetadata: ApiObjectMetadata;
new Cache(operator, 'Metadata', { metadata: { ...cdk8sMetadata, name: 'good' }, spec: { engine: 'memcached' } });
new Cache(operator, 'Same', { metadata: cdk8sMetadata, spec: { engine: 'memcached' } });
// @ts-expect-error no metadata has such a field
new Cache(operator, 'Misspelt', { metadata: { nmae: 'good' }, spec: { engine: 'memcached' } });
// @ts-expect-error no such engine
new Cache(operator, 'Engine', { spec: { engine: 'mysql' } });
// @ts-expect-error no such field
new Cache(operator, 'Field', { spec: { engine: 'redis', sise: 2 } });
// @ts-expect-error a size is a number
new Sample(operator, 'Sample', { of: Cache, spec: { engine: 'redis', size: '2' } });

new Controller(operator, 'Controller', {
  for: Cache,
  owns: [k8s.KubeDeployment, k8s.KubeStatefulSet, k8s.KubePersistentVolumeClaim, k8s.KubeSecret, Cache],
  watches: [
    {
      kind: k8s.KubePod,
      map: ({ object: pod }) => {
        const phase: string | undefined = pod.status?.phase;
        const started: string | undefined = pod.status?.startTime;
        // @ts-expect-error pods have no replicas
        pod.spec?.replicas;
        return [{ namespace: pod.metadata.namespace, name: `${phase}${started}` }];
      },
    },
    { kind: Cache, map: ({ object: cache }) => [{ name: cache.spec.engine }] },
    {
      kind: { group: 'other.example.com', version: 'v1', kind: 'Other', plural: 'others', scope: 'Namespaced' },
      map: ({ object: other }) => [{ name: other.metadata.uid }],
    },
  ],
  render: (scope, { metadata, spec }) => {
    const uid: string = metadata.uid;
    const size: number = spec.size;
    return new Server(scope, `${uid}${size}`);
  },
  status: ({ resource: cache, children: server, live }) => {
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

class Job extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Job',
  scope: 'Cluster',
  spec: z.object({}),
  status: z.object({ phase: z.enum(['Pending', 'Running']), pods: z.array(z.string()).optional() }),
}) {}

new Controller(operator, 'Choice', {
  for: Job,
  owns: [k8s.KubePod],
  render: (scope) => new k8s.KubePod(scope, 'Pod'),
  reconcile: async ({ children: pod, live }) => (live(pod) === undefined ? Action.requeue() : Action.awaitChange()),
  status: ({ children: pod, live }) => ({
    // An enum value keeps its type, and lists may be read-only.
    phase: live(pod) === undefined ? 'Pending' : 'Running',
    pods: live.list(k8s.KubePod).map(({ metadata }) => metadata.name) satisfies readonly string[],
    conditions: [{ type: 'Scheduled', status: 'True', reason: 'Found', message: 'it has a node' }],
  }),
});

new Controller(operator, 'OtherChoice', {
  for: Job,
  render: () => undefined,
  // @ts-expect-error no such phase
  status: () => ({ phase: 'Waiting' }),
});

new Controller(operator, 'FurtherField', {
  for: Job,
  render: () => undefined,
  // @ts-expect-error the API server would drop a field that the definition doesn't know
  status: () => ({ phase: 'Pending', node: 'one' }),
});

class Bare extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Bare', spec: z.object({}) }) {}

// A spec without fields is a part of a child's props like any other.
interface BareServerProps extends Spec<typeof Bare> {
  readonly name: string;
}
export const props: BareServerProps = { name: 'one', ...Bare.spec({}) };
// @ts-expect-error it has no fields
new Bare(operator, 'Sized', { spec: { size: 1 } });

// A kind without its own status has conditions, too.
new Controller(operator, 'Bare', {
  for: Bare,
  render: () => undefined,
  status: ({ resource: { status } }) => {
    const type: string | undefined = status.conditions?.[0]?.type;
    return { conditions: [{ type: type ?? 'Paid', status: 'Unknown', reason: 'NoResponse', message: '' }] };
  },
});

new Controller(operator, 'BareField', {
  for: Bare,
  render: () => undefined,
  // @ts-expect-error the kind has no status of its own
  status: () => ({ phase: 'Pending' }),
});

new Controller(operator, 'BadCondition', {
  for: Bare,
  render: () => undefined,
  // @ts-expect-error a condition is True, False or Unknown
  status: () => ({ conditions: [{ type: 'Paid', status: 'yes', reason: 'Asked', message: '' }] }),
});

new Controller(operator, 'Later', {
  for: Bare,
  // @ts-expect-error children are there when render returns
  render: async (scope) => new Server(scope, 'Server'),
});

new Controller(operator, 'Silent', {
  for: Bare,
  render: () => undefined,
  // @ts-expect-error what happens next is an Action
  reconcile: async () => undefined,
});

new Controller(operator, 'Text', {
  for: Bare,
  // @ts-expect-error a resource is named by a key
  watches: [{ kind: k8s.KubePod, map: ({ object: pod }) => [pod.metadata.name] }],
  render: () => undefined,
});

// @ts-expect-error a controller is for a custom resource
new Controller(operator, 'BuiltIn', { for: k8s.KubeDeployment, render: () => undefined });

new Controller(operator, 'Changed', {
  for: Bare,
  render: (_scope, { resource }) => {
    // @ts-expect-error what was read is not to be changed
    resource.metadata.name = 'other';
  },
});

export function reader(resource: Resource<typeof Cache>): string | undefined {
  // @ts-expect-error the spec has no such field
  resource.spec.phase;
  return resource.status.conditions?.find(({ type }) => type === 'Ready')?.status;
}
