import { podSpec, podTemplate, workload } from '../../../.config/built-in-sample.ts';
import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceCase } from '../session.ts';
import { collectionPath, withAccount } from './built-in-path.ts';

const image = 'registry.example.com/app:1';

function pod(container: JsonObject, spec: JsonObject = {}): JsonObject {
  return { spec: podSpec({ containers: [{ name: 'c', image, ...container }], ...spec }) };
}

const emptyDir = { name: 'v', emptyDir: {} };
const port = { port: 80 };
const backend = { service: { name: 's', port: { number: 80 } } };
const labels = { matchLabels: { app: 'a' } };

function toleration(fields: JsonObject): JsonObject {
  return pod({}, { tolerations: [fields] });
}

/** Returns the spec of a StatefulSet with a claim, which mounts a volume. */
function statefulSetSpec(volume: string): JsonObject {
  const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const container = { name: 'c', image, volumeMounts: [{ name: volume, mountPath: '/a' }] };
  return workload(
    { serviceName: 'a', volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim }] },
    { containers: [container] },
  );
}

function path(fields: JsonObject): JsonObject {
  return {
    spec: { rules: [{ host: 'a.example.com', http: { paths: [{ backend, pathType: 'Prefix', ...fields }] } }] },
  };
}

/** Title, resource and object of what several fields together make invalid. */
const bad: readonly (readonly [title: string, resource: string, object: JsonObject])[] = [
  ['a mount without a volume', 'v1/pods', pod({ volumeMounts: [{ name: 'x', mountPath: '/a' }] })],
  [
    'two mounts at one path',
    'v1/pods',
    pod(
      {
        volumeMounts: [
          { name: 'v', mountPath: '/a' },
          { name: 'v', mountPath: '/a' },
        ],
      },
      { volumes: [emptyDir] },
    ),
  ],
  ['two volumes of one name', 'v1/pods', pod({}, { volumes: [emptyDir, emptyDir] })],
  ['a volume of two types', 'v1/pods', pod({}, { volumes: [{ ...emptyDir, hostPath: { path: '/a' } }] })],
  [
    'two containers of one name',
    'v1/pods',
    {
      spec: podSpec({
        containers: [
          { name: 'c', image },
          { name: 'c', image },
        ],
      }),
    },
  ],
  ['an init container with the name of a container', 'v1/pods', pod({}, { initContainers: [{ name: 'c', image }] })],
  [
    'a probe of an init container',
    'v1/pods',
    pod({}, { initContainers: [{ name: 'i', image, livenessProbe: { tcpSocket: port } }] }),
  ],
  [
    'two ports of one name',
    'v1/pods',
    pod({
      ports: [
        { name: 'p', containerPort: 1 },
        { name: 'p', containerPort: 2 },
      ],
    }),
  ],
  [
    'a port of a node that is used twice',
    'v1/pods',
    pod({
      ports: [
        { containerPort: 1, hostPort: 80 },
        { containerPort: 2, hostPort: 80 },
      ],
    }),
  ],
  ['a probe of two kinds', 'v1/pods', pod({ livenessProbe: { tcpSocket: port, exec: { command: ['a'] } } })],
  ['a probe without a kind', 'v1/pods', pod({ readinessProbe: {} })],
  [
    'a liveness probe with several successes',
    'v1/pods',
    pod({ livenessProbe: { tcpSocket: port, successThreshold: 2 } }),
  ],
  [
    'a variable with a value and a source',
    'v1/pods',
    pod({ env: [{ name: 'A', value: 'a', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] }),
  ],
  [
    'a variable with two sources',
    'v1/pods',
    pod({
      env: [
        { name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' }, secretKeyRef: { name: 's', key: 'k' } } },
      ],
    }),
  ],
  [
    'a variable of an unknown field',
    'v1/pods',
    pod({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'spec.x' } } }] }),
  ],
  ['requests above limits', 'v1/pods', pod({ resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } })],
  [
    'a request of an extended resource without a limit',
    'v1/pods',
    pod({ resources: { requests: { 'example.com/gpu': '1' } } }),
  ],
  ['a resource that is not standard', 'v1/pods', pod({ resources: { limits: { gpu: '1' } } })],
  [
    'an escalation that privileges need',
    'v1/pods',
    pod({ securityContext: { privileged: true, allowPrivilegeEscalation: false } }),
  ],
  [
    'a local seccomp profile without a name',
    'v1/pods',
    pod({}, { securityContext: { seccompProfile: { type: 'Localhost' } } }),
  ],
  ['a toleration of everything with a value', 'v1/pods', toleration({ operator: 'Exists', value: 'v' })],
  ['a toleration without a key', 'v1/pods', toleration({ operator: 'Equal', value: 'v' })],
  [
    'a toleration for a time without an effect',
    'v1/pods',
    toleration({ key: 'k', operator: 'Exists', tolerationSeconds: 1 }),
  ],
  ['no name server', 'v1/pods', pod({}, { dnsPolicy: 'None' })],
  [
    'four name servers',
    'v1/pods',
    pod({}, { dnsConfig: { nameservers: ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'] } }),
  ],
  [
    'a readiness probe that stops the pod',
    'v1/pods',
    pod({ readinessProbe: { tcpSocket: port, terminationGracePeriodSeconds: 5 } }),
  ],
  [
    'a liveness probe that gives no time to stop',
    'v1/pods',
    pod({ livenessProbe: { tcpSocket: port, terminationGracePeriodSeconds: 0 } }),
  ],
  [
    'a header with a space',
    'v1/pods',
    pod({ livenessProbe: { httpGet: { ...port, httpHeaders: [{ name: 'a b', value: 'c' }] } } }),
  ],
  ['half a device', 'v1/pods', pod({ resources: { limits: { 'example.com/gpu': '500m' } } })],
  [
    'a mount on the node without privileges',
    'v1/pods',
    pod(
      { volumeMounts: [{ name: 'v', mountPath: '/a', mountPropagation: 'Bidirectional' }] },
      { volumes: [{ name: 'v', hostPath: { path: '/a' } }] },
    ),
  ],
  [
    'a path of the node through a parent',
    'v1/pods',
    pod({}, { volumes: [{ name: 'v', hostPath: { path: '/a/../b' } }] }),
  ],
  [
    'a variable of an annotation that no object has',
    'v1/pods',
    pod({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: "metadata.annotations['a b']" } } }] }),
  ],
  [
    'a variable of a label that no object has',
    'v1/pods',
    pod({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: "metadata.labels['a b']" } } }] }),
  ],
  [
    'a minimum of domains for a preference',
    'v1/pods',
    pod(
      {},
      {
        topologySpreadConstraints: [
          {
            ...{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' },
            ...{ minDomains: 2, labelSelector: labels },
          },
        ],
      },
    ),
  ],
  [
    'further labels of a spread without a selector',
    'v1/pods',
    pod(
      {},
      {
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', matchLabelKeys: ['version'] },
        ],
      },
    ),
  ],
  [
    'a node with a label of a value that is not valid',
    'v1/pods',
    pod(
      {},
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a b'] }] }],
            },
          },
        },
      },
    ),
  ],
  [
    'names of other objects that no object has, and a user less than root',
    'apps/v1/deployments',
    {
      spec: workload(
        {},
        {
          ...{ nodeName: 'N', priorityClassName: 'P', runtimeClassName: '' },
          securityContext: { runAsGroup: -1 },
          containers: [{ name: 'c', image: 'i', securityContext: { runAsUser: -1, runAsGroup: -1 } }],
        },
      ),
    },
  ],
  ['another restart policy', 'apps/v1/deployments', { spec: workload({}, { restartPolicy: 'Never' }) }],
  ['a selector without labels', 'apps/v1/deployments', { spec: workload({ selector: {} }) }],
  [
    'a selector of other labels',
    'apps/v1/statefulsets',
    { spec: workload({ selector: { matchLabels: { app: 'b' } } }) },
  ],
  [
    'wrong labels of a template',
    'apps/v1/deployments',
    { spec: workload({ template: { ...podTemplate(), metadata: { labels: { app: 'a', 'x y': 'z' } } } }) },
  ],
  [
    'a selector with an unknown operator',
    'apps/v1/daemonsets',
    { spec: workload({ selector: { ...labels, matchExpressions: [{ key: 'k', operator: 'Odd' }] } }) },
  ],
  [
    'a selector with a value that is not valid',
    'apps/v1/daemonsets',
    {
      spec: workload({ selector: { ...labels, matchExpressions: [{ key: 'k', operator: 'NotIn', values: ['a b'] }] } }),
    },
  ],
  [
    'wrong annotations of a template',
    'apps/v1/deployments',
    {
      spec: workload({
        template: { ...podTemplate(), metadata: { labels: { app: 'a' }, annotations: { 'x y': 'z' } } },
      }),
    },
  ],
  [
    'long annotations of a template',
    'apps/v1/deployments',
    {
      spec: workload({
        template: { ...podTemplate(), metadata: { labels: { app: 'a' }, annotations: { a: 'b'.repeat(262_144) } } },
      }),
    },
  ],
  [
    'an update that neither adds nor removes',
    'apps/v1/deployments',
    { spec: workload({ strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }) },
  ],
  [
    'a recreation with a rolling update',
    'apps/v1/deployments',
    { spec: workload({ strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } }) },
  ],
  [
    'a deadline below the time to be ready',
    'apps/v1/deployments',
    { spec: workload({ minReadySeconds: 10, progressDeadlineSeconds: 5 }) },
  ],
  ['a Job whose pods restart', 'batch/v1/jobs', { spec: { template: podTemplate() } }],
  [
    'an index without completions',
    'batch/v1/jobs',
    { spec: { completionMode: 'Indexed', template: podTemplate({ restartPolicy: 'Never' }) } },
  ],
  ['a Service with unnamed ports', 'v1/services', { spec: { ports: [port, { port: 81 }] } }],
  [
    'a Service with two ports of one name',
    'v1/services',
    {
      spec: {
        ports: [
          { name: 'a', ...port },
          { name: 'a', port: 81 },
        ],
      },
    },
  ],
  ['a node port of a Service inside the cluster', 'v1/services', { spec: { ports: [{ ...port, nodePort: 30_100 }] } }],
  [
    'a load balancer without an address',
    'v1/services',
    { spec: { type: 'LoadBalancer', clusterIP: 'None', ports: [port] } },
  ],
  [
    'a traffic policy of a Service inside the cluster',
    'v1/services',
    { spec: { externalTrafficPolicy: 'Local', ports: [port] } },
  ],
  [
    'ranges of a load balancer of a Service inside the cluster',
    'v1/services',
    { spec: { loadBalancerSourceRanges: ['10.0.0.0/8'], ports: [port] } },
  ],
  [
    'ranges of a load balancer that are none',
    'v1/services',
    { spec: { type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.0/40'], ports: [port] } },
  ],
  [
    'the class of a load balancer of a Service inside the cluster',
    'v1/services',
    { spec: { loadBalancerClass: 'example.com/a', ports: [port] } },
  ],
  [
    'ports for a load balancer of a Service inside the cluster',
    'v1/services',
    { spec: { allocateLoadBalancerNodePorts: true, ports: [port] } },
  ],
  ['an external name without the name', 'v1/services', { spec: { type: 'ExternalName' } }],
  ['an Ingress without rules', 'networking.k8s.io/v1/ingresses', { spec: {} }],
  ['a relative path', 'networking.k8s.io/v1/ingresses', path({ path: 'a' })],
  ['a path with empty segments', 'networking.k8s.io/v1/ingresses', path({ path: '/a//b' })],
  [
    'a backend with two ports',
    'networking.k8s.io/v1/ingresses',
    path({ path: '/', backend: { service: { name: 's', port: { number: 80, name: 'p' } } } }),
  ],
  [
    'a peer of two kinds',
    'networking.k8s.io/v1/networkpolicies',
    { spec: { podSelector: {}, ingress: [{ from: [{ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }] }] } },
  ],
  [
    'an exception outside of its block',
    'networking.k8s.io/v1/networkpolicies',
    { spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] } }] }] } },
  ],
  [
    'an exception without the length of its block',
    'networking.k8s.io/v1/networkpolicies',
    { spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.0.0'] } }] }] } },
  ],
  [
    'a range of ports that ends before it begins',
    'networking.k8s.io/v1/networkpolicies',
    { spec: { podSelector: {}, ingress: [{ ports: [{ port: 80, endPort: 70 }] }] } },
  ],
  [
    'a range of ports that begins with a name',
    'networking.k8s.io/v1/networkpolicies',
    { spec: { podSelector: {}, ingress: [{ ports: [{ port: 'http', endPort: 90 }] }] } },
  ],
  [
    'a range of ports without a beginning',
    'networking.k8s.io/v1/networkpolicies',
    { spec: { podSelector: {}, ingress: [{ ports: [{ endPort: 90 }] }] } },
  ],
  [
    'a budget of more than all pods',
    'policy/v1/poddisruptionbudgets',
    { spec: { maxUnavailable: '150%', selector: labels } },
  ],
  [
    'a budget with a minimum and a maximum',
    'policy/v1/poddisruptionbudgets',
    { spec: { minAvailable: 1, maxUnavailable: 1, selector: labels } },
  ],
  [
    'fewer replicas than the minimum',
    'autoscaling/v2/horizontalpodautoscalers',
    {
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
        minReplicas: 3,
        maxReplicas: 2,
      },
    },
  ],
  ['a role for URLs', 'rbac.authorization.k8s.io/v1/roles', { rules: [{ nonResourceURLs: ['/a'], verbs: ['get'] }] }],
  [
    'a rule for resources and URLs',
    'rbac.authorization.k8s.io/v1/clusterroles',
    { rules: [{ nonResourceURLs: ['/a'], apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
  ],
  [
    'a cluster-wide subject without a namespace',
    'rbac.authorization.k8s.io/v1/clusterrolebindings',
    { roleRef: { kind: 'ClusterRole', name: 'r' }, subjects: [{ kind: 'ServiceAccount', name: 's' }] },
  ],
  [
    'a claim for nothing',
    'v1/persistentvolumeclaims',
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '0' } } } },
  ],
  [
    'a claim with modes that exclude each other',
    'v1/persistentvolumeclaims',
    { spec: { accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
  ],
  [
    'a volume of two kinds',
    'v1/persistentvolumes',
    {
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        hostPath: { path: '/a' },
        nfs: { server: 's', path: '/a' },
      },
    },
  ],
  ...Object.entries({
    'a webhook of all operations and one': { operations: ['*', 'CREATE'] },
    'a webhook of all groups and one': { apiGroups: ['*', 'apps'] },
    'a webhook of all versions and one': { apiVersions: ['*', 'v1'] },
    'a webhook of a version without a name': { apiVersions: [''] },
    'a webhook of a resource without a name': { resources: [''] },
    'a webhook of all resources and one': { resources: ['*', 'pods'] },
    'a webhook of all subresources and one': { resources: ['pods/*', 'pods/status'] },
    'a webhook of one subresource of all resources and of one': { resources: ['*/status', 'pods/status'] },
    'a webhook of all resources with their subresources and one': { resources: ['*/*', 'pods'] },
  }).map(
    ([title, fields]) =>
      [
        title,
        'admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
        {
          webhooks: [
            {
              ...{ name: 'a.example.com', sideEffects: 'None', admissionReviewVersions: ['v1'] },
              clientConfig: { url: 'https://example.com/' },
              rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], ...fields }],
            },
          ],
        },
      ] as const,
  ),
  ...Object.entries({
    'a device without a volume': { volumeDevices: [{ name: 'x', devicePath: '/a' }] },
    'a device of a volume without a claim': { volumeDevices: [{ name: 'v', devicePath: '/a' }] },
    'a device without a path': { volumeDevices: [{ name: 'w' }] },
    'two devices of one volume': {
      volumeDevices: [
        { name: 'w', devicePath: '/a' },
        { name: 'w', devicePath: '/b' },
      ],
    },
    'two devices at one path': {
      volumeDevices: [
        { name: 'w', devicePath: '/a' },
        { name: 'u', devicePath: '/a' },
      ],
    },
    'a device that is mounted, too': {
      volumeDevices: [{ name: 'w', devicePath: '/a' }],
      volumeMounts: [{ name: 'w', mountPath: '/b' }],
    },
    'an unmasked /proc with the users of the node': { securityContext: { procMount: 'Unmasked' } },
    'a hook that sleeps longer than the pod has to stop': { lifecycle: { preStop: { sleep: { seconds: 31 } } } },
  }).map(([title, container]) => {
    const volumes = [emptyDir, ...['u', 'w'].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }))];
    return [title, 'v1/pods', pod(container, { volumes })] as const;
  }),
  ...['hostNetwork', 'hostPID', 'hostIPC'].map(
    (field) => [`${field} with users of its own`, 'v1/pods', pod({}, { hostUsers: false, [field]: true })] as const,
  ),
  [
    'devices with users of its own',
    'v1/pods',
    pod(
      { volumeDevices: [{ name: 'w', devicePath: '/a' }] },
      { hostUsers: false, volumes: [{ name: 'w', persistentVolumeClaim: { claimName: 'w' } }] },
    ),
  ],
  [
    'a mount of a StatefulSet that is neither a volume nor a claim',
    'apps/v1/statefulsets',
    { spec: statefulSetSpec('other') },
  ],
  ['a Secret without the keys of its type', 'v1/secrets', { type: 'kubernetes.io/tls', stringData: {} }],
  ['a schedule with few fields', 'batch/v1/cronjobs', { spec: scheduled('* *') }],
  ['a schedule of an unknown name', 'batch/v1/cronjobs', { spec: scheduled('@sometimes') }],
  ['a schedule of a delay without a unit', 'batch/v1/cronjobs', { spec: scheduled('@every 5') }],
  ['a schedule of a delay that is not a duration', 'batch/v1/cronjobs', { spec: scheduled('@every now') }],
];

