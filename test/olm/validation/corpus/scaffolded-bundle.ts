import { drawing } from './icon.ts';

const name = 'database-operator';
const group = 'db.example.com';

/** The path of the scaffolded bundle's ClusterServiceVersion. */
export const scaffoldedCsv = `manifests/${name}.clusterserviceversion.yaml`;

/** The path of its CRD with two versions. */
export const scaffoldedCrd = `manifests/${group}_databases.yaml`;

/** The path of the Service for its metrics. */
export const metricsService = `manifests/${name}-controller-manager-metrics-service_v1_service.yaml`;

const role = (what: string) => `manifests/${name}-${what}_rbac.authorization.k8s.io_v1_clusterrole.yaml`;
const labels = { 'app.kubernetes.io/managed-by': 'kustomize', 'app.kubernetes.io/name': name };

const meta = {
  apiVersion: {
    type: 'string',
    description: 'APIVersion defines the versioned schema of this representation of an object.',
  },
  kind: { type: 'string', description: 'Kind is a string value representing the REST resource.' },
  metadata: { type: 'object' },
};

const status = {
  type: 'object',
  description: 'DatabaseStatus defines the observed state of Database.',
  properties: {
    conditions: {
      type: 'array',
      items: {
        type: 'object',
        required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
        properties: {
          lastTransitionTime: { type: 'string', format: 'date-time' },
          message: { type: 'string', maxLength: 32_768 },
          observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
          reason: { type: 'string', minLength: 1, pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$' },
          status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
          type: { type: 'string', maxLength: 316 },
        },
      },
      'x-kubernetes-list-map-keys': ['type'],
      'x-kubernetes-list-type': 'map',
    },
    phase: { type: 'string' },
  },
};

const owned = (version: string, field: string) => ({
  description: 'Database is the Schema for the databases API',
  displayName: 'Database',
  kind: 'Database',
  name: `databases.${group}`,
  resources: [
    { kind: 'StatefulSet', name: '', version: 'v1' },
    { kind: 'Service', name: '', version: 'v1' },
  ],
  specDescriptors: [
    { description: 'Which server runs.', displayName: 'Engine', path: field },
    {
      description: 'The password of administrators.',
      displayName: 'Credentials',
      path: 'credentials',
      'x-descriptors': ['urn:alm:descriptor:io.kubernetes:Secret'],
    },
    { displayName: 'Replicas', path: 'replicas', 'x-descriptors': ['urn:alm:descriptor:com.tectonic.ui:podCount'] },
    {
      displayName: 'Resources',
      path: 'resources',
      'x-descriptors': ['urn:alm:descriptor:com.tectonic.ui:resourceRequirements'],
    },
  ],
  statusDescriptors: [
    { displayName: 'Conditions', path: 'conditions', 'x-descriptors': ['urn:alm:descriptor:io.kubernetes.conditions'] },
    { displayName: 'Phase', path: 'phase', 'x-descriptors': ['urn:alm:descriptor:io.kubernetes.phase'] },
  ],
  version,
});

const schema = (field: string) => ({
  openAPIV3Schema: {
    type: 'object',
    description: 'Database is the Schema for the databases API',
    properties: {
      ...meta,
      spec: {
        type: 'object',
        description: 'DatabaseSpec defines the desired state of Database.',
        required: [field],
        properties: {
          [field]: { type: 'string', enum: ['postgresql', 'mysql'], description: 'Which server runs.' },
          credentials: { type: 'string', description: 'The Secret with the password of administrators.' },
          storage: {
            anyOf: [{ type: 'integer' }, { type: 'string' }],
            pattern: String.raw`^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`,
            'x-kubernetes-int-or-string': true,
            default: '1Gi',
          },
          resources: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          replicas: { type: 'integer', format: 'int32', minimum: 1, default: 1 },
        },
        'x-kubernetes-validations': [{ rule: 'self.replicas <= 5', message: 'at most 5 replicas' }],
      },
      status,
    },
  },
});

const rule = (resources: readonly string[], verbs: readonly string[], apiGroup = group) => ({
  apiGroups: [apiGroup],
  resources,
  verbs,
});

const all = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];

