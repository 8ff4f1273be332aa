import type { JsonObject } from '../../../lib/api/index.ts';

/** An object whose table is compared. */
export interface ShownObject {
  readonly resource: string;
  readonly title?: string;
  readonly object: JsonObject;
  /** The statuses with which it is shown; without any, it is shown as it is created. */
  readonly statuses?: readonly JsonObject[];
  /** Empty for resources of the cluster. @default the namespace of the case */
  readonly namespace?: string;
}

const past = '2019-01-02T03:04:05Z';
const labels = { app: 'x' };
const containers = [
  { name: 'a', image: 'a:1' },
  { name: 'b', image: 'b:2' },
];
const template = { metadata: { labels }, spec: { containers } };
const metadata = { name: 'a' };
const expressions = {
  matchLabels: labels,
  matchExpressions: [
    { key: 'tier', operator: 'In', values: ['y', 'x'] },
    { key: 'env', operator: 'NotIn', values: ['z'] },
    { key: 'own', operator: 'Exists' },
    { key: 'old', operator: 'DoesNotExist' },
  ],
};
const matching = { metadata: { labels: { ...labels, tier: 'x', own: '' } }, spec: { containers } };
const jobTemplate = { spec: { containers, restartPolicy: 'Never' } };
/** The selector that a job gets by itself has a uid. */
const ownSelector = {
  suspend: true,
  manualSelector: true,
  selector: { matchLabels: labels },
  template: { ...jobTemplate, metadata: { labels } },
};
const headless = { type: 'ClusterIP', clusterIP: 'None', clusterIPs: ['None'] };
const apps = 'apps/v1';
const admission = 'admissionregistration.k8s.io/v1';
const storage = 'storage.k8s.io/v1';
const rbac = 'rbac.authorization.k8s.io/v1';
const clientConfig = { url: 'https://127.0.0.1:1/' };
const webhook = { name: 'a.example.com', clientConfig, sideEffects: 'None', admissionReviewVersions: ['v1'] };

/** Returns the conditions of a status. */
function conditions(...types: readonly (readonly [type: string, status: string, reason?: string])[]): JsonObject {
  const entries = types.map(([type, status, reason = 'Some']) => ({
    type,
    status,
    reason,
    message: '',
    lastTransitionTime: past,
  }));
  return { conditions: entries };
}

