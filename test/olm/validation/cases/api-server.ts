import type { BadCase } from '../corpus/bad-case.ts';
import { crd, csv } from '../corpus/minimal-bundle.ts';
import { budget, monitoredService } from '../corpus/monitored-bundle.ts';
import { scaffoldedCsv } from '../corpus/scaffolded-bundle.ts';

const deployment = 'spec.install.spec.deployments[0].spec';
const pod = `${deployment}.template.spec`;
const manager = `${pod}.containers[0]`;
const secret = 'manifests/cache-operator_v1_secret.yaml';
const config = 'manifests/cache-operator_v1_configmap.yaml';
const priority = 'manifests/caches_scheduling.k8s.io_v1_priorityclass.yaml';
const binding = 'manifests/cache-viewers_rbac.authorization.k8s.io_v1_clusterrolebinding.yaml';
const size = 'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size';

/** A value of the ClusterServiceVersion that API servers refuse. @param path - the place of the finding, if not the value */
const value = (
  rule: string,
  title: string,
  [field, given]: readonly [field: string, given: unknown],
  path = field,
): BadCase => ({ rule, severity: 'error', title, edit: (draft) => draft.set(csv, field, given), file: csv, path });

/** An object that API servers refuse. */
const object = (
  rule: string,
  title: string,
  [file, manifest]: readonly [file: string, manifest: object],
  path: string,
): BadCase => ({ rule, severity: 'error', title, edit: (draft) => draft.write(file, manifest), file, path });

const configMap = (more: object) =>
  [config, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cache-operator' }, ...more }] as const;

const priorityClass = (name: string, value: number) =>
  [priority, { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value }] as const;

const viewers = (roleRef: object, subject: object) =>
  [
    binding,
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'cache-viewers' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view', ...roleRef },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'viewers', ...subject }],
    },
  ] as const;

const policy = 'manifests/metrics_networking.k8s.io_v1_networkpolicy.yaml';

const networkPolicy = (spec: object) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'metrics' },
  spec: { podSelector: {}, ...spec },
});

const update = `${deployment}.strategy.rollingUpdate`;
const preferred = `${pod}.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution`;