function scheduled(schedule: string): JsonObject {
  return { schedule, suspend: true, jobTemplate: { spec: { template: podTemplate({ restartPolicy: 'Never' }) } } };
}

/** Title, resource and object of what looks invalid and isn't. */
const good: typeof bad = [
  ['a schedule of a delay', 'batch/v1/cronjobs', { spec: scheduled('@every 1h30m') }],
  ['a schedule of a negative delay', 'batch/v1/cronjobs', { spec: scheduled('@every -1s') }],
  ['a mount of a claim of a StatefulSet', 'apps/v1/statefulsets', { spec: statefulSetSpec('data') }],
  [
    'a preferred node with a label of a value that no label has',
    'v1/pods',
    pod(
      {},
      {
        affinity: {
          nodeAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              {
                weight: 1,
                preference: { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a/b'] }] },
              },
            ],
          },
        },
      },
    ),
  ],
  [
    'a metric that is selected by a value that no label has',
    'autoscaling/v2/horizontalpodautoscalers',
    {
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' },
        maxReplicas: 2,
        metrics: [
          {
            type: 'External',
            external: {
              metric: {
                name: 'messages',
                selector: {
                  matchLabels: { subscription: 'projects/a/b' },
                  matchExpressions: [{ key: 'topic', operator: 'In', values: ['a/b'] }],
                },
              },
              target: { type: 'Value', value: '1' },
            },
          },
        ],
      },
    },
  ],
];

const objectCase =
  (verb: string) =>
  ([title, resource, object]: (typeof bad)[number]): ConformanceCase => ({
    title: `${verb} ${title}`,
    run: async (session) => {
      await withAccount(session);
      await session.postForStatus(`${collectionPath(session, resource)}?dryRun=All`, {
        metadata: { name: 'a' },
        ...object,
      });
    },
  });

/** Objects that several fields together make invalid, and valid ones beside them. */
export const builtInValidationCases: readonly ConformanceCase[] = [
  ...bad.map(objectCase('refuses')),
  ...good.map(objectCase('accepts')),
];