/** Objects of the built-in kinds; pods have a list of their own. */
export const shownObjects: readonly ShownObject[] = [
  { resource: 'configmaps', object: { metadata, data: { a: '', b: '' }, binaryData: { c: 'AA==' } } },
  { resource: 'secrets', object: { metadata, type: 'example.com/own', data: { a: 'AA==' } } },
  { resource: 'serviceaccounts', object: { metadata } },
  { resource: 'limitranges', object: { metadata, spec: { limits: [] } } },
  { resource: 'podtemplates', object: { metadata, template } },
  {
    resource: 'endpoints',
    object: {
      metadata,
      subsets: [
        { addresses: [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }], ports: [{ name: 'a', port: 1 }] },
        { addresses: [{ ip: 'fd00::1' }], ports: [{ port: 2 }] },
        { addresses: [{ ip: '10.0.0.4' }] },
      ],
    },
  },
  {
    resource: 'endpoints',
    title: 'endpoints without addresses',
    object: { metadata },
  },
  {
    resource: 'events',
    namespace: 'default',
    object: {
      metadata,
      involvedObject: { kind: 'Pod', name: 'p', namespace: 'default', fieldPath: 'spec' },
      type: 'Warning',
      reason: 'Bad',
      message: ' it failed\n',
      count: 3,
      firstTimestamp: past,
      lastTimestamp: '2020-01-02T03:04:05Z',
      source: { component: 'c', host: 'h' },
    },
  },
  {
    resource: 'events.k8s.io/v1/events',
    title: 'events of the newer version',
    namespace: 'default',
    object: {
      metadata,
      regarding: { kind: 'Pod', name: 'p' },
      type: 'Normal',
      reason: 'Good',
      action: 'Act',
      note: 'fine',
      eventTime: '2020-01-02T03:04:05.000000Z',
      reportingController: 'r',
      reportingInstance: 'i',
    },
  },
  {
    resource: 'resourcequotas',
    object: { metadata, spec: { hard: { pods: '3', 'limits.cpu': '1' } } },
    statuses: [
      {},
      {
        hard: { pods: '3', 'limits.cpu': '1', 'count/secrets': '4' },
        used: { pods: '1', 'limits.cpu': '500m', 'count/secrets': '0' },
      },
    ],
  },
  {
    resource: 'persistentvolumeclaims',
    object: {
      metadata,
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1024Mi' } },
        storageClassName: 'fast',
        volumeName: 'pv',
        volumeMode: 'Filesystem',
      },
    },
    statuses: [
      { phase: 'Pending' },
      {
        phase: 'Bound',
        accessModes: ['ReadWriteMany', 'ReadOnlyMany', 'ReadWriteOnce'],
        capacity: { storage: '2048Mi' },
      },
    ],
  },
  {
    resource: 'persistentvolumes',
    namespace: '',
    object: {
      metadata: { name: 'table-volume' },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteMany', 'ReadWriteOnce'],
        hostPath: { path: '/x' },
        storageClassName: 'slow',
        persistentVolumeReclaimPolicy: 'Retain',
        volumeMode: 'Block',
        claimRef: { namespace: 'n', name: 'c' },
      },
    },
    statuses: [{ phase: 'Failed', reason: 'Why' }],
  },
  {
    resource: 'replicationcontrollers',
    object: { metadata, spec: { replicas: 0, selector: labels, template } },
    statuses: [{ replicas: 3, readyReplicas: 2, fullyLabeledReplicas: 3 }],
  },
  ...[
    { title: 'services of type ClusterIP', spec: { ports: [{ port: 80 }], ...headless, selector: labels } },
    { title: 'services without ports', spec: { ...headless } },
    { title: 'services of type ExternalName', spec: { type: 'ExternalName', externalName: 'x.example.com' } },
    {
      title: 'services with external addresses',
      spec: {
        ...headless,
        externalIPs: ['1.2.3.4', '1.2.3.5'],
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 53, protocol: 'UDP' },
        ],
      },
    },
  ].map(({ title, spec }): ShownObject => ({ resource: 'services', title, object: { metadata, spec } })),
  { resource: 'namespaces', namespace: '', object: { metadata: { name: 'table-namespace' } } },
  {
    resource: 'nodes',
    namespace: '',
    object: {
      metadata: {
        name: 'table-node',
        labels: { 'node-role.kubernetes.io/worker': '', 'kubernetes.io/role': 'edge' },
      },
      spec: { unschedulable: true },
    },
    statuses: [
      {},
      {
        ...conditions(['Ready', 'True']),
        addresses: [
          { type: 'InternalIP', address: '10.0.0.1' },
          { type: 'ExternalIP', address: '1.2.3.4' },
        ],
        nodeInfo: {
          kubeletVersion: 'v1.36.3',
          osImage: 'os',
          kernelVersion: '6.1',
          architecture: 'amd64',
          containerRuntimeVersion: 'containerd://2',
          machineID: '',
          systemUUID: '',
          bootID: '',
          kubeProxyVersion: '',
          operatingSystem: '',
        },
      },
      conditions(['Ready', 'Unknown']),
    ],
  },
  {
    resource: `${apps}/deployments`,
    object: { metadata, spec: { replicas: 0, paused: true, selector: expressions, template: matching } },
    statuses: [{}, { replicas: 4, updatedReplicas: 3, readyReplicas: 2, availableReplicas: 1 }],
  },
  {
    resource: `${apps}/replicasets`,
    object: { metadata, spec: { replicas: 0, selector: expressions, template: matching } },
    statuses: [{ replicas: 4 }, { replicas: 4, readyReplicas: 2, fullyLabeledReplicas: 4 }],
  },
  {
    resource: `${apps}/statefulsets`,
    object: { metadata, spec: { replicas: 0, serviceName: 's', selector: { matchLabels: labels }, template } },
    statuses: [
      { replicas: 0, collisionCount: 0 },
      { replicas: 3, readyReplicas: 2, collisionCount: 0 },
    ],
  },
  {
    resource: `${apps}/daemonsets`,
    object: {
      metadata,
      spec: {
        selector: { matchLabels: labels },
        template: { ...template, spec: { containers, nodeSelector: { z: '1', disk: 'ssd' } } },
      },
    },
    statuses: [
      {
        currentNumberScheduled: 1,
        numberMisscheduled: 2,
        desiredNumberScheduled: 3,
        numberReady: 4,
        updatedNumberScheduled: 5,
        numberAvailable: 6,
      },
    ],
  },
  {
    resource: `${apps}/controllerrevisions`,
    object: {
      metadata: {
        name: 'a',
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 's', uid: 'u', controller: true }],
      },
      data: {},
      revision: 7,
    },
  },
  {
    resource: 'batch/v1/jobs',
    object: { metadata, spec: { ...ownSelector, parallelism: 3 } },
    statuses: [
      { startTime: past },
      {
        succeeded: 2,
        startTime: past,
        completionTime: '2019-01-02T03:10:07Z',
        ...conditions(['SuccessCriteriaMet', 'True'], ['Complete', 'True']),
      },
      { startTime: past, ...conditions(['FailureTarget', 'True']) },
      { startTime: past, ...conditions(['Suspended', 'True']) },
    ],
  },
  {
    resource: 'batch/v1/jobs',
    title: 'jobs with completions',
    object: { metadata, spec: { ...ownSelector, completions: 5 } },
    statuses: [{ succeeded: 2, startTime: '2019-01-02T03:04:05Z' }],
  },
  {
    resource: 'batch/v1/cronjobs',
    object: {
      metadata,
      spec: { schedule: '* * * * *', suspend: true, jobTemplate: { spec: { template: jobTemplate } } },
    },
    statuses: [{}, { lastScheduleTime: past, active: [{ kind: 'Job', name: 'j' }] }],
  },
  {
    resource: 'autoscaling/v2/horizontalpodautoscalers',
    object: {
      metadata,
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'absent' },
        minReplicas: 2,
        maxReplicas: 5,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
          { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } },
          { type: 'Pods', pods: { metric: { name: 'p' }, target: { type: 'AverageValue', averageValue: '3' } } },
        ],
      },
    },
    statuses: [
      { currentReplicas: 0, desiredReplicas: 0 },
      {
        currentReplicas: 3,
        desiredReplicas: 3,
        currentMetrics: [
          { type: 'Resource', resource: { name: 'cpu', current: { averageValue: '1', averageUtilization: 20 } } },
          { type: 'Resource', resource: { name: 'memory', current: { averageValue: '2Gi' } } },
        ],
      },
    ],
  },
  {
    resource: 'policy/v1/poddisruptionbudgets',
    object: { metadata, spec: { minAvailable: '50%', selector: { matchLabels: labels } } },
  },
  {
    resource: 'networking.k8s.io/v1/ingresses',
    object: {
      metadata,
      spec: {
        ingressClassName: 'c',
        tls: [{ hosts: ['x'] }],
        rules: ['a.example.com', 'b.example.com', 'c.example.com', 'd.example.com'].map((host) => ({ host })),
      },
    },
    statuses: [{}, { loadBalancer: { ingress: [{ ip: '2.3.4.5' }, { hostname: 'h' }, { ip: '1.2.3.4' }] } }],
  },
  {
    resource: 'networking.k8s.io/v1/ingresses',
    title: 'ingresses without hosts',
    object: { metadata, spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
  },
  {
    resource: 'networking.k8s.io/v1/ingressclasses',
    namespace: '',
    object: {
      metadata: { name: 'table-class', annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
      spec: { controller: 'example.com/c', parameters: { apiGroup: 'g.example.com', kind: 'K', name: 'n' } },
    },
  },
  {
    resource: 'networking.k8s.io/v1/networkpolicies',
    object: { metadata, spec: { podSelector: expressions } },
  },
  {
    resource: 'discovery.k8s.io/v1/endpointslices',
    object: {
      metadata,
      addressType: 'IPv4',
      ports: [{ name: 'a', port: 80, protocol: 'TCP' }],
      endpoints: ['1', '2', '3', '4', '5'].map((n) => ({ addresses: [`10.0.0.${n}`] })),
    },
  },
  {
    resource: 'coordination.k8s.io/v1/leases',
    object: { metadata, spec: { holderIdentity: 'me', leaseDurationSeconds: 15 } },
  },
  ...[
    { plural: 'rolebindings', namespace: 'default' },
    { plural: 'clusterrolebindings', namespace: '' },
  ].map(
    ({ plural, namespace }): ShownObject => ({
      resource: `${rbac}/${plural}`,
      namespace,
      object: {
        metadata: { name: 'table-binding' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
        subjects: [
          { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'u' },
          { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'v' },
          { kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'g' },
          { kind: 'ServiceAccount', namespace: 'n', name: 's' },
        ],
      },
    }),
  ),
  { resource: `${rbac}/roles`, object: { metadata, rules: [] } },
  { resource: `${rbac}/clusterroles`, namespace: '', object: { metadata: { name: 'table-role' }, rules: [] } },
  {
    resource: 'scheduling.k8s.io/v1/priorityclasses',
    namespace: '',
    object: { metadata: { name: 'table-priority' }, value: 7, preemptionPolicy: 'Never' },
  },
  {
    resource: `${storage}/storageclasses`,
    namespace: '',
    object: {
      metadata: { name: 'table-storage', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'example.com/p',
      reclaimPolicy: 'Retain',
      volumeBindingMode: 'WaitForFirstConsumer',
      allowVolumeExpansion: true,
    },
  },
  {
    resource: `${storage}/csidrivers`,
    namespace: '',
    object: {
      metadata: { name: 'table.example.com' },
      spec: {
        attachRequired: false,
        podInfoOnMount: true,
        storageCapacity: true,
        volumeLifecycleModes: ['Persistent', 'Ephemeral'],
        tokenRequests: [{ audience: 'x' }, { audience: 'y' }],
        requiresRepublish: true,
      },
    },
  },
  {
    resource: `${storage}/csinodes`,
    namespace: '',
    object: { metadata: { name: 'table-node' }, spec: { drivers: [{ name: 'd', nodeID: 'n' }] } },
  },
  {
    resource: `${storage}/volumeattachments`,
    namespace: '',
    object: {
      metadata: { name: 'table-attachment' },
      spec: { attacher: 'd', nodeName: 'n', source: { persistentVolumeName: 'pv' } },
    },
  },
  {
    resource: 'node.k8s.io/v1/runtimeclasses',
    namespace: '',
    object: { metadata: { name: 'table-runtime' }, handler: 'h' },
  },
  {
    resource: `${admission}/validatingwebhookconfigurations`,
    namespace: '',
    object: { metadata: { name: 'table-webhooks' }, webhooks: [webhook] },
  },
  {
    resource: `${admission}/mutatingwebhookconfigurations`,
    namespace: '',
    object: { metadata: { name: 'table-webhooks' }, webhooks: [webhook, { ...webhook, name: 'b.example.com' }] },
  },
  {
    resource: `${admission}/validatingadmissionpolicies`,
    namespace: '',
    object: {
      metadata: { name: 'table-policy' },
      spec: {
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        matchConstraints: {
          resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['*'] }],
        },
        validations: [{ expression: 'true' }],
      },
    },
  },
  ...[{ name: 'n', namespace: 's' }, { name: 'n' }].map(
    (paramRef, index): ShownObject => ({
      resource: `${admission}/validatingadmissionpolicybindings`,
      title: `bindings of policies, ${index}`,
      namespace: '',
      object: {
        metadata: { name: 'table-policy' },
        spec: {
          policyName: 'p',
          validationActions: ['Deny'],
          paramRef: { ...paramRef, parameterNotFoundAction: 'Deny' },
        },
      },
    }),
  ),
  {
    resource: 'flowcontrol.apiserver.k8s.io/v1/flowschemas',
    namespace: '',
    object: {
      metadata: { name: 'table-flow' },
      spec: {
        priorityLevelConfiguration: { name: 'p' },
        matchingPrecedence: 9,
        distinguisherMethod: { type: 'ByUser' },
      },
    },
  },
  {
    resource: 'flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations',
    namespace: '',
    object: {
      metadata: { name: 'table-level' },
      spec: {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 3,
          lendablePercent: 0,
          limitResponse: { type: 'Queue', queuing: { queues: 4, handSize: 2, queueLengthLimit: 5 } },
        },
      },
    },
  },
];

