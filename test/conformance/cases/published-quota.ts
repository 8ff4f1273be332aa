import { isJsonObject, isSameJson, type JsonObject } from '../../../lib/api/index.ts';
import { type ConformanceCase, objectOf, patchTypes, type Session } from '../session.ts';
import { podOf, untilPodsAreAdmitted } from './pod-admission.ts';
import { counted, limit, removed } from './quota.ts';
import { configMap } from './sample.ts';

const labels = { app: 'a' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };

interface CountedKind {
  readonly resource: string;
  readonly hard: string;
  /** The number of such objects that each namespace has. */
  readonly present: number;
  readonly object: JsonObject;
}

/** Kinds whose objects quotas count. */
const countedKinds: Readonly<Record<string, CountedKind>> = {
  ConfigMaps: { resource: 'configmaps', hard: 'configmaps', present: 1, object: configMap('a') },
  Secrets: { resource: 'secrets', hard: 'secrets', present: 0, object: { metadata: { name: 'a' } } },
  ReplicationControllers: {
    resource: 'replicationcontrollers',
    hard: 'replicationcontrollers',
    present: 0,
    object: { metadata: { name: 'a' }, spec: { replicas: 0, selector: labels, template } },
  },
  ReplicaSets: {
    resource: 'apps/v1/replicasets',
    hard: 'count/replicasets.apps',
    present: 0,
    object: { metadata: { name: 'a' }, spec: { replicas: 0, selector: { matchLabels: labels }, template } },
  },
};

function lifeOf(kind: string, { resource, hard, present, object }: CountedKind): ConformanceCase {
  return {
    title: `captures the life of ${kind}`,
    run: async (session) => {
      const certificate = session.path('configmaps', 'kube-root-ca.crt');
      await session.until('the namespace has its certificate', certificate, (_, status) => status === 200);
      await limit(session, 'q', { [hard]: String(present + 1) });
      await counted(session, 'q', hard, String(present));
      await session.postForStatus(session.path(resource), object);
      await counted(session, 'q', hard, String(present + 1));
      await session.postForStatus(session.path(resource), { ...object, metadata: { name: 'b' } });
      await removed(session, session.path(resource, 'a'));
      await counted(session, 'q', hard, String(present));
    },
  };
}

const resources = (requests: JsonObject, limits: JsonObject = {}) => ({ resources: { requests, limits } });

async function pods(session: Session, ...made: readonly JsonObject[]): Promise<void> {
  await untilPodsAreAdmitted(session);
  for (const pod of made) await session.postForStatus(session.path('pods'), pod);
}

/** Repeats a patch until the API server's cache shows the quota without a deleted object. */
async function untilPatched(session: Session, path: string, body: JsonObject): Promise<void> {
  await session.untilResponse('the quota has room', 'PATCH', path, body, (_, status) => status === 200);
}

function service(name: string, type: string, ports: number): JsonObject {
  const list = Array.from({ length: ports }, (_, index) => ({ name: `p${index}`, port: 80 + index }));
  return { metadata: { name }, spec: { type, ports: list } };
}

function claim(name: string, storageClassName: string, storage: string): JsonObject {
  const spec = { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage } } };
  return { metadata: { name }, spec };
}

