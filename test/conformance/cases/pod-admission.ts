import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceCase, Session } from '../session.ts';

/** Returns a pod. @param container - further fields of its container */
export function podOf(name: string, spec: JsonObject = {}, container: JsonObject = {}): JsonObject {
  return { metadata: { name }, spec: { containers: [{ name: 'c', image: 'i', ...container }], ...spec } };
}

/** Waits until the namespace of the case has its ServiceAccount. */
export async function untilPodsAreAdmitted(session: Session): Promise<void> {
  const account = session.path('serviceaccounts', 'default');
  await session.until('the namespace has its ServiceAccount', account, (_, status) => status === 200);
}

/** Returns the case that creates a pod of each spec. */
function created(title: string, specs: readonly JsonObject[], before?: (session: Session) => Promise<void>) {
  return {
    title,
    run: async (session: Session) => {
      await untilPodsAreAdmitted(session);
      await before?.(session);
      for (const [index, spec] of specs.entries()) await session.post(session.path('pods'), podOf(`p${index}`, spec));
    },
  };
}

const amounts = { cpu: '1', memory: '1Gi' };
const tokenMount = { name: 'v', mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' };
const secretVolume = (secretName: string) => ({ volumes: [{ name: 'v', secret: { secretName } }] });
const variable = {
  containers: [{ name: 'c', image: 'i', env: [{ name: 'V', valueFrom: { secretKeyRef: { name: 'x', key: 'k' } } }] }],
};

/** The fields that plugins of the API server give to new pods, and the pods that they refuse. */
export const podAdmissionCases: readonly ConformanceCase[] = [
  created('gives a pod its ServiceAccount and the volume of its token', [
    {},
    { initContainers: [{ name: 'x', image: 'i' }] },
    { automountServiceAccountToken: false },
    { containers: [{ name: 'c', image: 'i', volumeMounts: [tokenMount] }], volumes: [{ name: 'v', emptyDir: {} }] },
    { volumes: [{ name: 'kube-api-access-other', emptyDir: {} }] },
  ]),
  created('refuses a pod whose ServiceAccount is absent', [{ serviceAccountName: 'none' }]),
  created(
    'follows the ServiceAccount of a pod',
    [
      { serviceAccountName: 'own' },
      { serviceAccountName: 'own', automountServiceAccountToken: true, imagePullSecrets: [{ name: 'x' }] },
      { serviceAccountName: 'own', ...secretVolume('listed') },
      { serviceAccountName: 'own', ...secretVolume('other') },
      { serviceAccountName: 'own', ...variable },
    ],
    async (session) => {
      await session.unrecorded('POST', session.path('serviceaccounts'), {
        metadata: { name: 'own', annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } },
        automountServiceAccountToken: false,
        imagePullSecrets: [{ name: 'pull' }],
        secrets: [{ name: 'listed' }],
      });
    },
  ),
  {
    title: 'names a pod without a name in a refusal',
    run: async (session) => {
      const { spec } = podOf('p', { serviceAccountName: 'none' });
      await session.post(session.path('pods'), { metadata: { generateName: 'p-' }, spec: spec ?? {} });
      await session.post(session.path('pods'), { metadata: {}, spec: spec ?? {} });
    },
  },
  created('takes the quality of service of a pod from its own resources', [
    { resources: { requests: amounts, limits: amounts } },
    { resources: { requests: amounts } },
    { resources: { requests: { ...amounts, cpu: '500m' }, limits: amounts } },
    {
      resources: { requests: amounts, limits: amounts },
      containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '10m' } } }],
    },
  ]),
  {
    title: 'takes a negative grace period of a pod as a second',
    run: async (session) => {
      await untilPodsAreAdmitted(session);
      await session.post(session.path('pods'), podOf('p', { nodeName: 'absent' }));
      await session.delete(session.path('pods', 'p'), { gracePeriodSeconds: -5 });
    },
  },
  created('gives a pod the priority of its class', [
    { priorityClassName: 'system-node-critical' },
    { priorityClassName: 'system-none' },
    { priority: 5 },
    { priority: 0 },
    { preemptionPolicy: 'Never' },
  ]),
  {
    title: 'has the priority classes of the system',
    run: async (session) => {
      for (const name of ['system-cluster-critical', 'system-node-critical'])
        await session.get(`/apis/scheduling.k8s.io/v1/priorityclasses/${name}`);
    },
  },
  {
    title: 'gives a pod the default priority class, of which there is one',
    run: async (session) => {
      await untilPodsAreAdmitted(session);
      const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';
      const usual = { value: 10, globalDefault: true, preemptionPolicy: 'Never' };
      await session.post(classes, { metadata: { name: 'usual' }, ...usual });
      const pods = `${session.path('pods')}?dryRun=All`;
      await session.untilResponse('the class is the default', 'POST', pods, podOf('probe'), ({ spec }) => {
        return JSON.stringify(spec ?? '').includes('"priority":10');
      });
      await session.post(session.path('pods'), podOf('p'));
      await session.post(session.path('pods'), podOf('q', { preemptionPolicy: 'PreemptLowerPriority' }));
      await session.post(classes, { metadata: { name: 'second' }, ...usual });
      await session.unrecorded('DELETE', `${classes}/usual`);
      await session.untilResponse('the class is gone', 'POST', pods, podOf('probe'), ({ spec }) => {
        return spec !== undefined && !JSON.stringify(spec).includes('"priority":10');
      });
    },
  },
  {
    title: 'refuses priority classes beyond those of users',
    run: async (session) => {
      const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';
      await session.post(classes, { metadata: { name: 'system-own' }, value: 1 });
      await session.post(classes, { metadata: { name: 'large' }, value: 1_000_000_001 });
    },
  },
  created('refuses a pod of an absent runtime class, and overhead without one', [
    { runtimeClassName: 'none' },
    { overhead: { cpu: '1' } },
  ]),
  {
    title: 'gives a pod what its runtime class demands',
    run: async (session) => {
      await untilPodsAreAdmitted(session);
      const classes = '/apis/node.k8s.io/v1/runtimeclasses';
      await session.post(classes, {
        metadata: { name: 'sandbox' },
        handler: 'sandbox',
        overhead: { podFixed: { cpu: '100m' } },
        scheduling: { nodeSelector: { kind: 'sandbox' }, tolerations: [{ key: 'sandbox', operator: 'Exists' }] },
      });
      const specs = [{}, { overhead: { cpu: '1' } }, { nodeSelector: { kind: 'x' } }, { nodeSelector: { zone: 'x' } }];
      for (const [index, spec] of specs.entries()) {
        await session.post(session.path('pods'), podOf(`p${index}`, { runtimeClassName: 'sandbox', ...spec }));
      }
      await session.unrecorded('DELETE', `${classes}/sandbox`);
    },
  },
];
