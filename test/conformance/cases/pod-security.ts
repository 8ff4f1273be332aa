import type { JsonObject } from '../../../lib/api/index.ts';
import { until } from '../../until.ts';
import { type ConformanceCase, metadataOf, patchTypes, type Session } from '../session.ts';
import { podOf, untilPodsAreAdmitted } from './pod-admission.ts';

const prefix = 'pod-security.kubernetes.io/';

/** Labels the namespace of the case, and waits until a level is enforced. */
async function demand(session: Session, labels: Readonly<Record<string, string>>): Promise<void> {
  await untilPodsAreAdmitted(session);
  const named = Object.fromEntries(Object.entries(labels).map(([name, value]) => [prefix + name, value]));
  await session.patch('merge', `/api/v1/namespaces/${session.namespace}`, { metadata: { labels: named } });
  if (labels.enforce === undefined) return;
  const probe = podOf('probe', { hostPID: true });
  await session.untilResponse(
    'the level is known',
    'POST',
    `${session.path('pods')}?dryRun=All`,
    probe,
    (_, status) => {
      return status === 403;
    },
  );
}

/** Creates pods, and waits until admission, which has a cache of pods, would warn of the last one. */
async function present(session: Session, ...pods: readonly JsonObject[]): Promise<void> {
  await untilPodsAreAdmitted(session);
  for (const pod of pods) await session.unrecorded('POST', session.path('pods'), pod);
  const { name } = metadataOf(pods.at(-1) ?? {});
  const path = `/api/v1/namespaces/${session.namespace}?dryRun=All`;
  const body = { metadata: { labels: { [`${prefix}enforce`]: 'restricted' } } };
  await until(`admission has seen the pod ${name}`, async () => {
    const { warnings } = await session.unrecorded('PATCH', path, body, { contentType: patchTypes.merge });
    return warnings.some((warning) => warning.startsWith(String(name)));
  });
}

function contexts(pod: JsonObject, container: JsonObject): JsonObject {
  return { securityContext: pod, containers: [{ name: 'c', image: 'i', securityContext: container }] };
}

function two(container: JsonObject): JsonObject {
  return { containers: ['a', 'b'].map((name) => ({ name, image: 'i', ...container })) };
}

const restrictedContainer = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
const restrictedPod = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
const parameters = [
  'kernel.x',
  'net.core.y',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_keepalive_time',
  'kernel.shm_rmid_forced',
];

/** Title → the spec of a pod. */
const specs: Readonly<Record<string, JsonObject>> = {
  'that demands nothing': {},
  'of three containers': { ...two({}), initContainers: [{ name: 'x', image: 'i' }] },
  'with privileged containers': two({ securityContext: { privileged: true } }),
  'with further capabilities': contexts({}, { capabilities: { add: ['NET_ADMIN', 'CHOWN', 'ZZ'] } }),
  'with capabilities in place of all': two({ securityContext: { capabilities: { add: ['SYS_TIME'], drop: ['ALL'] } } }),
  'in namespaces of the host': { hostNetwork: true, hostPID: true, hostIPC: true },
  'with paths of the host': { volumes: ['v', 'w'].map((name) => ({ name, hostPath: { path: '/x' } })) },
  'with a volume of a server': { volumes: [{ name: 'v', nfs: { server: 'x', path: '/x' } }] },
  'with volumes of two kinds': {
    volumes: [
      { name: 'v', nfs: { server: 'x', path: '/x' } },
      { name: 'w', hostPath: { path: '/x' } },
      { name: 'x', emptyDir: {} },
    ],
  },
  'with ports of the host': {
    containers: ['a', 'b'].map((name, index) => ({
      name,
      image: 'i',
      ports: [{ containerPort: 80, hostPort: 80 + index }],
    })),
  },
  'with probes of hosts': {
    containers: [
      {
        name: 'c',
        image: 'i',
        livenessProbe: { httpGet: { host: 'h', port: 80 } },
        lifecycle: { preStop: { tcpSocket: { host: 'g', port: 80 } } },
      },
    ],
  },
  'with an unmasked /proc': { hostUsers: false, ...contexts({}, { procMount: 'Unmasked' }) },
  'with SELinux options': contexts(
    { seLinuxOptions: { type: 'x', user: 'u' } },
    { seLinuxOptions: { role: 'r', type: 'y' } },
  ),
  'with an SELinux user': contexts({ seLinuxOptions: { user: 'u' } }, { seLinuxOptions: { type: 'container_t' } }),
  'without filters of system calls': contexts(
    { seccompProfile: { type: 'Unconfined' } },
    { seccompProfile: { type: 'Unconfined' } },
  ),
  'with parameters of the kernel': { securityContext: { sysctls: parameters.map((name) => ({ name, value: '1' })) } },
  'without AppArmor': contexts(
    { appArmorProfile: { type: 'Unconfined' } },
    { appArmorProfile: { type: 'Unconfined' } },
  ),
  'of root': contexts({ runAsUser: 0, runAsNonRoot: false }, { runAsUser: 0, runAsNonRoot: false }),
  'of root in namespaces of its own': {
    hostUsers: false,
    ...contexts({ runAsUser: 0, seccompProfile: { type: 'Localhost', localhostProfile: 'x' } }, restrictedContainer),
  },
  'that is restricted': contexts(restrictedPod, restrictedContainer),
  'that binds low ports': contexts(restrictedPod, {
    ...restrictedContainer,
    capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] },
  }),
  'of Windows': { os: { name: 'windows' }, securityContext: { runAsNonRoot: true } },
};

