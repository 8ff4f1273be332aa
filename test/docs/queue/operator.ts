import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import {
  Action,
  Controller,
  CustomResource,
  type Observed,
  Operator,
  type OperatorProps,
  partOf,
  type RolloutServer,
  ServerRollout,
  serverPods,
} from 'operand';
import { z } from 'zod';

export class Queue extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Queue',
  spec: z.object({ version: z.string(), servers: z.int32().min(1).max(9).default(3) }),
  status: z.object({}),
}) {}

const QueuePod = partOf(k8s.KubePod, ({ status }) => ({
  isReady: status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false,
}));

/** Each server sets the label `role` of its pod. */
function serversOf(queue: string, pods: readonly Observed<typeof QueuePod>[]): readonly RolloutServer[] {
  return serverPods(queue, pods).map(({ pod, ...server }) => {
    const label = pod.metadata.labels?.role;
    const role = label === 'primary' || label === 'replica' ? label : 'unknown';
    return { ...server, role, isHealthy: pod.isReady && role !== 'unknown' && !server.isLeaving };
  });
}

/** Runs message queues. Their servers elect the primary themselves. */
export class QueueOperator extends Operator {
  constructor(scope: Construct, id: string, props: OperatorProps) {
    super(scope, id, props);
    new Controller(this, 'Controller', {
      for: Queue,
      owns: [k8s.KubeStatefulSet],
      references: [{ kind: QueuePod, select: ({ metadata }) => [{ labels: { queue: metadata.name } }] }],
      uses: [...ServerRollout.uses, { kind: k8s.KubePod, verbs: ['patch'] }],
      render: (scope, { metadata: { name }, spec, references }) =>
        new k8s.KubeStatefulSet(scope, 'Servers', {
          metadata: { name },
          spec: {
            replicas: ServerRollout.pods(serversOf(name, references.list(QueuePod)), spec.servers),
            serviceName: name,
            podManagementPolicy: 'Parallel',
            updateStrategy: { type: 'OnDelete' },
            selector: { matchLabels: { queue: name } },
            template: {
              metadata: { labels: { queue: name } },
              spec: { containers: [{ name: 'queue', image: `example.com/queue:${spec.version}` }] },
            },
          },
        }),
      reconcile: async (context) => {
        const { metadata, spec, children, references, live, client } = context;
        const servers = serversOf(metadata.name, references.list(QueuePod));
        const rollout = new ServerRollout({
          servers,
          instances: spec.servers,
          revision: ServerRollout.revision(live(children, k8s.KubeStatefulSet)),
          successors: servers.filter(({ role }) => role === 'replica'),
        });
        // The primary reads the annotation, and hands over.
        await rollout.proceed(context, async ({ from, to }) => {
          const { namespace = '' } = metadata;
          const annotations = { successor: to.name };
          await client.patch(k8s.KubePod, { namespace, name: from.name }, { metadata: { annotations } });
        });
        return Action.awaitChange();
      },
    });
  }
}
