// Valid objects of built-in kinds, with as few fields as the API server accepts. `built-in-data.ts` learns defaults from the
// fields that a real API server adds to them; test/conformance compares both servers' responses to them.

import type { JsonObject, JsonValue } from '../lib/api/index.ts';

const image = 'registry.example.com/app:1';
const labels = { app: 'a' };
const container: JsonObject = { name: 'c', image };

/** Returns the spec of a pod without an API token, whose volume has a random name. */
export function podSpec(fields: JsonObject = {}): JsonObject {
  return { automountServiceAccountToken: false, containers: [container], ...fields };
}

/** Returns a pod template whose labels {@link workload} selects. */
export function podTemplate(fields: JsonObject = {}): JsonObject {
  return { metadata: { labels }, spec: podSpec(fields) };
}

/** Returns the spec of a workload. */
export function workload(fields: JsonObject = {}, pod: JsonObject = {}): JsonObject {
  return { selector: { matchLabels: labels }, template: podTemplate(pod), ...fields };
}

function withContainer(fields: JsonObject): JsonObject {
  return { spec: podSpec({ containers: [{ ...container, ...fields }] }) };
}

function withVolumes(...sources: JsonObject[]): JsonObject {
  return { spec: podSpec({ volumes: sources.map((source, index) => ({ name: `v${index}`, ...source })) }) };
}

const job = (fields: JsonObject = {}): JsonObject => ({
  template: { spec: podSpec({ restartPolicy: 'Never' }) },
  ...fields,
});

const claim: JsonObject = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const volume = (source: JsonObject): JsonObject => ({
  spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...source },
});
const hook: JsonObject = {
  name: 'a.example.com',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  clientConfig: { service: { namespace: 'default', name: 'a' } },
  rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
};
const matched: JsonObject = {
  matchConstraints: {
    resourceRules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
  },
};
const pair = (kind: string): JsonObject => ({
  scaleTargetRef: { apiVersion: 'apps/v1', kind, name: 'a' },
  maxReplicas: 3,
});
const utilization: JsonObject = { type: 'Utilization', averageUtilization: 50 };
const devices: JsonObject = { requests: [{ name: 'r', exactly: { deviceClassName: 'd.example.com' } }] };