const clusterRole = (what: string, rules: readonly object[]) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { creationTimestamp: null, labels, name: `${name}-${what}` },
  rules,
});

/** A bundle of operator-sdk for a project with webhooks of all types, two versions of a kind and protected metrics. */
export const scaffolded = {
  [scaffoldedCsv]: {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: {
      annotations: {
        'alm-examples': JSON.stringify(
          [
            {
              apiVersion: `${group}/v1`,
              kind: 'Database',
              metadata: { labels, name: 'database-sample' },
              spec: {
                engine: 'postgresql',
                credentials: 'database-secret',
                replicas: 3,
                resources: { requests: { cpu: 1 } },
              },
            },
            {
              apiVersion: `${group}/v1alpha1`,
              kind: 'Database',
              metadata: { labels, name: 'database-sample' },
              spec: { type: 'mysql', credentials: 'database-secret', resources: {} },
            },
          ],
          undefined,
          2,
        ),
        capabilities: 'Full Lifecycle',
        categories: 'Database,Big Data,Integration & Delivery',
        certified: 'false',
        containerImage: 'example.com/databases/database-operator:v0.4.1',
        createdAt: '2026-06-01T12:30:45Z',
        description: 'Runs databases of several engines',
        'features.operators.openshift.io/disconnected': 'false',
        'operatorframework.io/suggested-namespace': 'database-operator-system',
        'operators.operatorframework.io/builder': 'operator-sdk-v1.42.3',
        'operators.operatorframework.io/project_layout': 'go.kubebuilder.io/v4',
        repository: 'https://example.com/databases/database-operator',
        support: 'The database team',
      },
      labels: { 'operatorframework.io/arch.amd64': 'supported', 'operatorframework.io/arch.arm64': 'supported' },
      name: `${name}.v0.4.1`,
      namespace: 'placeholder',
    },
    spec: {
      apiservicedefinitions: {},
      customresourcedefinitions: { owned: [owned('v1', 'engine'), owned('v1alpha1', 'type')] },
      description: '# Databases\n\nRuns databases of several engines.\n\n* backups\n* upgrades\n',
      displayName: 'Databases',
      icon: [{ base64data: btoa(drawing), mediatype: 'image/svg+xml' }],
      install: {
        spec: {
          clusterPermissions: [
            {
              rules: [
                rule(['services', 'configmaps'], all, ''),
                rule(['secrets'], ['get', 'list', 'watch'], ''),
                rule(['statefulsets'], all, 'apps'),
                rule(['databases'], all),
                rule(['databases/finalizers'], ['update']),
                rule(['databases/status'], ['get', 'patch', 'update']),
                rule(['tokenreviews'], ['create'], 'authentication.k8s.io'),
                rule(['subjectaccessreviews'], ['create'], 'authorization.k8s.io'),
              ],
              serviceAccountName: `${name}-controller-manager`,
            },
          ],
          deployments: [
            {
              label: { ...labels, 'control-plane': 'controller-manager' },
              name: `${name}-controller-manager`,
              spec: {
                replicas: 1,
                selector: { matchLabels: { 'app.kubernetes.io/name': name, 'control-plane': 'controller-manager' } },
                strategy: {},
                template: {
                  metadata: {
                    annotations: { 'kubectl.kubernetes.io/default-container': 'manager' },
                    creationTimestamp: null,
                    labels: { 'app.kubernetes.io/name': name, 'control-plane': 'controller-manager' },
                  },
                  spec: {
                    affinity: {
                      nodeAffinity: {
                        requiredDuringSchedulingIgnoredDuringExecution: {
                          nodeSelectorTerms: [
                            {
                              matchExpressions: [
                                { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64', 'arm64'] },
                                { key: 'kubernetes.io/os', operator: 'In', values: ['linux'] },
                              ],
                            },
                          ],
                        },
                      },
                    },
                    containers: [
                      {
                        args: [
                          '--metrics-bind-address=:8443',
                          '--leader-elect',
                          '--health-probe-bind-address=:8081',
                          '--webhook-cert-path=/tmp/k8s-webhook-server/serving-certs',
                        ],
                        command: ['/manager'],
                        env: [
                          { name: 'RELATED_IMAGE_POSTGRESQL', value: 'example.com/databases/postgresql:17.2' },
                          { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
                        ],
                        image: 'example.com/databases/database-operator:v0.4.1',
                        livenessProbe: {
                          httpGet: { path: '/healthz', port: 8081 },
                          initialDelaySeconds: 15,
                          periodSeconds: 20,
                        },
                        name: 'manager',
                        ports: [{ containerPort: 9443, name: 'webhook-server', protocol: 'TCP' }],
                        readinessProbe: {
                          httpGet: { path: '/readyz', port: 8081 },
                          initialDelaySeconds: 5,
                          periodSeconds: 10,
                        },
                        resources: {
                          limits: { cpu: '500m', memory: '128Mi' },
                          requests: { cpu: '10m', memory: '64Mi' },
                        },
                        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
                        volumeMounts: [{ mountPath: '/scratch', name: 'scratch' }],
                      },
                    ],
                    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
                    serviceAccountName: `${name}-controller-manager`,
                    terminationGracePeriodSeconds: 10,
                    volumes: [{ emptyDir: { sizeLimit: '1Gi' }, name: 'scratch' }],
                  },
                },
              },
            },
          ],
          permissions: [
            {
              rules: [
                rule(['configmaps'], all, ''),
                rule(['leases'], all, 'coordination.k8s.io'),
                rule(['events'], ['create', 'patch'], ''),
              ],
              serviceAccountName: `${name}-controller-manager`,
            },
          ],
        },
        strategy: 'deployment',
      },
      installModes: [
        { supported: false, type: 'OwnNamespace' },
        { supported: false, type: 'SingleNamespace' },
        { supported: false, type: 'MultiNamespace' },
        { supported: true, type: 'AllNamespaces' },
      ],
      keywords: ['database'],
      links: [{ name: 'Databases', url: 'https://databases.example.com' }],
      maintainers: [{ email: 'databases@example.com', name: 'The database team' }],
      maturity: 'alpha',
      minKubeVersion: '1.31.0',
      provider: { name: 'Example Company', url: 'https://example.com' },
      relatedImages: [
        { image: 'example.com/databases/database-operator:v0.4.1', name: 'manager' },
        { image: 'example.com/databases/postgresql:17.2', name: 'postgresql' },
      ],
      version: '0.4.1',
      webhookdefinitions: [
        {
          admissionReviewVersions: ['v1'],
          containerPort: 443,
          conversionCRDs: [`databases.${group}`],
          deploymentName: `${name}-controller-manager`,
          generateName: 'cdatabases.kb.io',
          sideEffects: 'None',
          targetPort: 9443,
          type: 'ConversionWebhook',
          webhookPath: '/convert',
        },
        {
          admissionReviewVersions: ['v1'],
          containerPort: 443,
          deploymentName: `${name}-controller-manager`,
          failurePolicy: 'Fail',
          generateName: 'mdatabase-v1.kb.io',
          rules: [
            { apiGroups: [group], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['databases'] },
          ],
          sideEffects: 'None',
          targetPort: 9443,
          type: 'MutatingAdmissionWebhook',
          webhookPath: '/mutate-db-example-com-v1-database',
        },
        {
          admissionReviewVersions: ['v1'],
          containerPort: 443,
          deploymentName: `${name}-controller-manager`,
          failurePolicy: 'Fail',
          generateName: 'vdatabase-v1.kb.io',
          rules: [
            { apiGroups: [group], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['databases'] },
          ],
          sideEffects: 'None',
          targetPort: 9443,
          type: 'ValidatingAdmissionWebhook',
          webhookPath: '/validate-db-example-com-v1-database',
        },
      ],
    },
  },
  [scaffoldedCrd]: {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      annotations: { 'controller-gen.kubebuilder.io/version': 'v0.18.0' },
      creationTimestamp: null,
      name: `databases.${group}`,
    },
    spec: {
      group,
      names: { kind: 'Database', listKind: 'DatabaseList', plural: 'databases', singular: 'database' },
      scope: 'Namespaced',
      versions: [
        {
          additionalPrinterColumns: [{ jsonPath: '.status.phase', name: 'Phase', type: 'string' }],
          name: 'v1',
          schema: schema('engine'),
          served: true,
          storage: true,
          subresources: { status: {} },
        },
        { name: 'v1alpha1', schema: schema('type'), served: true, storage: false, subresources: { status: {} } },
      ],
    },
    status: { acceptedNames: { kind: '', plural: '' }, conditions: null, storedVersions: null },
  },
  [role('database-editor-role')]: clusterRole('database-editor-role', [
    rule(['databases'], all),
    rule(['databases/status'], ['get']),
  ]),
  [role('database-viewer-role')]: clusterRole('database-viewer-role', [
    rule(['databases'], ['get', 'list', 'watch']),
    rule(['databases/status'], ['get']),
  ]),
  [role('metrics-reader')]: clusterRole('metrics-reader', [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }]),
  [metricsService]: {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      creationTimestamp: null,
      labels: { ...labels, 'control-plane': 'controller-manager' },
      name: `${name}-controller-manager-metrics-service`,
    },
    spec: {
      ports: [{ name: 'https', port: 8443, protocol: 'TCP', targetPort: 8443 }],
      selector: { 'app.kubernetes.io/name': name, 'control-plane': 'controller-manager' },
    },
    status: { loadBalancer: {} },
  },
  'metadata/annotations.yaml': `annotations:
  # Core bundle annotations.
  operators.operatorframework.io.bundle.mediatype.v1: registry+v1
  operators.operatorframework.io.bundle.manifests.v1: manifests/
  operators.operatorframework.io.bundle.metadata.v1: metadata/
  operators.operatorframework.io.bundle.package.v1: ${name}
  operators.operatorframework.io.bundle.channels.v1: alpha
  operators.operatorframework.io.metrics.builder: operator-sdk-v1.42.3
  operators.operatorframework.io.metrics.mediatype.v1: metrics+v1
  operators.operatorframework.io.metrics.project_layout: go.kubebuilder.io/v4
  com.redhat.openshift.versions: "v4.18-v4.21"

  # Annotations for testing.
  operators.operatorframework.io.test.mediatype.v1: scorecard+v1
  operators.operatorframework.io.test.config.v1: tests/scorecard/
`,
  'tests/scorecard/config.yaml': {
    apiVersion: 'scorecard.operatorframework.io/v1alpha3',
    kind: 'Configuration',
    metadata: { name: 'config' },
    stages: [
      {
        parallel: true,
        tests: [
          {
            entrypoint: ['scorecard-test', 'basic-check-spec'],
            image: 'example.com/operator-framework/scorecard-test:v1.42.3',
            labels: { suite: 'basic', test: 'basic-check-spec-test' },
            storage: { spec: { mountPath: {} } },
          },
          {
            entrypoint: ['scorecard-test', 'olm-bundle-validation'],
            image: 'example.com/operator-framework/scorecard-test:v1.42.3',
            labels: { suite: 'olm', test: 'olm-bundle-validation-test' },
            storage: { spec: { mountPath: {} } },
          },
        ],
      },
    ],
    storage: { spec: { mountPath: {} } },
  },
};
