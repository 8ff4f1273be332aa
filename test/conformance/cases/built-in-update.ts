import { builtInSamples, namedSample, podSpec, workload } from '../../../.config/built-in-sample.ts';
import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceCase } from '../session.ts';
import { collectionPath, withAccount } from './built-in-path.ts';

/** A change of an object that exists. */
type Change = readonly [title: string, resource: string, object: JsonObject, patch: JsonObject];

function sample(resource: string, title = 'plain'): JsonObject {
  return builtInSamples[resource]?.[title] ?? {};
}

const idle = workload({ replicas: 0 });
const otherLabels = { app: 'b' };
const relabelled = {
  spec: { selector: { matchLabels: otherLabels }, template: { metadata: { labels: otherLabels } } },
};
const role = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'other' };
const suspended = { spec: { suspend: true, template: { spec: podSpec({ restartPolicy: 'Never' }) } } };
const service = { spec: { ports: [{ name: 'a', port: 80 }] } };

const refused: readonly Change[] = [
  ['the selector of a Deployment', 'apps/v1/deployments', { spec: idle }, relabelled],
  ['the selector of a ReplicaSet', 'apps/v1/replicasets', { spec: idle }, relabelled],
  ['the selector of a DaemonSet', 'apps/v1/daemonsets', { spec: workload() }, relabelled],
  ['the Service of a StatefulSet', 'apps/v1/statefulsets', { spec: idle }, { spec: { serviceName: 'other' } }],
  [
    'the pod management of a StatefulSet',
    'apps/v1/statefulsets',
    { spec: idle },
    { spec: { podManagementPolicy: 'Parallel' } },
  ],
  ['the completions of a Job', 'batch/v1/jobs', suspended, { spec: { completions: 5 } }],
  ['the completion mode of a Job', 'batch/v1/jobs', suspended, { spec: { completionMode: 'Indexed' } }],
  ['the negative parallelism of a Job', 'batch/v1/jobs', suspended, { spec: { parallelism: -1 } }],
  ['the type of a Secret', 'v1/secrets', sample('v1/secrets'), { type: 'other' }],
  [
    'the role of a RoleBinding',
    'rbac.authorization.k8s.io/v1/rolebindings',
    sample('rbac.authorization.k8s.io/v1/rolebindings', 'accounts'),
    { roleRef: role },
  ],
  [
    'the provisioner of a StorageClass',
    'storage.k8s.io/v1/storageclasses',
    sample('storage.k8s.io/v1/storageclasses'),
    { provisioner: 'example.com/other' },
  ],
  [
    'the parameters of a StorageClass',
    'storage.k8s.io/v1/storageclasses',
    sample('storage.k8s.io/v1/storageclasses', 'full'),
    { parameters: { a: 'c' } },
  ],
  [
    'the reclaim policy of a StorageClass',
    'storage.k8s.io/v1/storageclasses',
    sample('storage.k8s.io/v1/storageclasses'),
    { reclaimPolicy: 'Retain' },
  ],
  [
    'the binding mode of a StorageClass',
    'storage.k8s.io/v1/storageclasses',
    sample('storage.k8s.io/v1/storageclasses'),
    { volumeBindingMode: 'WaitForFirstConsumer' },
  ],
  [
    'the value of a PriorityClass',
    'scheduling.k8s.io/v1/priorityclasses',
    sample('scheduling.k8s.io/v1/priorityclasses'),
    { value: 2 },
  ],
  [
    'the preemption of a PriorityClass',
    'scheduling.k8s.io/v1/priorityclasses',
    sample('scheduling.k8s.io/v1/priorityclasses'),
    { preemptionPolicy: 'Never' },
  ],
  [
    'the controller of an IngressClass',
    'networking.k8s.io/v1/ingressclasses',
    sample('networking.k8s.io/v1/ingressclasses'),
    { spec: { controller: 'example.com/other' } },
  ],
  [
    'the handler of a RuntimeClass',
    'node.k8s.io/v1/runtimeclasses',
    sample('node.k8s.io/v1/runtimeclasses'),
    { handler: 'other' },
  ],
  [
    'the address type of an EndpointSlice',
    'discovery.k8s.io/v1/endpointslices',
    { addressType: 'IPv4', endpoints: [] },
    { addressType: 'IPv6' },
  ],
  [
    'the data of a ControllerRevision',
    'apps/v1/controllerrevisions',
    sample('apps/v1/controllerrevisions'),
    { data: { a: 2 } },
  ],
  [
    'the scopes of a ResourceQuota',
    'v1/resourcequotas',
    sample('v1/resourcequotas', 'scopes'),
    { spec: { scopes: ['NotBestEffort'] } },
  ],
  [
    'the address of a Service',
    'v1/services',
    service,
    { spec: { clusterIP: '10.96.77.77', clusterIPs: ['10.96.77.77'] } },
  ],
  ['a Service to one without address', 'v1/services', service, { spec: { clusterIP: 'None', clusterIPs: ['None'] } }],
  ['a Service to an external name with an address', 'v1/services', service, { spec: { type: 'ExternalName' } }],
  [
    'the attachment of a CSI driver',
    'storage.k8s.io/v1/csidrivers',
    sample('storage.k8s.io/v1/csidrivers'),
    { spec: { attachRequired: false } },
  ],
];

