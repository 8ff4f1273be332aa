import type { KubernetesObject } from '../../../../lib/api/index.ts';

// Bodies as users write them: quantities in all spellings, empty values, and without the keys that the server defaults.

const labels = { app: 'web' };

const podSpec = {
  serviceAccountName: 'web',
  automountServiceAccountToken: false,
  hostNetwork: false,
  terminationGracePeriodSeconds: 0,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: 11211,
    seccompProfile: { type: 'RuntimeDefault' },
    supplementalGroups: [1, 2],
    sysctls: [{ name: 'net.ipv4.ip_unprivileged_port_start', value: '0' }],
  },
  imagePullSecrets: [{ name: 'registry' }],
  nodeSelector: { 'kubernetes.io/os': 'linux' },
  tolerations: [
    { key: 'dedicated', operator: 'Equal', value: 'web', effect: 'NoSchedule' },
    { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 0 },
  ],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64', 'arm64'] }] },
        ],
      },
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, preference: { matchExpressions: [{ key: 'zone', operator: 'Exists' }] } },
      ],
    },
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: labels }, topologyKey: 'kubernetes.io/hostname' },
      ],
    },
  },
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: { matchLabels: labels } },
  ],
  hostAliases: [{ ip: '10.1.2.3', hostnames: ['one', 'two'] }],
  dnsConfig: { options: [{ name: 'ndots', value: '2' }, { name: 'edns0' }], searches: [] },
  initContainers: [
    {
      name: 'prepare',
      image: 'prepare:1',
      command: ['sh', '-c', 'true'],
      args: [],
      restartPolicy: 'Always',
      resources: { limits: {}, requests: { cpu: 0.1 } },
    },
    { name: 'second', image: 'second:1' },
  ],
  containers: [
    {
      name: 'web',
      image: 'web:1',
      command: ['memcached', '-m=64', '-o', 'modern', '-v'],
      env: [
        { name: 'EMPTY', value: '' },
        { name: 'MODE', value: '$(EMPTY)on' },
        { name: 'A<b>&c', value: 'é ' },
        { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        { name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
        { name: 'MEMORY', valueFrom: { resourceFieldRef: { resource: 'limits.memory', divisor: '1024Ki' } } },
        { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'token', key: 'token', optional: true } } },
        { name: 'SETTING', valueFrom: { configMapKeyRef: { name: 'settings', key: 'setting' } } },
      ],
      envFrom: [
        { prefix: 'X_', configMapRef: { name: 'settings' } },
        { secretRef: { name: 'token', optional: false } },
      ],
      ports: [
        { name: 'http', containerPort: 8080 },
        { name: 'dns', containerPort: 53 },
        { name: 'dns-udp', containerPort: 53, protocol: 'UDP' },
      ],
      resources: {
        limits: { cpu: '1000m', memory: '1024Mi', 'ephemeral-storage': '1.5Gi' },
        requests: { cpu: '0.5', memory: '524288Ki' },
      },
      livenessProbe: {
        httpGet: { path: '/', port: 'http', httpHeaders: [{ name: 'X', value: '' }] },
        initialDelaySeconds: 0,
      },
      readinessProbe: { tcpSocket: { port: 8080 }, periodSeconds: 5 },
      startupProbe: { grpc: { port: 8080 } },
      lifecycle: { preStop: { exec: { command: ['sleep', '1'] } } },
      securityContext: {
        allowPrivilegeEscalation: false,
        privileged: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      volumeMounts: [
        { name: 'scratch', mountPath: '/scratch' },
        { name: 'settings', mountPath: '/settings', readOnly: false, subPath: '' },
      ],
      stdin: false,
    },
    { name: 'exporter', image: 'exporter@sha256:0000000000000000000000000000000000000000000000000000000000000000' },
  ],
  volumes: [
    { name: 'empty', emptyDir: {} },
    { name: 'scratch', emptyDir: { medium: 'Memory', sizeLimit: '0.5Gi' } },
    {
      name: 'settings',
      configMap: {
        name: 'settings',
        items: [
          { key: 'a', path: 'a' },
          { key: 'b', path: 'b', mode: 256 },
        ],
      },
    },
    { name: 'secret', secret: { secretName: 'token', optional: false, defaultMode: 420 } },
    { name: 'claim', persistentVolumeClaim: { claimName: 'data', readOnly: false } },
    { name: 'host', hostPath: { path: '/var/log' } },
    { name: 'nfs', nfs: { server: 'nfs.example.com', path: '/' } },
    {
      name: 'csi',
      csi: { driver: 'csi.example.com', volumeAttributes: { a: '' }, nodePublishSecretRef: { name: 'csi' } },
    },
    {
      name: 'info',
      downwardAPI: {
        items: [
          { path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } },
          { path: 'cpu', resourceFieldRef: { containerName: 'web', resource: 'limits.cpu', divisor: '1m' } },
        ],
      },
    },
    {
      name: 'all',
      projected: {
        sources: [
          { serviceAccountToken: { path: 'token', audience: 'api' } },
          { configMap: { name: 'settings', items: [{ key: 'a', path: 'a' }] } },
          { secret: { name: 'token' } },
          { downwardAPI: { items: [{ path: 'name', fieldRef: { fieldPath: 'metadata.name' } }] } },
        ],
      },
    },
    {
      name: 'work',
      ephemeral: {
        volumeClaimTemplate: {
          metadata: { labels },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1024Mi' } } },
        },
      },
    },
  ],
};