/** Resource → title → object. Objects without metadata are named `a`. */
export const builtInSamples: Readonly<Record<string, Readonly<Record<string, JsonObject>>>> = {
  'v1/configmaps': { plain: { data: { a: '1' } } },
  'v1/secrets': {
    plain: { stringData: { a: '1' } },
    'basic authentication': { type: 'kubernetes.io/basic-auth', stringData: { username: 'u', password: 'p' } },
  },
  'v1/serviceaccounts': { plain: {}, full: { secrets: [{ name: 's' }], imagePullSecrets: [{ name: 'p' }] } },
  'v1/namespaces': { plain: {} },
  'v1/nodes': {
    plain: {},
    tainted: { spec: { taints: [{ key: 'k', effect: 'NoSchedule' }], podCIDR: '10.1.0.0/24' } },
  },
  'v1/pods': {
    plain: { spec: podSpec() },
    'no tag': withContainer({ image: 'registry.example.com/app' }),
    'the tag latest': withContainer({ image: 'registry.example.com:5000/app:latest' }),
    'a digest': withContainer({ image: `registry.example.com/app@sha256:${'0'.repeat(64)}` }),
    ports: withContainer({ ports: [{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP', name: 'dns' }] }),
    'host ports': {
      spec: podSpec({ hostNetwork: true, containers: [{ ...container, ports: [{ containerPort: 80 }] }] }),
    },
    probes: withContainer({
      ports: [{ containerPort: 80, name: 'http' }],
      livenessProbe: { httpGet: { port: 'http' } },
      readinessProbe: { tcpSocket: { port: 80 } },
      startupProbe: { grpc: { port: 80 } },
      lifecycle: { postStart: { exec: { command: ['a'] } }, preStop: { httpGet: { port: 80 } } },
    }),
    environment: withContainer({
      env: [
        { name: 'A' },
        { name: 'B', value: 'b' },
        { name: 'C', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        { name: 'D', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
        { name: 'E', valueFrom: { configMapKeyRef: { name: 'm', key: 'k' } } },
        { name: 'F', valueFrom: { secretKeyRef: { name: 'm', key: 'k' } } },
      ],
      envFrom: [{ configMapRef: { name: 'm' } }, { secretRef: { name: 's' }, prefix: 'P_' }],
    }),
    limits: withContainer({ resources: { limits: { cpu: 1, memory: '1024Mi' } } }),
    'requests and limits': withContainer({
      resources: { requests: { cpu: '100m' }, limits: { cpu: '1', memory: '1Gi' } },
    }),
    'security contexts': {
      spec: podSpec({
        securityContext: { runAsNonRoot: true, runAsUser: 1, fsGroup: 2, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            ...container,
            securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, privileged: false },
          },
        ],
      }),
    },
    'init containers': {
      spec: podSpec({
        initContainers: [
          { name: 'i', image },
          { name: 's', image, restartPolicy: 'Always', startupProbe: { exec: { command: ['a'] } } },
        ],
      }),
    },
    'simple volumes': withVolumes(
      {},
      { emptyDir: { sizeLimit: '1Gi', medium: 'Memory' } },
      { hostPath: { path: '/a' } },
      { nfs: { server: 's', path: '/a' } },
      { persistentVolumeClaim: { claimName: 'p' } },
      { csi: { driver: 'd.example.com' } },
      { image: { reference: image } },
      { ephemeral: { volumeClaimTemplate: { spec: claim } } },
    ),
    'projected volumes': withVolumes(
      { secret: { secretName: 's', items: [{ key: 'k', path: 'p' }] } },
      { configMap: { name: 'm' } },
      { downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] } },
      {
        projected: {
          sources: [
            { serviceAccountToken: { path: 't' } },
            { configMap: { name: 'm' } },
            { secret: { name: 's' } },
            {
              downwardAPI: { items: [{ path: 'l', resourceFieldRef: { containerName: 'c', resource: 'limits.cpu' } }] },
            },
          ],
        },
      },
    ),
    'volumes of other plugins': withVolumes(
      { iscsi: { targetPortal: '1.2.3.4', iqn: 'iqn.2001-04.com.example:a', lun: 0 } },
      { fc: { targetWWNs: ['a'], lun: 1 } },
      { fc: { wwids: ['a'] } },
    ),
    mounts: {
      spec: podSpec({
        containers: [{ ...container, volumeMounts: [{ name: 'v', mountPath: '/a' }] }],
        volumes: [{ name: 'v', emptyDir: {} }],
      }),
    },
    scheduling: {
      spec: podSpec({
        nodeSelector: { a: 'b' },
        tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoSchedule' }],
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }] }],
            },
          },
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 1, podAffinityTerm: { topologyKey: 'k', labelSelector: { matchLabels: labels } } },
            ],
          },
        },
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: 'k', whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: labels } },
        ],
      }),
    },
    'a service account and host aliases': {
      spec: podSpec({
        serviceAccountName: 'default',
        hostAliases: [{ ip: '1.2.3.4', hostnames: ['h'] }],
        dnsConfig: { nameservers: ['1.2.3.4'], searches: ['s'], options: [{ name: 'n', value: '1' }] },
        imagePullSecrets: [{ name: 's' }],
        readinessGates: [{ conditionType: 'example.com/ready' }],
        hostname: 'h',
        subdomain: 's',
      }),
    },
    'resource claims': {
      spec: podSpec({
        resourceClaims: [{ name: 'r', resourceClaimTemplateName: 't' }],
        containers: [{ ...container, resources: { claims: [{ name: 'r' }] } }],
      }),
    },
    'resize policies': withContainer({
      resources: { requests: { cpu: '1' } },
      resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }],
    }),
  },
  'v1/podtemplates': { plain: { template: podTemplate() } },
  'v1/replicationcontrollers': {
    plain: { spec: { template: podTemplate() } },
    selector: { spec: { selector: labels, template: podTemplate() } },
  },
  'v1/services': {
    plain: { spec: { ports: [{ port: 80 }] } },
    'named ports': {
      spec: {
        selector: labels,
        ports: [
          { name: 'a', port: 80, targetPort: 'http' },
          { name: 'b', port: 53, protocol: 'UDP', targetPort: 5353, appProtocol: 'dns' },
        ],
      },
    },
    headless: { spec: { clusterIP: 'None', selector: labels } },
    'no selector and no ports, headless': { spec: { clusterIP: 'None' } },
    'node ports': { spec: { type: 'NodePort', ports: [{ port: 80 }] } },
    'a load balancer': { spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } },
    'a local load balancer': { spec: { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: [{ port: 80 }] } },
    'no node ports': { spec: { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports: [{ port: 80 }] } },
    'an external name': { spec: { type: 'ExternalName', externalName: 'a.example.com' } },
    'session affinity': { spec: { sessionAffinity: 'ClientIP', ports: [{ port: 80 }] } },
    'two families, if there are': { spec: { ipFamilyPolicy: 'PreferDualStack', ports: [{ port: 80 }] } },
  },
  'v1/endpoints': { plain: { subsets: [{ addresses: [{ ip: '1.2.3.4' }], ports: [{ port: 80 }] }] } },
  'v1/events': {
    plain: {
      metadata: { name: 'e' },
      involvedObject: { kind: 'Pod', name: 'a', namespace: 'NAMESPACE' },
      reason: 'R',
      type: 'Normal',
    },
  },
  'v1/limitranges': {
    plain: { spec: { limits: [{ type: 'Container', default: { cpu: '1' } }] } },
    all: {
      spec: {
        limits: [
          { type: 'Container', min: { cpu: '100m' }, max: { cpu: '2', memory: '1Gi' } },
          { type: 'PersistentVolumeClaim', min: { storage: '1Gi' } },
        ],
      },
    },
  },
  'v1/resourcequotas': {
    plain: { spec: { hard: { pods: '10' } } },
    scopes: { spec: { hard: { pods: 1 }, scopes: ['BestEffort'] } },
  },
  'v1/persistentvolumeclaims': { plain: { spec: claim }, class: { spec: { ...claim, storageClassName: 'c' } } },
  'v1/persistentvolumes': {
    'a host path': volume({ hostPath: { path: '/a' } }),
    NFS: volume({ nfs: { server: 's', path: '/a' } }),
    'a driver': volume({
      csi: { driver: 'd.example.com', volumeHandle: 'h' },
      claimRef: { namespace: 'n', name: 'c' },
    }),
    local: volume({
      local: { path: '/a' },
      nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'Exists' }] }] } },
    }),
    iSCSI: volume({ iscsi: { targetPortal: '1.2.3.4', iqn: 'iqn.2001-04.com.example:a', lun: 0 } }),
  },
  'apps/v1/deployments': {
    plain: { spec: workload() },
    recreation: { spec: workload({ strategy: { type: 'Recreate' }, replicas: 0 }) },
    'a rolling update': { spec: workload({ strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } }) },
    'an empty rolling update': { spec: workload({ strategy: { type: 'RollingUpdate', rollingUpdate: {} } }) },
    'a full template': {
      spec: workload(
        {},
        {
          hostNetwork: true,
          containers: [{ ...container, ports: [{ containerPort: 80 }], livenessProbe: { httpGet: { port: 80 } } }],
          volumes: [{ name: 'v', configMap: { name: 'm' } }],
          securityContext: {},
          serviceAccountName: 's',
        },
      ),
    },
    'names of other objects, and users': {
      spec: workload(
        {},
        {
          ...{ nodeName: 'n', priorityClassName: 'p', runtimeClassName: 'r' },
          securityContext: { runAsGroup: 1 },
          containers: [{ ...container, securityContext: { runAsUser: 1, runAsGroup: 1 } }],
        },
      ),
    },
  },
  'apps/v1/replicasets': { plain: { spec: workload() }, 'no replicas': { spec: workload({ replicas: 0 }) } },
  'apps/v1/statefulsets': {
    plain: { spec: workload() },
    claims: { spec: workload({ serviceName: 's', volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: claim }] }) },
    'updates on deletion': {
      spec: workload({ updateStrategy: { type: 'OnDelete' }, podManagementPolicy: 'Parallel' }),
    },
    'a partition': { spec: workload({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: {} } }) },
    'another retention policy': { spec: workload({ persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } }) },
    'a retention policy': { spec: workload({ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } }) },
  },
  'apps/v1/daemonsets': {
    plain: { spec: workload() },
    'updates on deletion': { spec: workload({ updateStrategy: { type: 'OnDelete' } }) },
    'a rolling update': { spec: workload({ updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } }) },
    'an empty rolling update': { spec: workload({ updateStrategy: { rollingUpdate: {} } }) },
  },
  'apps/v1/controllerrevisions': { plain: { revision: 1, data: { a: 1 } } },
  'batch/v1/jobs': {
    plain: { spec: job() },
    'an index': { spec: job({ completionMode: 'Indexed', completions: 3, parallelism: 2, backoffLimitPerIndex: 1 }) },
    completions: { spec: job({ completions: 3 }) },
    'a work queue': { spec: job({ parallelism: 2 }) },
    'a suspended job': { spec: job({ suspend: true, ttlSecondsAfterFinished: 10 }) },
    'a failure policy': {
      spec: job({
        podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] },
      }),
    },
    'an own selector': {
      spec: job({
        manualSelector: true,
        selector: { matchLabels: labels },
        template: podTemplate({ restartPolicy: 'OnFailure' }),
      }),
    },
  },
  'batch/v1/cronjobs': {
    plain: { spec: { schedule: '* * * * *', jobTemplate: { spec: job() } } },
    full: {
      spec: {
        schedule: '@daily',
        timeZone: 'Europe/Berlin',
        concurrencyPolicy: 'Forbid',
        successfulJobsHistoryLimit: 1,
        jobTemplate: { spec: job() },
      },
    },
  },
  'autoscaling/v2/horizontalpodautoscalers': {
    plain: { spec: pair('Deployment') },
    metrics: {
      spec: {
        ...pair('Deployment'),
        minReplicas: 2,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: utilization } },
          { type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } } },
        ],
      },
    },
    behavior: {
      spec: {
        ...pair('Deployment'),
        behavior: { scaleDown: { stabilizationWindowSeconds: 10 }, scaleUp: { selectPolicy: 'Min' } },
      },
    },
    'scaling up': { spec: { ...pair('Deployment'), behavior: { scaleUp: {} } } },
    'scaling down': { spec: { ...pair('Deployment'), behavior: { scaleDown: {} } } },
    policies: {
      spec: {
        ...pair('Deployment'),
        behavior: { scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 10 }] } },
      },
    },
  },
  'autoscaling/v1/horizontalpodautoscalers': {
    plain: { spec: pair('Deployment') },
    'a target': { spec: { ...pair('Deployment'), targetCPUUtilizationPercentage: 50 } },
  },
  'policy/v1/poddisruptionbudgets': {
    'a minimum': { spec: { minAvailable: 1, selector: { matchLabels: labels } } },
    'a maximum': { spec: { maxUnavailable: '50%' } },
  },
  'networking.k8s.io/v1/ingresses': {
    'a backend': { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
    rules: {
      spec: {
        ingressClassName: 'c',
        tls: [{ hosts: ['a.example.com'], secretName: 's' }],
        rules: [
          {
            host: 'a.example.com',
            http: {
              paths: [
                { path: '/a', pathType: 'Prefix', backend: { service: { name: 's', port: { name: 'p' } } } },
                { pathType: 'ImplementationSpecific', backend: { service: { name: 's', port: { name: 'p' } } } },
              ],
            },
          },
        ],
      },
    },
  },
  'networking.k8s.io/v1/ingressclasses': {
    plain: { spec: { controller: 'example.com/c' } },
    parameters: { spec: { controller: 'example.com/c', parameters: { kind: 'K', name: 'n' } } },
  },
  'networking.k8s.io/v1/networkpolicies': {
    plain: { spec: { podSelector: {} } },
    ingress: {
      spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }], from: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }] },
    },
    egress: { spec: { podSelector: { matchLabels: labels }, egress: [{}] } },
  },
  'rbac.authorization.k8s.io/v1/roles': {
    plain: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
    empty: {},
  },
  'rbac.authorization.k8s.io/v1/clusterroles': {
    plain: { rules: [{ nonResourceURLs: ['/a'], verbs: ['get'] }] },
    aggregated: { aggregationRule: { clusterRoleSelectors: [{ matchLabels: labels }] } },
  },
  'rbac.authorization.k8s.io/v1/rolebindings': {
    accounts: {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
      subjects: [{ kind: 'ServiceAccount', name: 's', namespace: 'n' }],
    },
    users: {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' },
      subjects: [
        { kind: 'User', name: 'u' },
        { kind: 'Group', name: 'g' },
      ],
    },
  },
  'rbac.authorization.k8s.io/v1/clusterrolebindings': {
    plain: {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' },
      subjects: [{ kind: 'User', name: 'u' }],
    },
    'no group': { roleRef: { kind: 'ClusterRole', name: 'r' } },
  },
  'scheduling.k8s.io/v1/priorityclasses': { plain: { value: 1 } },
  'storage.k8s.io/v1/storageclasses': {
    plain: { provisioner: 'example.com/p' },
    full: {
      provisioner: 'example.com/p',
      reclaimPolicy: 'Retain',
      allowVolumeExpansion: true,
      volumeBindingMode: 'WaitForFirstConsumer',
      parameters: { a: 'b' },
    },
  },
  'storage.k8s.io/v1/csidrivers': { plain: { spec: {} } },
  'storage.k8s.io/v1/csinodes': { plain: { spec: { drivers: [{ name: 'd.example.com', nodeID: 'n' }] } } },
  'storage.k8s.io/v1/volumeattachments': {
    plain: { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } } },
  },
  'storage.k8s.io/v1/csistoragecapacities': { plain: { storageClassName: 'c' } },
  'storage.k8s.io/v1/volumeattributesclasses': { plain: { driverName: 'd.example.com', parameters: { a: 'b' } } },
  'coordination.k8s.io/v1/leases': { plain: {}, held: { spec: { holderIdentity: 'me', leaseDurationSeconds: 15 } } },
  'discovery.k8s.io/v1/endpointslices': {
    plain: {
      addressType: 'IPv4',
      endpoints: [{ addresses: ['1.2.3.4'] }],
      ports: [{ port: 80 }, { name: 'b', port: 81, protocol: 'UDP' }],
    },
  },
  'events.k8s.io/v1/events': {
    plain: {
      metadata: { name: 'e' },
      eventTime: '2026-01-01T00:00:00.000000Z',
      reportingController: 'example.com/c',
      reportingInstance: 'i',
      action: 'A',
      reason: 'R',
      type: 'Normal',
      note: 'text',
      regarding: { kind: 'Pod', name: 'a', namespace: 'NAMESPACE' },
    },
  },
  'admissionregistration.k8s.io/v1/validatingwebhookconfigurations': { plain: { webhooks: [hook] }, empty: {} },
  'admissionregistration.k8s.io/v1/mutatingwebhookconfigurations': { plain: { webhooks: [hook] } },
  'admissionregistration.k8s.io/v1/validatingadmissionpolicies': {
    plain: { spec: { ...matched, validations: [{ expression: 'true' }] } },
    auditing: { spec: { ...matched, auditAnnotations: [{ key: 'a', valueExpression: "'x'" }] } },
  },
  'admissionregistration.k8s.io/v1/validatingadmissionpolicybindings': {
    selecting: { spec: { policyName: 'p', validationActions: ['Deny'], matchResources: { namespaceSelector: {} } } },
    plain: { spec: { policyName: 'p', validationActions: ['Deny'] } },
  },
  'admissionregistration.k8s.io/v1/mutatingadmissionpolicies': {
    plain: {
      spec: {
        ...matched,
        reinvocationPolicy: 'Never',
        mutations: [
          { patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "test", path: "/a", value: 1}]' } },
        ],
      },
    },
    applying: {
      spec: {
        ...matched,
        reinvocationPolicy: 'Never',
        mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
      },
    },
  },
  'admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings': { plain: { spec: { policyName: 'p' } } },
  'node.k8s.io/v1/runtimeclasses': { plain: { handler: 'h' } },
  'flowcontrol.apiserver.k8s.io/v1/flowschemas': { plain: { spec: { priorityLevelConfiguration: { name: 'p' } } } },
  'flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations': {
    plain: { spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } } },
    'no queue': { spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
  },
  'apiregistration.k8s.io/v1/apiservices': {
    plain: {
      metadata: { name: 'v1.x.example.com' },
      spec: {
        group: 'x.example.com',
        version: 'v1',
        groupPriorityMinimum: 1,
        versionPriority: 1,
        service: { namespace: 'n', name: 's' },
        insecureSkipTLSVerify: true,
      },
    },
  },
  'networking.k8s.io/v1/servicecidrs': { plain: { spec: { cidrs: ['10.99.0.0/24'] } } },
  'resource.k8s.io/v1/deviceclasses': { plain: { spec: {} } },
  'resource.k8s.io/v1/resourceclaims': { plain: { spec: { devices } } },
  'resource.k8s.io/v1/resourceclaimtemplates': { plain: { spec: { spec: { devices } } } },
};

/** Returns a sample with a name, for a namespace. */
export function namedSample(sample: JsonObject, namespace: string): JsonObject {
  const text = JSON.stringify({ metadata: { name: 'a' }, ...sample }).replaceAll('NAMESPACE', namespace);
  const value = JSON.parse(text) as JsonValue;
  return value as JsonObject;
}
