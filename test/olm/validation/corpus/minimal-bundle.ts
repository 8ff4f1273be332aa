import { dot } from './icon.ts';

/** The path of the minimal bundle's ClusterServiceVersion. */
export const csv = 'manifests/cache-operator.clusterserviceversion.yaml';

/** The path of its CRD. */
export const crd = 'manifests/cache.example.com_caches.yaml';

/** The path of the annotations of bundles. */
export const annotations = 'metadata/annotations.yaml';

/** The path of the Dockerfile of bundles. */
export const dockerfile = 'bundle.Dockerfile';

/** An operator for one kind: a manager, its rights, nothing else. */
export const minimal = {
  [csv]: {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: {
      name: 'cache-operator.v1.2.0',
      annotations: {
        'alm-examples': JSON.stringify(
          [{ apiVersion: 'cache.example.com/v1', kind: 'Cache', metadata: { name: 'small' }, spec: { size: 2 } }],
          undefined,
          2,
        ),
        capabilities: 'Seamless Upgrades',
        categories: 'Database, Developer Tools',
        containerImage: 'example.com/caches/cache-operator:1.2.0',
        createdAt: '2026-11-21T08:00:00Z',
        description: 'Keeps caches running.',
        repository: 'https://example.com/caches/cache-operator',
        support: 'Example Company',
      },
      labels: {
        'operatorframework.io/arch.amd64': 'supported',
        'operatorframework.io/os.linux': 'supported',
      },
    },
    spec: {
      displayName: 'Cache Operator',
      description: 'Keeps caches of key-value pairs running, as many servers as are asked for.',
      version: '1.2.0',
      maturity: 'stable',
      minKubeVersion: '1.31.0',
      replaces: 'cache-operator.v1.1.0',
      icon: [{ base64data: dot, mediatype: 'image/png' }],
      keywords: ['cache', 'key-value'],
      links: [{ name: 'Source', url: 'https://example.com/caches/cache-operator' }],
      maintainers: [{ name: 'Maintainers', email: 'caches@example.com' }],
      provider: { name: 'Example Company', url: 'https://example.com' },
      installModes: [
        { type: 'OwnNamespace', supported: false },
        { type: 'SingleNamespace', supported: false },
        { type: 'MultiNamespace', supported: false },
        { type: 'AllNamespaces', supported: true },
      ],
      customresourcedefinitions: {
        owned: [
          {
            name: 'caches.cache.example.com',
            version: 'v1',
            kind: 'Cache',
            displayName: 'Cache',
            description: 'A cache of key-value pairs.',
            resources: [
              { name: '', kind: 'Deployment', version: 'v1' },
              { name: '', kind: 'Service', version: 'v1' },
            ],
            specDescriptors: [
              {
                path: 'size',
                displayName: 'Size',
                description: 'How many servers there are.',
                'x-descriptors': ['urn:alm:descriptor:com.tectonic.ui:podCount'],
              },
            ],
            statusDescriptors: [
              {
                path: 'conditions',
                displayName: 'Conditions',
                description: 'One condition per aspect.',
                'x-descriptors': ['urn:alm:descriptor:io.kubernetes.conditions'],
              },
            ],
          },
        ],
      },
      install: {
        strategy: 'deployment',
        spec: {
          deployments: [
            {
              name: 'cache-operator-controller-manager',
              label: { 'app.kubernetes.io/name': 'cache-operator' },
              spec: {
                replicas: 1,
                selector: { matchLabels: { 'app.kubernetes.io/name': 'cache-operator' } },
                template: {
                  metadata: { labels: { 'app.kubernetes.io/name': 'cache-operator' } },
                  spec: {
                    serviceAccountName: 'cache-operator',
                    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
                    terminationGracePeriodSeconds: 10,
                    containers: [
                      {
                        name: 'manager',
                        image: 'example.com/caches/cache-operator:1.2.0',
                        args: ['--leader-elect', '--health-probe-bind-address=:8081'],
                        ports: [{ name: 'health', containerPort: 8081 }],
                        livenessProbe: { httpGet: { path: '/healthz', port: 'health' }, periodSeconds: 20 },
                        readinessProbe: { httpGet: { path: '/readyz', port: 'health' } },
                        resources: {
                          limits: { cpu: '500m', memory: '128Mi' },
                          requests: { cpu: '10m', memory: '64Mi' },
                        },
                        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
                      },
                    ],
                  },
                },
              },
            },
          ],
          permissions: [
            {
              serviceAccountName: 'cache-operator',
              rules: [
                {
                  apiGroups: ['coordination.k8s.io'],
                  resources: ['leases'],
                  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
                },
                { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
              ],
            },
          ],
          clusterPermissions: [
            {
              serviceAccountName: 'cache-operator',
              rules: [
                {
                  apiGroups: ['apps'],
                  resources: ['deployments'],
                  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
                },
                {
                  apiGroups: [''],
                  resources: ['services'],
                  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
                },
                {
                  apiGroups: ['cache.example.com'],
                  resources: ['caches'],
                  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
                },
                { apiGroups: ['cache.example.com'], resources: ['caches/finalizers'], verbs: ['update'] },
                {
                  apiGroups: ['cache.example.com'],
                  resources: ['caches/status'],
                  verbs: ['get', 'update', 'patch'],
                },
              ],
            },
          ],
        },
      },
      relatedImages: [{ name: 'manager', image: 'example.com/caches/cache-operator:1.2.0' }],
    },
  },
  [crd]: {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'caches.cache.example.com' },
    spec: {
      group: 'cache.example.com',
      names: { kind: 'Cache', listKind: 'CacheList', plural: 'caches', singular: 'cache' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: {
            openAPIV3Schema: {
              type: 'object',
              description: 'A cache of key-value pairs.',
              properties: {
                apiVersion: { type: 'string' },
                kind: { type: 'string' },
                metadata: { type: 'object' },
                spec: {
                  type: 'object',
                  required: ['size'],
                  properties: {
                    size: {
                      type: 'integer',
                      format: 'int32',
                      minimum: 1,
                      maximum: 9,
                      description: 'How many servers there are.',
                    },
                    image: { type: 'string', description: 'What the servers run.' },
                  },
                },
                status: {
                  type: 'object',
                  properties: {
                    conditions: {
                      type: 'array',
                      'x-kubernetes-list-type': 'map',
                      'x-kubernetes-list-map-keys': ['type'],
                      items: {
                        type: 'object',
                        required: ['type', 'status'],
                        properties: {
                          type: { type: 'string' },
                          status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
                          reason: { type: 'string' },
                          message: { type: 'string' },
                          lastTransitionTime: { type: 'string', format: 'date-time' },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      ],
    },
  },
  [annotations]: {
    annotations: {
      'operators.operatorframework.io.bundle.mediatype.v1': 'registry+v1',
      'operators.operatorframework.io.bundle.manifests.v1': 'manifests/',
      'operators.operatorframework.io.bundle.metadata.v1': 'metadata/',
      'operators.operatorframework.io.bundle.package.v1': 'cache-operator',
      'operators.operatorframework.io.bundle.channels.v1': 'stable,candidate',
      'operators.operatorframework.io.bundle.channel.default.v1': 'stable',
      'com.redhat.openshift.versions': 'v4.18',
    },
  },
  [dockerfile]: `FROM scratch

LABEL operators.operatorframework.io.bundle.mediatype.v1=registry+v1
LABEL operators.operatorframework.io.bundle.manifests.v1=manifests/
LABEL operators.operatorframework.io.bundle.metadata.v1=metadata/
LABEL operators.operatorframework.io.bundle.package.v1=cache-operator
LABEL operators.operatorframework.io.bundle.channels.v1=stable,candidate
LABEL operators.operatorframework.io.bundle.channel.default.v1=stable
LABEL com.redhat.openshift.versions=v4.18

COPY manifests /manifests/
COPY metadata /metadata/
`,
};
