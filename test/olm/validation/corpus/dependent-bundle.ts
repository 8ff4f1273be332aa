import { annotations, crd, csv, dockerfile, minimal } from './minimal-bundle.ts';

/** The path of the dependent bundle's dependencies. */
export const dependencies = 'metadata/dependencies.yaml';

/** The path of its other properties for resolvers. */
export const properties = 'metadata/properties.yaml';

/** The path of the configuration of its tests. */
export const scorecard = 'tests/scorecard/config.yaml';

const digest = 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const { metadata, spec } = minimal[csv];
const [deployment] = spec.install.spec.deployments;
const [manager] = deployment?.spec.template.spec.containers ?? [];

/** An operator for many platforms and for clusters without a network, which needs others and says so in every way. */
export const dependent = {
  [csv]: {
    ...minimal[csv],
    metadata: {
      ...metadata,
      annotations: {
        ...metadata.annotations,
        'features.operators.openshift.io/disconnected': 'true',
        'features.operators.openshift.io/fips-compliant': 'false',
        'olm.skipRange': '>=1.0.0 <1.2.0',
        'operatorframework.io/cluster-monitoring': 'true',
        'operatorframework.io/initialization-resource': JSON.stringify({
          apiVersion: 'cache.example.com/v1',
          kind: 'Cache',
          metadata: { name: 'first' },
          spec: { size: 1 },
        }),
        'operatorframework.io/suggested-namespace-template': JSON.stringify({
          apiVersion: 'v1',
          kind: 'Namespace',
          metadata: { name: 'caches', labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
        }),
        'operators.openshift.io/valid-subscription': '["Caches"]',
        'operators.operatorframework.io/internal-objects': '[]',
        'console.openshift.io/plugins': '["cache-console"]',
        containerImage: `example.com/caches/cache-operator:1.2.0@${digest}`,
      },
      labels: {
        ...metadata.labels,
        'operatorframework.io/arch.arm64': 'supported',
        'operatorframework.io/arch.ppc64le': 'supported',
        'operatorframework.io/arch.s390x': 'supported',
      },
    },
    spec: {
      ...spec,
      skips: ['cache-operator.v1.1.1', 'cache-operator.v1.1.2'],
      nativeAPIs: [{ group: 'apps', version: 'v1', kind: 'Deployment' }],
      cleanup: { enabled: true },
      customresourcedefinitions: {
        ...spec.customresourcedefinitions,
        required: [
          {
            name: 'certificates.cert-manager.io',
            version: 'v1',
            kind: 'Certificate',
            displayName: 'Certificate',
            description: 'What caches are reached by.',
          },
        ],
      },
      install: {
        ...spec.install,
        spec: {
          ...spec.install.spec,
          deployments: [
            {
              ...deployment,
              spec: {
                ...deployment?.spec,
                template: {
                  ...deployment?.spec.template,
                  spec: {
                    ...deployment?.spec.template.spec,
                    containers: [
                      {
                        ...manager,
                        image: `example.com/caches/cache-operator@${digest}`,
                        env: [{ name: 'RELATED_IMAGE_CACHE', value: `example.com/caches/cache@${digest}` }],
                      },
                    ],
                  },
                },
              },
            },
          ],
        },
      },
      relatedImages: [
        { name: 'manager', image: `example.com/caches/cache-operator@${digest}` },
        { name: 'cache', image: `example.com/caches/cache@${digest}` },
      ],
    },
  },
  [crd]: minimal[crd],
  [annotations]: {
    annotations: {
      ...minimal[annotations].annotations,
      'operators.operatorframework.io.test.mediatype.v1': 'scorecard+v1',
      'operators.operatorframework.io.test.config.v1': 'tests/scorecard/',
      'com.redhat.openshift.versions': 'v4.18-v4.22',
    },
  },
  [dependencies]: {
    dependencies: [
      { type: 'olm.package', value: { packageName: 'cert-manager', version: '>=1.14.0 <2.0.0' } },
      { type: 'olm.gvk', value: { group: 'monitoring.coreos.com', version: 'v1', kind: 'ServiceMonitor' } },
      { type: 'olm.label', value: { label: 'tier-one' } },
      {
        type: 'olm.constraint',
        value: {
          failureMessage: 'needs storage or a database',
          any: {
            constraints: [
              { package: { packageName: 'storage-operator', versionRange: '1.x || >=2.5.0' } },
              { all: { constraints: [{ gvk: { group: 'db.example.com', version: 'v1', kind: 'Database' } }] } },
              {
                failureMessage: 'certified',
                cel: { rule: 'properties.exists(p, p.type == "certified" && semver_compare(p.value, "1.0.0") >= 0)' },
              },
            ],
          },
        },
      },
    ],
  },
  [properties]: {
    properties: [
      { type: 'olm.maxOpenShiftVersion', value: '4.22' },
      { type: 'example.com/certified', value: { since: 2026, by: ['us'] } },
    ],
  },
  [scorecard]: {
    apiVersion: 'scorecard.operatorframework.io/v1alpha3',
    kind: 'Configuration',
    metadata: { name: 'config' },
    stages: [
      {
        parallel: true,
        tests: [
          {
            image: 'example.com/operator-framework/scorecard-test:v1.42.3',
            entrypoint: ['scorecard-test', 'olm-crds-have-validation'],
            labels: { suite: 'olm', test: 'olm-crds-have-validation-test' },
          },
        ],
      },
    ],
  },
  [dockerfile]: `FROM scratch

LABEL operators.operatorframework.io.bundle.mediatype.v1=registry+v1 \\
      operators.operatorframework.io.bundle.manifests.v1=manifests/
LABEL operators.operatorframework.io.bundle.metadata.v1="metadata/"
LABEL operators.operatorframework.io.bundle.package.v1=cache-operator
LABEL operators.operatorframework.io.bundle.channels.v1=stable,candidate
LABEL operators.operatorframework.io.bundle.channel.default.v1=stable
LABEL operators.operatorframework.io.test.mediatype.v1=scorecard+v1
LABEL operators.operatorframework.io.test.config.v1=tests/scorecard/
LABEL com.redhat.openshift.versions="v4.18-v4.22"
LABEL vendor='Example Company'

COPY bundle/manifests /manifests/
COPY bundle/metadata /metadata/
COPY bundle/tests/scorecard /tests/scorecard/
`,
};