/** Kubernetes' conformance tests of quotas, and what they leave out. */
export const publishedQuotaCases: readonly ConformanceCase[] = [
  ...Object.entries(countedKinds).map(([kind, content]) => lifeOf(kind, content)),
  {
    title: 'manages the life of a quota',
    run: async (session) => {
      const path = session.path('resourcequotas', 'q');
      await limit(session, 'q', { cpu: '1', memory: '500Mi' });
      await counted(session, 'q', 'cpu', '0');
      await session.unrecorded(
        'PATCH',
        path,
        { spec: { hard: { cpu: '2', memory: '1Gi' } } },
        {
          contentType: patchTypes.merge,
        },
      );
      const isCounted = ({ spec, status }: JsonObject) =>
        isJsonObject(spec) && isJsonObject(status) && isSameJson(spec.hard ?? {}, status.hard ?? {});
      await session.until('the limits are those of the spec', path, isCounted);
      await counted(session, 'q', 'cpu', '0');
      await session.unrecorded('DELETE', path);
      await session.get(path);
    },
  },
  {
    title: 'lists quotas by labels, and deletes them',
    run: async (session) => {
      const [path, selected] = [session.path('resourcequotas'), '?labelSelector=test%3Dyes'];
      const metadata = { name: 'q', labels: { test: 'yes' } };
      await session.unrecorded('POST', path, { metadata, spec: { hard: { cpu: '500m' } } });
      await counted(session, 'q', 'cpu', '0');
      await session.unrecorded('DELETE', `${path}${selected}`);
      await session.until('no quota is left', `${path}${selected}`, ({ items }) => isSameJson(items ?? null, []));
    },
  },
  {
    title: 'changes the status of a quota',
    run: async (session) => {
      const path = session.path('resourcequotas', 'q');
      await limit(session, 'q', { cpu: '500m', memory: '500Mi' });
      for (const hard of [
        { cpu: '600m', memory: '500Mi' },
        { cpu: '1', memory: '1Gi' },
      ]) {
        const response = await session.unrecorded(
          'PATCH',
          `${path}/status`,
          { status: { hard } },
          {
            contentType: patchTypes.merge,
          },
        );
        session.note('the changed status', objectOf(response).status ?? null);
      }
    },
  },
  {
    title: 'captures the life of pods',
    run: async (session) => {
      const device = 'requests.example.com/dongle';
      const storage = 'ephemeral-storage';
      await limit(session, 'q', { pods: '5', cpu: '1', memory: '500Mi', [storage]: '50Gi', [device]: '3' });
      const dongles = (count: string) => ({ 'example.com/dongle': count });
      const requests = { cpu: '500m', memory: '252Mi', [storage]: '30Gi', ...dongles('2') };
      await pods(session, podOf('a', {}, resources(requests, dongles('2'))));
      await counted(session, 'q', 'pods', '1');
      const small = { cpu: '100m', memory: '100Mi', [storage]: '1Gi' };
      await pods(
        session,
        podOf('b', {}, resources({ ...small, cpu: '600m', memory: '100Mi' })),
        podOf('b', {}, resources({ ...small, ...dongles('2') }, dongles('2'))),
        podOf('b', {}, resources({ ...small, [storage]: '30Gi' })),
        podOf('b', {}, resources({ cpu: '100m' })),
      );
      await counted(session, 'q', 'pods', '1');
      await removed(session, session.path('pods', 'a'));
      await counted(session, 'q', 'pods', '0');
    },
  },
  {
    title: 'sums requests and limits of all containers',
    run: async (session) => {
      await limit(session, 'q', {
        'count/pods': '4',
        'requests.cpu': '2',
        'limits.cpu': '3',
        'requests.memory': '1Gi',
        'limits.memory': '2Gi',
        'limits.ephemeral-storage': '4Gi',
        'hugepages-2Mi': '8Mi',
      });
      const cpu = (amount: string) => ({ cpu: amount, memory: '100Mi' });
      await pods(
        session,
        podOf(
          'a',
          { initContainers: [{ name: 'x', image: 'i', ...resources(cpu('1'), cpu('2')) }] },
          resources(cpu('250m'), cpu('500m')),
        ),
        podOf('b', {}, { resources: { limits: { ...cpu('1500m'), 'ephemeral-storage': '1Gi' } } }),
        podOf('c', {}, { resources: { limits: cpu('1') } }),
        podOf('d', {}, { resources: { limits: { ...cpu('100m'), 'hugepages-2Mi': '4Mi' } } }),
        podOf('e', {}, { resources: { limits: { ...cpu('100m'), 'hugepages-2Mi': '6Mi' } } }),
        podOf('f', { initContainers: [{ name: 'x', image: 'i' }] }, { resources: { limits: { cpu: '100m' } } }),
      );
      await counted(session, 'q', 'count/pods', '2');
    },
  },
  {
    title: 'captures the life of services',
    run: async (session) => {
      await limit(session, 'q', { services: '3', 'services.nodeports': '2', 'services.loadbalancers': '1' });
      const path = session.path('services');
      await session.postForStatus(path, service('cluster', 'ClusterIP', 1));
      await session.postForStatus(path, service('node', 'NodePort', 1));
      await counted(session, 'q', 'services', '2');
      await session.postForStatus(path, service('two', 'NodePort', 2));
      await session.postForStatus(path, service('balanced', 'LoadBalancer', 1));
      await session.postForStatus(path, service('more', 'ClusterIP', 1));
      await counted(session, 'q', 'services', '3');
      await removed(session, `${path}/balanced`);
      await counted(session, 'q', 'services', '2');
      await untilPatched(session, `${path}/cluster`, { spec: { type: 'LoadBalancer' } });
      await counted(session, 'q', 'services.loadbalancers', '1');
    },
  },
  {
    title: 'captures the life of claims',
    run: async (session) => {
      const ofGold = 'gold.storageclass.storage.k8s.io/';
      await limit(session, 'q', {
        persistentvolumeclaims: '3',
        'requests.storage': '10Gi',
        [`${ofGold}requests.storage`]: '5Gi',
        [`${ofGold}persistentvolumeclaims`]: '1',
      });
      const path = session.path('persistentvolumeclaims');
      await session.postForStatus(path, claim('a', 'gold', '4Gi'));
      await session.postForStatus(path, claim('b', 'gold', '1Gi'));
      await session.postForStatus(path, claim('b', 'bronze', '7Gi'));
      await session.postForStatus(path, claim('b', 'bronze', '1500Mi'));
      await counted(session, 'q', 'persistentvolumeclaims', '2');
    },
  },
  {
    title: 'has the scopes BestEffort and NotBestEffort',
    run: async (session) => {
      await limit(session, 'best', { pods: '1' }, { scopes: ['BestEffort'] });
      await limit(session, 'other', { pods: '1' }, { scopes: ['NotBestEffort'] });
      await pods(session, podOf('best'));
      await counted(session, 'best', 'pods', '1');
      await counted(session, 'other', 'pods', '0');
      await pods(session, podOf('second'), podOf('burst', {}, resources({ cpu: '500m' })));
      await counted(session, 'other', 'pods', '1');
      await removed(session, session.path('pods', 'best'));
      await counted(session, 'best', 'pods', '0');
    },
  },
  {
    title: 'has the scopes Terminating and NotTerminating',
    run: async (session) => {
      const hard = { pods: '1', 'requests.cpu': '1', 'limits.cpu': '2' };
      await limit(session, 'ending', hard, { scopes: ['Terminating'] });
      await limit(session, 'lasting', hard, { scopes: ['NotTerminating'] });
      const amounts = resources({ cpu: '500m' }, { cpu: '1' });
      await pods(session, podOf('lasting', {}, amounts));
      await counted(session, 'lasting', 'pods', '1');
      await counted(session, 'ending', 'pods', '0');
      await pods(session, podOf('ending', { activeDeadlineSeconds: 3_600 }, amounts));
      await counted(session, 'ending', 'pods', '1');
      const deadline = { spec: { activeDeadlineSeconds: 60 } };
      await session.patch('merge', session.path('pods', 'lasting'), deadline);
      await removed(session, session.path('pods', 'ending'));
      await counted(session, 'ending', 'pods', '0');
      await untilPatched(session, session.path('pods', 'lasting'), deadline);
      await counted(session, 'ending', 'pods', '1');
    },
  },
  {
    title: 'selects pods by their priority classes',
    run: async (session) => {
      const selector = (operator: string, ...values: readonly string[]) => ({
        scopeSelector: {
          matchExpressions: [{ scopeName: 'PriorityClass', operator, ...(values.length > 0 && { values }) }],
        },
      });
      await limit(session, 'in', { pods: '1' }, selector('In', 'system-node-critical'));
      await limit(session, 'out', { pods: '2' }, selector('NotIn', 'system-node-critical'));
      await limit(session, 'any', { pods: '3' }, selector('Exists'));
      await limit(session, 'none', { pods: '2' }, selector('DoesNotExist'));
      const priorityClassName = 'system-node-critical';
      await pods(session, podOf('a', { priorityClassName }), podOf('b', { priorityClassName }), podOf('c'));
      await counted(session, 'in', 'pods', '1');
      await counted(session, 'out', 'pods', '1');
      await counted(session, 'any', 'pods', '1');
      await counted(session, 'none', 'pods', '1');
    },
  },
];