/** Fields of pods and other objects that API servers reject, one by one. */
export const apiServerCases: readonly BadCase[] = [
  value('object-value', 'a user less than root', [`${pod}.securityContext.runAsUser`, -1]),
  value('object-value', 'a user of a container less than root', [`${manager}.securityContext.runAsUser`, -1]),
  value('object-value', 'a priority class in capitals', [`${pod}.priorityClassName`, 'system-Critical']),
  value(
    'object-value',
    'a preference without weight',
    [preferred, [{ weight: 0, preference: { matchExpressions: [{ key: 'disk', operator: 'Exists' }] } }]],
    `${preferred}[0].weight`,
  ),
  {
    rule: 'object-value',
    severity: 'error',
    title: 'the mode of a file in decimal',
    edit: (draft) => {
      draft.set(csv, `${pod}.volumes`, [
        { name: 'settings', configMap: { name: 'settings', optional: true, defaultMode: 644 } },
      ]);
      draft.set(csv, `${manager}.volumeMounts`, [{ name: 'settings', mountPath: '/settings' }]);
    },
    file: csv,
    path: `${pod}.volumes[0].configMap.defaultMode`,
    says: /0777 \(octal\)/,
  },
  value(
    'object-value',
    'an update that may neither add nor miss a pod',
    [update, { maxSurge: 0, maxUnavailable: '0%' }],
    `${update}.maxUnavailable`,
  ),
  value('object-value', 'a share without a sign', [update, { maxSurge: '25' }], `${update}.maxSurge`),
  value(
    'object-value',
    'a taint that exists with a value',
    [`${pod}.tolerations`, [{ key: 'dedicated', operator: 'Exists', value: 'caches' }]],
    `${pod}.tolerations[0].operator`,
  ),
  value(
    'object-value',
    'a taint without a name',
    [`${pod}.tolerations`, [{ value: 'caches' }]],
    `${pod}.tolerations[0].operator`,
  ),
  value('object-value', 'an annotation of pods with a space in its name', [
    `${deployment}.template.metadata.annotations`,
    { 'example.com/started by': 'team' },
  ]),
  value(
    'object-choice',
    'a variable with the limit of a resource that there is none of',
    [`${manager}.env`, [{ name: 'LIMIT', valueFrom: { resourceFieldRef: { resource: 'limits.gpu' } } }]],
    `${manager}.env[0].valueFrom.resourceFieldRef.resource`,
  ),
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a key that is mounted outside of its volume',
    edit: (draft) => {
      const items = [{ key: 'settings', path: '../settings' }];
      draft.set(csv, `${pod}.volumes`, [{ name: 'settings', configMap: { name: 'settings', optional: true, items } }]);
      draft.set(csv, `${manager}.volumeMounts`, [{ name: 'settings', mountPath: '/settings' }]);
    },
    file: csv,
    path: `${pod}.volumes[0].configMap.items[0].path`,
  },
  object('object-choice', 'a role of another group', viewers({ apiGroup: 'rbac' }, {}), 'roleRef.apiGroup'),
  object('object-choice', 'rights for a kind that has none', viewers({}, { kind: 'group' }), 'subjects[0].kind'),
  object('object-value', 'a key with a space', configMap({ data: { 'a b': 'c' } }), 'data["a b"]'),
  object(
    'object-value',
    'a key in text and in bytes',
    configMap({ data: { a: 'b' }, binaryData: { a: 'Yg==' } }),
    'data.a',
  ),
  object(
    'object-required',
    'a certificate without its key',
    [
      secret,
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'cache-operator' },
        type: 'kubernetes.io/tls',
        stringData: { 'tls.crt': 'none' },
      },
    ],
    'data["tls.key"]',
  ),
  object(
    'object-choice',
    'an account of a group',
    viewers(
      {},
      {
        kind: 'ServiceAccount',
        name: 'prometheus-k8s',
        namespace: 'monitoring',
      },
    ),
    'subjects[0].apiGroup',
  ),
  object(
    'object-required',
    'a token of no account',
    [
      secret,
      { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'token' }, type: 'kubernetes.io/service-account-token' },
    ],
    'metadata.annotations["kubernetes.io/service-account.name"]',
  ),
  object(
    'object-value',
    'credentials that are not JSON',
    [
      secret,
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'pull' },
        type: 'kubernetes.io/dockerconfigjson',
        stringData: { '.dockerconfigjson': 'user:password' },
      },
    ],
    'stringData[".dockerconfigjson"]',
  ),
  object('object-forbidden', 'a priority above all users', priorityClass('caches', 2_000_000_000), 'value'),
  object(
    'object-forbidden',
    "a priority called like Kubernetes' own",
    priorityClass('system-caches', 5),
    'metadata.name',
  ),
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a budget of fewer pods than none',
    base: 'monitored',
    edit: (draft) => draft.set(budget, 'spec.maxUnavailable', -1),
    file: budget,
    path: 'spec.maxUnavailable',
  },
  ...(
    [
      ['object-required', 'a Service without ports', 'spec.ports', []],
      ['object-forbidden', 'a port of nodes of a Service inside the cluster', 'spec.ports[0].nodePort', 30_080],
      [
        'object-forbidden',
        'addresses for a load balancer of a Service inside the cluster',
        'spec.loadBalancerSourceRanges',
        ['10.0.0.0/8'],
      ],
    ] as const
  ).map(
    ([rule, title, field, given]): BadCase => ({
      rule,
      severity: 'error',
      title,
      base: 'monitored',
      edit: (draft) => draft.set(monitoredService, field, given),
      file: monitoredService,
      path: field,
      also: field === 'spec.ports' ? ['monitor-service'] : [],
    }),
  ),
  {
    rule: 'object-duplicate',
    severity: 'error',
    title: 'two ports of one number',
    base: 'monitored',
    edit: (draft) => draft.append(monitoredService, 'spec.ports', { name: 'metrics', port: 8081 }),
    file: monitoredService,
    path: 'spec.ports[1]',
  },
  {
    rule: 'webhook-path',
    severity: 'error',
    title: 'a webhook whose path has a query',
    base: 'scaffolded',
    edit: (draft) => draft.set(scaffoldedCsv, 'spec.webhookdefinitions[1].webhookPath', '/mutate?dry'),
    file: scaffoldedCsv,
    path: 'spec.webhookdefinitions[1].webhookPath',
  },
  {
    rule: 'field-type',
    severity: 'error',
    title: 'a definition that was created on a day without an hour',
    edit: (draft) => draft.set(crd, 'metadata.creationTimestamp', '2026-01-31'),
    file: crd,
    path: 'metadata.creationTimestamp',
  },
  value('field-type', 'more replicas than fit into 32 bits', [`${deployment}.replicas`, 3_000_000_000]),
  value('choice', 'a policy of stopping that there is none of', [`${manager}.imagePullPolicy`, 'Sometimes']),
  ...(
    [
      [
        'choice',
        'error',
        'for traffic of a direction that there is not',
        { policyTypes: ['Inbound'] },
        'policyTypes[0]',
      ],
      ['field-unknown', 'warning', 'with a misspelt selector', { podSelecter: {} }, 'podSelecter'],
    ] as const
  ).map(
    ([rule, severity, title, spec, path]): BadCase => ({
      rule,
      severity,
      title: `a policy of the network ${title}`,
      edit: (draft) => draft.write(policy, networkPolicy(spec)),
      file: policy,
      path: `spec.${path}`,
      also: ['network-policy'],
    }),
  ),
  {
    rule: 'field-unknown',
    severity: 'error',
    title: 'a misspelt field that a definition has to have',
    edit: (draft) => {
      draft.remove(crd, 'spec.group');
      draft.set(crd, 'spec.gruop', 'cache.example.com');
    },
    file: crd,
    path: 'spec.gruop',
    says: /write group/,
  },
  {
    rule: 'field-missing',
    severity: 'error',
    title: 'a definition without a group',
    edit: (draft) => draft.remove(crd, 'spec.group'),
    file: crd,
    path: 'spec.group',
  },
  {
    rule: 'field-type',
    severity: 'error',
    title: 'a definition that is served in text',
    edit: (draft) => draft.set(crd, 'spec.versions[0].served', 'true'),
    file: crd,
    path: 'spec.versions[0].served',
  },
  {
    rule: 'field-unknown',
    severity: 'warning',
    title: 'a definition with its printed columns in another case',
    edit: (draft) => draft.set(crd, 'spec.versions[0].additionalprintercolumns', []),
    file: crd,
    path: 'spec.versions[0].additionalprintercolumns',
  },
  {
    rule: 'field-unknown',
    severity: 'warning',
    title: 'a definition with its one version from before there were several',
    edit: (draft) => draft.set(crd, 'spec.version', 'v1'),
    file: crd,
    path: 'spec.version',
    says: /remove it/,
  },
  {
    rule: 'definition-schema',
    severity: 'error',
    title: 'a default that its schema rejects, without findings for examples that get it',
    edit: (draft) => draft.set(crd, `${size.replace('size', 'image')}.default`, 5),
    file: crd,
    path: `${size.replace('size', 'image')}.default`,
  },
];

/** Bundles that the tools of catalogs reject. */
export const catalogToolCases: readonly BadCase[] = (['warning', 'error'] as const).map((severity) => ({
  rule: 'release-version',
  severity,
  title: `a version that tools take for none, as ${severity === 'error' ? 'the public catalogs do' : 'a warning'}`,
  edit: (draft) => {
    draft.set(csv, 'spec.version', '0.0.0');
    draft.set(csv, 'metadata.name', 'cache-operator.v0.0.0');
    draft.remove(csv, 'spec.replaces');
  },
  file: csv,
  path: 'spec.version',
  audiences: severity === 'error' ? ['community'] : [],
}));