const accepted: readonly Change[] = [
  ['the ports of a Service', 'v1/services', service, { spec: { ports: [{ name: 'b', port: 81 }] } }],
  ['a Service to node ports', 'v1/services', service, { spec: { type: 'NodePort' } }],
  [
    'a Service from node ports',
    'v1/services',
    { spec: { type: 'NodePort', ports: [{ port: 80 }] } },
    { spec: { type: 'ClusterIP' } },
  ],
  [
    'a Service to an external name',
    'v1/services',
    service,
    { spec: { type: 'ExternalName', externalName: 'a.example.com' } },
  ],
  [
    'the schedule of a CronJob',
    'batch/v1/cronjobs',
    { spec: { schedule: '0 0 1 1 *', suspend: true, jobTemplate: suspended } },
    { spec: { schedule: '0 0 2 1 *' } },
  ],
  [
    'the rules of an Ingress',
    'networking.k8s.io/v1/ingresses',
    sample('networking.k8s.io/v1/ingresses', 'a backend'),
    { spec: { ingressClassName: 'c' } },
  ],
  [
    'the expansion of a StorageClass',
    'storage.k8s.io/v1/storageclasses',
    sample('storage.k8s.io/v1/storageclasses'),
    { allowVolumeExpansion: true },
  ],
  [
    'the subjects of a RoleBinding',
    'rbac.authorization.k8s.io/v1/rolebindings',
    sample('rbac.authorization.k8s.io/v1/rolebindings', 'accounts'),
    { subjects: [] },
  ],
  [
    'the peers of a NetworkPolicy',
    'networking.k8s.io/v1/networkpolicies',
    sample('networking.k8s.io/v1/networkpolicies'),
    { spec: { ingress: [{}] } },
  ],
];

function changeCase(verb: string): (change: Change) => ConformanceCase {
  return ([title, resource, object, patch]) => ({
    title: `${verb} a change of ${title}`,
    run: async (session) => {
      await withAccount(session);
      const { metadata: _, ...fields } = namedSample(object, session.namespace);
      const path = collectionPath(session, resource);
      const name = session.namespace.slice(-40).replace(/^[^a-z]+/, '');
      await session.unrecorded('POST', path, { ...fields, metadata: { name } });
      await session.patch('merge', `${path}/${name}?dryRun=All`, patch);
    },
  });
}

/** Changes of objects that exist, in a dry run. */
export const builtInUpdateCases: readonly ConformanceCase[] = [
  ...refused.map(changeCase('refuses')),
  ...accepted.map(changeCase('accepts')),
];