const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };

/** Pod Security. */
export const podSecurityCases: readonly ConformanceCase[] = [
  ...['baseline', 'restricted'].map((level) => ({
    title: `enforces the level ${level}`,
    run: async (session: Session) => {
      await demand(session, { enforce: level });
      for (const [title, spec] of Object.entries(specs)) {
        const name = title
          .replaceAll(/[^a-z]+/g, '-')
          .replaceAll(/^-|-$/g, '')
          .toLowerCase();
        const { body, status } = await session.unrecorded('POST', session.path('pods'), podOf(name, spec));
        session.note(`a pod ${title}`, status === 201 ? status : body);
      }
    },
  })),
  {
    title: 'enforces the level of a version',
    run: async (session) => {
      await demand(session, { enforce: 'restricted', 'enforce-version': 'v1.35' });
      await session.post(session.path('pods'), podOf('p'));
    },
  },
  {
    title: 'warns of pods and templates beyond a level',
    run: async (session) => {
      await demand(session, { warn: 'restricted' });
      await session.untilWarned('the level is known', 'POST', `${session.path('pods')}?dryRun=All`, podOf('probe'));
      await session.post(session.path('pods'), podOf('p'));
      const spec = { replicas: 0, selector: { matchLabels: { app: 'a' } }, template };
      await session.post(session.path('apps/v1/deployments'), { metadata: { name: 'a' }, spec });
      const jobTemplate = { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } };
      await session.post(session.path('batch/v1/cronjobs'), {
        metadata: { name: 'a' },
        spec: { schedule: '1 1 1 1 *', suspend: true, jobTemplate },
      });
    },
  },
  {
    title: 'warns of present pods when a namespace demands more',
    run: async (session) => {
      await present(session, podOf('a'), podOf('b'), podOf('c'), podOf('d', { hostPID: true }));
      await demand(session, { enforce: 'restricted' });
    },
  },
  {
    title: 'checks a pod again only if its images change',
    run: async (session) => {
      await present(session, podOf('p'));
      await demand(session, { enforce: 'restricted' });
      const pod = session.path('pods', 'p');
      await session.patch('strategic', pod, { spec: { containers: [{ name: 'c', image: 'j' }] } });
      const { status } = await session.unrecorded(
        'PATCH',
        pod,
        { metadata: { labels: { a: 'b' } } },
        {
          contentType: 'application/merge-patch+json',
        },
      );
      session.note('the status of another label', status);
    },
  },
  {
    title: 'refuses labels that name no level or version',
    run: async (session) => {
      for (const [name, labels] of [
        ['a', { [`${prefix}warn`]: 'bad' }],
        ['b', { [`${prefix}enforce`]: 'none', [`${prefix}enforce-version`]: '1.3' }],
        ['c', { [`${prefix}audit-version`]: 'v1.01' }],
      ] as const) {
        await session.post('/api/v1/namespaces', { metadata: { name: `security-${name}`, labels } });
      }
      const path = `/api/v1/namespaces/${session.namespace}`;
      await session.patch('merge', path, { metadata: { labels: { [`${prefix}enforce`]: 'none' } } });
    },
  },
];