/** A pod's status, and what makes it special. */
interface ShownPod {
  readonly title: string;
  readonly spec?: JsonObject;
  readonly status: JsonObject;
}

const running = { running: { startedAt: past } };
const ended = (exitCode: number, more: JsonObject = {}): JsonObject => ({
  terminated: { exitCode, startedAt: past, finishedAt: past, ...more },
});
const container = (name: string, state: JsonObject, more: JsonObject = {}): JsonObject => ({
  name,
  state,
  ready: false,
  restartCount: 0,
  image: name,
  imageID: '',
  ...more,
});
const init = {
  initContainers: [
    { name: 'i', image: 'i' },
    { name: 'j', image: 'j' },
  ],
};
const sidecar = { initContainers: [{ name: 'i', image: 'i', restartPolicy: 'Always' }] };

/** Pods in the states that `kubectl get pods` names. */
export const shownPods: readonly ShownPod[] = [
  { title: 'is new', status: { phase: 'Pending' } },
  { title: 'is evicted', status: { phase: 'Failed', reason: 'Evicted' } },
  {
    title: 'waits for a gate',
    status: { phase: 'Pending', ...conditions(['PodScheduled', 'False', 'SchedulingGated']) },
  },
  {
    title: 'runs',
    spec: { readinessGates: [{ conditionType: 'x.example.com/a' }, { conditionType: 'x.example.com/b' }] },
    status: {
      phase: 'Running',
      podIP: '10.0.0.1',
      podIPs: [{ ip: '10.0.0.1' }],
      nominatedNodeName: 'n',
      ...conditions(['Ready', 'True'], ['x.example.com/a', 'True']),
      containerStatuses: [container('a', running, { ready: true }), container('b', running)],
    },
  },
  {
    title: 'restarted',
    status: {
      phase: 'Running',
      containerStatuses: [
        container('a', running, { ready: true, restartCount: 3, lastState: ended(1) }),
        container('b', running, { ready: true, restartCount: 1 }),
      ],
    },
  },
  {
    title: 'crashes again and again',
    status: {
      phase: 'Running',
      containerStatuses: [
        container('a', { waiting: { reason: 'CrashLoopBackOff' } }, { restartCount: 5, lastState: ended(1) }),
        container('b', running, { ready: true }),
      ],
    },
  },
  {
    title: 'succeeded',
    status: {
      phase: 'Succeeded',
      containerStatuses: [
        container('a', ended(0, { reason: 'Completed' })),
        container('b', ended(0, { reason: 'Completed' })),
      ],
    },
  },
  {
    title: 'failed',
    status: { phase: 'Failed', containerStatuses: [container('a', ended(3)), container('b', ended(0))] },
  },
  { title: 'was killed', status: { phase: 'Failed', containerStatuses: [container('a', ended(137, { signal: 9 }))] } },
  {
    title: 'is partly complete',
    status: {
      phase: 'Running',
      ...conditions(['Ready', 'True']),
      containerStatuses: [container('a', ended(0, { reason: 'Completed' })), container('b', running, { ready: true })],
    },
  },
  {
    title: 'is partly complete and not ready',
    status: {
      phase: 'Running',
      ...conditions(['Ready', 'False']),
      containerStatuses: [container('a', ended(0, { reason: 'Completed' })), container('b', running, { ready: true })],
    },
  },
  {
    title: 'is partly complete and partly failed',
    status: {
      phase: 'Running',
      containerStatuses: [
        container('a', ended(0, { reason: 'Completed' })),
        container('b', ended(1, { reason: 'Error' })),
      ],
    },
  },
  {
    title: 'runs its init containers',
    spec: init,
    status: {
      phase: 'Pending',
      initContainerStatuses: [
        container('i', ended(0)),
        container('j', running, { restartCount: 2, lastState: ended(1) }),
      ],
      containerStatuses: [container('a', { waiting: { reason: 'PodInitializing' } })],
    },
  },
  ...[
    ended(1),
    ended(1, { signal: 6 }),
    ended(1, { reason: 'Error' }),
    { waiting: { reason: 'CrashLoopBackOff' } },
    { waiting: { reason: 'PodInitializing' } },
  ].map(
    (state, index): ShownPod => ({
      title: `has an init container that fails, ${index}`,
      spec: init,
      status: { phase: 'Pending', initContainerStatuses: [container('i', state), container('j', {})] },
    }),
  ),
  {
    title: 'has a sidecar',
    spec: sidecar,
    status: {
      phase: 'Running',
      ...conditions(['Initialized', 'True']),
      initContainerStatuses: [
        container('i', running, { started: true, ready: true, restartCount: 2, lastState: ended(1) }),
      ],
      containerStatuses: [container('a', running, { ready: true }), container('b', running, { ready: true })],
    },
  },
  {
    title: 'is initialized although an init container runs',
    spec: init,
    status: {
      phase: 'Running',
      ...conditions(['Initialized', 'True']),
      initContainerStatuses: [container('i', running, { restartCount: 3 }), container('j', {})],
      containerStatuses: [container('a', running, { ready: true, restartCount: 1 })],
    },
  },
];
