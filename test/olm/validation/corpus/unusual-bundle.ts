import { stringify } from 'yaml';
import { crd, csv, minimal } from './minimal-bundle.ts';

const { metadata, spec } = minimal[csv];
const [deployment] = spec.install.spec.deployments;

/** Of an odd shape, and yet nothing is wrong with it: what people write by hand. */
export const unusual = {
  'manifests/CSV.yml': `\ufeff---
# Written by hand.
${stringify(
  {
    ...minimal[csv],
    metadata: {
      ...metadata,
      name: 'cache-operator.v1.2.0-rc.1',
      namespace: 'placeholder',
      creationTimestamp: null,
      generation: 1,
      annotations: {
        ...metadata.annotations,
        capabilities: 'Auto Pilot',
        containerImage: 'localhost:5000/caches/cache-operator:1.2.0-rc.1',
        repository: 'http://example.com/caches',
        'example.com/team': 'caches',
        'olm.skipRange': '<1.2.0-rc.1',
      },
    },
    spec: {
      ...spec,
      version: '1.2.0-rc.1',
      labels: { 'example.com/team': 'caches' },
      annotations: { 'example.com/team': 'caches' },
      maintainers: [{ name: 'Ärzte & Söhne', email: 'Caches <first.last+caches@sub.example.com>' }],
      provider: { name: 'Example Company' },
      replaces: null,
      relatedImages: [{ name: 'manager', image: 'localhost:5000/caches/cache-operator:1.2.0-rc.1' }],
      installModes: spec.installModes.map(({ type }) => ({ type, supported: true })).toReversed(),
      apiservicedefinitions: { owned: null },
      install: {
        ...spec.install,
        spec: {
          ...spec.install.spec,
          deployments: [
            {
              ...deployment,
              spec: {
                ...deployment?.spec,
                strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 0 } },
                template: {
                  metadata: { ...deployment?.spec.template.metadata, creationTimestamp: null },
                  spec: {
                    ...deployment?.spec.template.spec,
                    containers: deployment?.spec.template.spec.containers.map((container) => ({
                      ...container,
                      image: 'localhost:5000/caches/cache-operator:1.2.0-rc.1',
                    })),
                    tolerations: [{ key: 'node-role.kubernetes.io/infra', operator: 'Exists', effect: 'NoSchedule' }],
                    topologySpreadConstraints: [
                      {
                        maxSkew: 1,
                        topologyKey: 'kubernetes.io/hostname',
                        whenUnsatisfiable: 'ScheduleAnyway',
                        labelSelector: { matchLabels: { 'app.kubernetes.io/name': 'cache-operator' } },
                      },
                    ],
                  },
                },
              },
            },
          ],
        },
      },
    },
  },
  { version: '1.1', aliasDuplicateObjects: true, defaultStringType: 'QUOTE_DOUBLE' },
)}...
`.replaceAll('\n', '\r\n'),
  [crd]: `# Made by a tool.\n\n${stringify(minimal[crd], { version: '1.1', aliasDuplicateObjects: false })}\n# nothing more\n`,
  'metadata/about.yml': `---
annotations:
  operators.operatorframework.io.bundle.mediatype.v1: "registry+v1"
  operators.operatorframework.io.bundle.manifests.v1: "manifests/"
  operators.operatorframework.io.bundle.metadata.v1: "metadata/"
  operators.operatorframework.io.bundle.package.v1: "cache-operator"
  operators.operatorframework.io.bundle.channels.v1: "stable,candidate-1.2,4.18"
  com.redhat.openshift.versions: "=v4.18"
  example.com/team: caches
`,
  'metadata/needs.yaml': 'dependencies: []\n',
  Dockerfile: `# syntax=docker/dockerfile:1
FROM scratch
LABEL operators.operatorframework.io.bundle.mediatype.v1=registry+v1
LABEL operators.operatorframework.io.bundle.manifests.v1=manifests/
LABEL operators.operatorframework.io.bundle.metadata.v1=metadata/
LABEL operators.operatorframework.io.bundle.package.v1=cache-operator
LABEL "operators.operatorframework.io.bundle.channels.v1"="stable,candidate-1.2,4.18"
LABEL com.redhat.openshift.versions="=v4.18"
COPY manifests/*.yaml /manifests/
COPY metadata/ /metadata/
`,
  'README.md': '# Caches\n',
};