const template = {
  metadata: { labels, annotations: { 'example.com/empty': '', 'example.com/hash': '1' } },
  spec: podSpec,
};

/** Objects of many kinds, each of which the API server accepts as a server-side apply in any namespace. */
export const richObjects: readonly KubernetesObject[] = [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'settings',
      labels: { app: 'web', empty: '' },
      annotations: { 'example.com/note': 'a: "b"\n' },
      finalizers: ['example.com/second', 'example.com/first'],
      ownerReferences: [
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          name: 'owner',
          uid: 'uid-1',
          controller: true,
          blockOwnerDeletion: true,
        },
        { apiVersion: 'v1', kind: 'ConfigMap', name: 'other', uid: 'uid-2', controller: false },
      ],
    },
    data: { empty: '', one: '1', 'quantity-like': '1000m', text: 'line\nline\n' },
    binaryData: { bytes: 'AAECAw==' },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'bare', labels: {}, annotations: {}, finalizers: [], ownerReferences: [] },
    data: {},
  },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'nothing' } },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'token', labels },
    type: 'Opaque',
    immutable: false,
    data: { binary: '/+8=', empty: '' },
  },
  {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'web' },
    automountServiceAccountToken: false,
    imagePullSecrets: [{ name: 'registry' }],
    secrets: [{ name: 'token' }],
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', labels },
    spec: {
      selector: labels,
      ports: [
        { name: 'http', port: 80, targetPort: 'http' },
        { name: 'dns', port: 53, targetPort: 53 },
        { name: 'dns-udp', port: 53, protocol: 'UDP' },
      ],
      publishNotReadyAddresses: false,
      sessionAffinity: 'ClientIP',
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'headless' },
    spec: { clusterIP: 'None', selector: labels, ports: [{ port: 5432 }], publishNotReadyAddresses: true },
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      selector: { matchLabels: labels },
      resources: { requests: { storage: '10240Mi' }, limits: {} },
    },
  },
  { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', labels }, spec: { ...podSpec, tolerations: undefined } },
  {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'quota' },
    spec: {
      hard: { pods: 10, 'requests.cpu': '4000m', 'requests.memory': '16384Mi', 'count/secrets': '1k' },
      scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'limits' },
    spec: {
      limits: [
        {
          type: 'Container',
          max: { cpu: '2000m' },
          min: { cpu: '0.1' },
          default: { cpu: 1 },
          defaultRequest: { cpu: '0.50' },
        },
      ],
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', labels },
    spec: {
      replicas: 0,
      minReadySeconds: 0,
      paused: false,
      revisionHistoryLimit: 3,
      selector: { matchLabels: labels },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: '25%' } },
      template,
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'plain' },
    spec: {
      selector: { matchLabels: labels, matchExpressions: [] },
      strategy: {},
      template: {
        metadata: { labels, annotations: {}, creationTimestamp: null },
        spec: {
          affinity: {},
          securityContext: {},
          serviceAccountName: '',
          nodeSelector: {},
          tolerations: [],
          volumes: [],
          imagePullSecrets: [],
          initContainers: [],
          containers: [
            {
              name: 'web',
              image: 'web:1',
              command: [],
              args: [],
              env: [],
              envFrom: [],
              ports: [],
              resources: {},
              volumeMounts: [],
            },
          ],
        },
      },
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'web', labels },
    spec: {
      serviceName: 'web',
      replicas: 3,
      podManagementPolicy: 'Parallel',
      selector: { matchLabels: labels },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
      template: { ...template, spec: { ...podSpec, volumes: podSpec.volumes.filter(({ name }) => name !== 'claim') } },
      volumeClaimTemplates: [
        {
          metadata: { name: 'claim', labels },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1.5Gi' } } },
        },
        {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata: { name: 'other', annotations: {} },
          spec: {
            accessModes: ['ReadWriteOncePod'],
            storageClassName: 'fast',
            volumeMode: 'Filesystem',
            resources: { requests: { storage: '10Gi' } },
          },
        },
      ],
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'web' },
    spec: { selector: { matchLabels: labels }, updateStrategy: { type: 'OnDelete' }, template },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: 'web' },
    spec: { replicas: 1, selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }] }, template },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'backup' },
    spec: {
      backoffLimit: 0,
      completions: 1,
      podFailurePolicy: {
        rules: [
          { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
          { action: 'FailJob', onExitCodes: { containerName: 'backup', operator: 'In', values: [1] } },
        ],
      },
      template: {
        metadata: { labels },
        spec: { restartPolicy: 'Never', containers: [{ name: 'backup', image: 'backup:1', args: ['--all'] }] },
      },
    },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'backup', labels },
    spec: {
      schedule: '*/5 * * * *',
      timeZone: 'Etc/UTC',
      suspend: false,
      concurrencyPolicy: 'Forbid',
      successfulJobsHistoryLimit: 0,
      jobTemplate: {
        metadata: { labels },
        spec: {
          template: { metadata: { labels }, spec: { ...podSpec, restartPolicy: 'OnFailure', initContainers: [] } },
        },
      },
    },
  },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: 2,
      maxReplicas: 10,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        { type: 'Pods', pods: { metric: { name: 'rate' }, target: { type: 'AverageValue', averageValue: '1000m' } } },
        {
          type: 'Object',
          object: {
            describedObject: { apiVersion: 'v1', kind: 'Service', name: 'web' },
            metric: { name: 'hits', selector: { matchLabels: labels } },
            target: { type: 'Value', value: '10000' },
          },
        },
      ],
      behavior: {
        scaleDown: { stabilizationWindowSeconds: 0, policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] },
      },
    },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'web' },
    spec: { minAvailable: '50%', selector: { matchLabels: labels } },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'none' },
    spec: { maxUnavailable: 0, selector: {}, unhealthyPodEvictionPolicy: 'AlwaysAllow' },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'web', annotations: { 'example.com/rewrite': '/$1' } },
    spec: {
      ingressClassName: 'nginx',
      defaultBackend: { service: { name: 'web', port: { name: 'http' } } },
      rules: [
        {
          host: 'web.example.com',
          http: {
            paths: [
              { path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 80 } } } },
              {
                pathType: 'ImplementationSpecific',
                backend: { resource: { apiGroup: 'example.com', kind: 'Bucket', name: 'b' } },
              },
            ],
          },
        },
      ],
      tls: [{ hosts: ['web.example.com'], secretName: 'tls' }],
    },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'web' },
    spec: {
      podSelector: { matchLabels: labels },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        {
          from: [
            { podSelector: {} },
            { namespaceSelector: { matchLabels: { team: 'a' } } },
            { ipBlock: { cidr: '10.0.0.0/8', except: [] } },
          ],
          ports: [{ port: 8080 }, { port: 'http' }, { port: 1000, endPort: 2000, protocol: 'UDP' }],
        },
      ],
      egress: [{ to: [], ports: [] }],
    },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'deny' },
    spec: { podSelector: {}, ingress: [] },
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'web' },
    rules: [
      { apiGroups: [''], resources: ['configmaps'], resourceNames: [], verbs: ['get', 'watch'] },
      { apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['web'], verbs: ['patch'] },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'web' },
    roleRef: { kind: 'Role', name: 'web' },
    subjects: [
      { kind: 'ServiceAccount', name: 'web', namespace: 'default' },
      { kind: 'Group', name: 'admins' },
      { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' },
    ],
  },
  {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'web' },
    spec: { holderIdentity: '', leaseDurationSeconds: 15, renewTime: '2030-01-02T03:04:05.678900Z' },
  },
];
