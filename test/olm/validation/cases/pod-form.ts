import type { BadCase } from '../corpus/bad-case.ts';
import type { BundleDraft } from '../corpus/bundle-draft.ts';
import { csv } from '../corpus/minimal-bundle.ts';
import { scaffoldedCsv } from '../corpus/scaffolded-bundle.ts';

const deployment = 'spec.install.spec.deployments[0].spec';
const pod = `${deployment}.template.spec`;
const manager = `${pod}.containers[0]`;
const ports = `${manager}.ports`;
const [affinity, nodes] = [
  `${pod}.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution`,
  `${pod}.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution`,
];

/** Fields of a pod that don't go together. @param path - the place of the finding, if not the first field */
const pods = (
  rule: string,
  title: string,
  fields: Readonly<Record<string, unknown>>,
  path = Object.keys(fields)[0] ?? '',
): BadCase => ({
  rule,
  severity: 'error',
  title,
  edit: (draft) => {
    for (const [field, given] of Object.entries(fields)) draft.set(csv, field, given);
  },
  file: csv,
  path,
});

const mounted = (
  rule: string,
  title: string,
  [volume, mount]: readonly [volume: object, mount: object],
  path: string,
): BadCase =>
  pods(
    rule,
    title,
    {
      [`${pod}.volumes`]: [{ name: 'added', ...volume }],
      [`${manager}.volumeMounts`]: [{ name: 'added', mountPath: '/added', ...mount }],
    },
    path,
  );

const settings = (draft: BundleDraft) =>
  draft.write('manifests/settings_v1_configmap.yaml', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings' },
    data: { level: 'info' },
  });

/** Combinations of fields that API servers reject, and volumes that kubelets reject. */
export const podFormCases: readonly BadCase[] = [
  pods(
    'object-required',
    'a probe by a command of no words',
    { [`${manager}.livenessProbe`]: { exec: { command: [] } } },
    `${manager}.livenessProbe.exec.command`,
  ),
  pods(
    'object-duplicate',
    'two ports at one of the node',
    {
      [ports]: [
        { name: 'health', containerPort: 8081, hostPort: 8081 },
        { name: 'metrics', containerPort: 8080, hostPort: 8081 },
      ],
    },
    `${ports}[1].hostPort`,
  ),
  pods('object-value', 'another port in the network of the node', {
    [`${ports}[0].hostPort`]: 9081,
    [`${pod}.hostNetwork`]: true,
  }),
  pods(
    'object-required',
    'pods to be far from by no value',
    { [affinity]: [{ topologyKey: 'zone', labelSelector: { matchExpressions: [{ key: 'app', operator: 'In' }] } }] },
    `${affinity}[0].labelSelector.matchExpressions[0].values`,
  ),
  pods(
    'object-forbidden',
    'nodes with a label of any value, and one',
    { [nodes]: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'disk', operator: 'Exists', values: ['ssd'] }] }] } },
    `${nodes}.nodeSelectorTerms[0].matchExpressions[0].values`,
  ),
  pods('object-value', 'less time than a pod has to be ready', {
    [`${deployment}.progressDeadlineSeconds`]: 5,
    [`${deployment}.minReadySeconds`]: 10,
  }),
  pods('object-required', 'no DNS at all', { [`${pod}.dnsPolicy`]: 'None' }, `${pod}.dnsConfig`),
  mounted(
    'object-choice',
    'a file with the address of the pod',
    [
      {
        downwardAPI: {
          items: [{ path: 'ip', fieldRef: { fieldPath: 'status.podIP' } }],
        },
      },
      {},
    ],
    `${pod}.volumes[0].downwardAPI.fieldRef.fieldPath`,
  ),
  mounted(
    'object-value',
    'a token for a minute',
    [
      {
        projected: {
          sources: [{ serviceAccountToken: { path: 'token', expirationSeconds: 60 } }],
        },
      },
      {},
    ],
    `${pod}.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds`,
  ),
  mounted(
    'volume-medium',
    'a directory in memory in lower case',
    [{ emptyDir: { medium: 'memory' } }, {}],
    `${pod}.volumes[0].emptyDir.medium`,
  ),
  mounted(
    'volume-sub-path-variable',
    'a part of a volume by a variable that there is not',
    [{ emptyDir: {} }, { subPathExpr: 'pods/$(POD_NAM)' }],
    `${manager}.volumeMounts[0].subPathExpr`,
  ),
  pods(
    'resource-container',
    'the limit of a container that there is not',
    {
      [`${manager}.env`]: [
        { name: 'LIMIT', valueFrom: { resourceFieldRef: { containerName: 'managers', resource: 'limits.cpu' } } },
      ],
    },
    `${manager}.env[0].valueFrom.resourceFieldRef.containerName`,
  ),
  {
    rule: 'volume-sub-path-key',
    severity: 'warning',
    title: 'a key that its ConfigMap lacks, as a file',
    edit: (draft) => {
      settings(draft);
      draft.set(csv, `${pod}.volumes`, [{ name: 'settings', configMap: { name: 'settings' } }]);
      draft.set(csv, `${manager}.volumeMounts`, [{ name: 'settings', mountPath: '/level', subPath: 'levels' }]);
    },
    file: csv,
    path: `${manager}.volumeMounts[0].subPath`,
  },
  {
    rule: 'argument-certificate-name',
    severity: 'warning',
    title: 'a certificate of another name than OLM’s',
    base: 'scaffolded',
    edit: (draft) => draft.append(scaffoldedCsv, `${manager}.args`, '--webhook-cert-name', 'cert.pem'),
    file: scaffoldedCsv,
    path: `${manager}.args[5]`,
  },
];
