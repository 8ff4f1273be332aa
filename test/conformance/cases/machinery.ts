import { isJsonObject, type JsonObject } from '../../../lib/api/index.ts';
import { type ConformanceCase, objectOf, patchTypes, type Session } from '../session.ts';

/** A kind on which all operations are done. */
interface Operated {
  readonly path: string;
  readonly object: JsonObject;
  readonly change: JsonObject;
}

const clientConfig = { url: 'https://127.0.0.1:1/' };
const webhook = {
  name: 'a.example.com',
  clientConfig,
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  failurePolicy: 'Ignore',
  rules: [{ apiGroups: ['absent.example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['absent'] }],
};
const matchConstraints = {
  resourceRules: [
    { apiGroups: ['absent.example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['absent'] },
  ],
};

/** Cluster-scoped kinds, each with an object that no other case uses. */
const operated: Readonly<Record<string, Operated>> = {
  PriorityLevelConfigurations: {
    path: '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations',
    object: {
      metadata: { name: 'machinery' },
      spec: { type: 'Limited', limited: { nominalConcurrencyShares: 2, limitResponse: { type: 'Reject' } } },
    },
    change: { metadata: { annotations: { patched: 'true' } }, spec: { limited: { nominalConcurrencyShares: 4 } } },
  },
  ValidatingWebhookConfigurations: {
    path: '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
    object: { metadata: { name: 'machinery' }, webhooks: [webhook] },
    change: { metadata: { labels: { patched: 'true' } } },
  },
  MutatingWebhookConfigurations: {
    path: '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations',
    object: { metadata: { name: 'machinery' }, webhooks: [webhook] },
    change: { metadata: { labels: { patched: 'true' } } },
  },
  ValidatingAdmissionPolicyBindings: {
    path: '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings',
    object: {
      metadata: { name: 'machinery' },
      spec: { policyName: 'absent', validationActions: ['Deny'], matchResources: matchConstraints },
    },
    change: { metadata: { labels: { patched: 'true' } } },
  },
  MutatingAdmissionPolicyBindings: {
    path: '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings',
    object: { metadata: { name: 'machinery' }, spec: { policyName: 'absent', matchResources: matchConstraints } },
    change: { metadata: { labels: { patched: 'true' } } },
  },
  MutatingAdmissionPolicies: {
    path: '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies',
    object: {
      metadata: { name: 'machinery' },
      spec: {
        matchConstraints,
        reinvocationPolicy: 'Never',
        mutations: [
          {
            patchType: 'ApplyConfiguration',
            applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"a": "b"}}}' },
          },
        ],
      },
    },
    change: { metadata: { labels: { patched: 'true' } } },
  },
  ClusterRoles: {
    path: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
    object: { metadata: { name: 'machinery' }, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
    change: { metadata: { labels: { patched: 'true' } } },
  },
  IngressClasses: {
    path: '/apis/networking.k8s.io/v1/ingressclasses',
    object: { metadata: { name: 'machinery' }, spec: { controller: 'example.com/c' } },
    change: { metadata: { labels: { patched: 'true' } } },
  },
  RuntimeClasses: {
    path: '/apis/node.k8s.io/v1/runtimeclasses',
    object: { metadata: { name: 'machinery' }, handler: 'h' },
    change: { metadata: { labels: { patched: 'true' } } },
  },
};

/** Does all operations on an object of a kind. */
async function operate(session: Session, { path, object, change }: Operated): Promise<void> {
  const name = (object.metadata as { name: string }).name;
  const created = objectOf(await session.post(path, object));
  const { resourceVersion } = created.metadata as { resourceVersion: string };
  await session.post(path, object);
  await session.get(`${path}/${name}`);
  await session.get(`${path}?fieldSelector=metadata.name%3D${name}`);
  await session.patch('merge', `${path}/${name}`, change);
  await session.put(`${path}/${name}`, { ...object, metadata: { name, resourceVersion } });
  const live = objectOf(await session.get(`${path}/${name}`));
  await session.put(`${path}/${name}`, {
    ...live,
    metadata: { ...(live.metadata as JsonObject), labels: { put: 'true' } },
  });
  await session.watch(`${path}?watch=1&resourceVersion=${resourceVersion}&fieldSelector=metadata.name%3D${name}`, 2);
  await session.delete(`${path}/${name}`);
  await session.get(`${path}/${name}`);
}

const condition = { status: 'True', reason: 'E2E', message: 'Set', lastTransitionTime: '2020-01-02T03:04:05Z' };

/** The steps of Kubernetes' own conformance tests that other topics don't have. */
export const machineryCases: readonly ConformanceCase[] = [
  ...Object.entries(operated).map(
    ([kind, content]): ConformanceCase => ({
      title: `does all operations on ${kind}`,
      run: (session) => operate(session, content),
    }),
  ),
  {
    title: 'does all operations on ValidatingAdmissionPolicies',
    run: async (session) => {
      const path = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';
      const body = {
        metadata: { name: 'machinery' },
        spec: { matchConstraints, validations: [{ expression: 'true' }] },
      };
      // A controller of the real server writes to the status meanwhile.
      const noted = async (method: string, place: string, sent?: JsonObject, contentType = 'application/json') => {
        const response = await session.unrecorded(method, place, sent, { contentType });
        const { spec = null, metadata, items } = objectOf(response);
        const { labels = null, generation = null } = isJsonObject(metadata) ? metadata : {};
        const count = Array.isArray(items) ? items.length : null;
        session.note(`${method} ${place}`, { status: response.status, spec, labels, generation, count });
      };
      const object = `${path}/machinery`;
      await noted('POST', path, body);
      await noted('GET', object);
      await noted('GET', `${path}?fieldSelector=metadata.name%3Dmachinery`);
      await noted('PATCH', object, { metadata: { labels: { patched: 'true' } } }, patchTypes.merge);
      await noted('PATCH', `${object}/status`, { metadata: { labels: { status: 'true' } } }, patchTypes.merge);
      const change = { spec: { validations: [{ expression: 'true' }, { expression: '1 < 2' }] } };
      await noted('PATCH', object, change, patchTypes.merge);
      await noted('GET', `${object}/status`);
      await noted('DELETE', object);
      await noted('GET', object);
    },
  },
  {
    title: 'patches and updates a namespace',
    run: async (session) => {
      const path = `/api/v1/namespaces/${session.namespace}`;
      await session.patch('strategic', path, { metadata: { labels: { testLabel: 'testValue' } } });
      const live = objectOf(await session.get(path));
      await session.put(path, { ...live, metadata: { ...(live.metadata as JsonObject), labels: { own: 'yes' } } });
    },
  },
  {
    title: 'patches and updates the status of a namespace',
    run: async (session) => {
      const path = `/api/v1/namespaces/${session.namespace}/status`;
      const conditions = [{ ...condition, type: 'StatusPatch' }];
      await session.patch('merge', path, { metadata: { annotations: { patched: 'true' } }, status: { conditions } });
      const live = objectOf(await session.get(path));
      const updated = [...conditions, { ...condition, type: 'StatusUpdate' }];
      await session.put(path, { ...live, status: { ...(live.status as JsonObject), conditions: updated } });
    },
  },
  {
    title: 'adds a finalizer to a namespace, and removes it',
    run: async (session) => {
      const name = `${session.namespace.slice(0, 50)}-inner`;
      const path = `/api/v1/namespaces/${name}`;
      const created = objectOf(await session.post('/api/v1/namespaces', { metadata: { name } }));
      const finalizers = ['kubernetes', 'e2e.example.com/fake'];
      await session.put(`${path}/finalize`, { ...created, spec: { finalizers } });
      await session.get(path);
      const live = objectOf(await session.unrecorded('GET', path));
      await session.put(`${path}/finalize`, { ...live, spec: { finalizers: ['kubernetes'] } });
      await session.get(`${path}/finalize`);
    },
  },
  {
    title: 'generates names that differ',
    run: async (session) => {
      const names = new Set<string>();
      for (let count = 0; count < 3; count += 1) {
        const { body } = await session.unrecorded('POST', session.path('configmaps'), {
          metadata: { generateName: 'g-' },
        });
        names.add((objectOf({ status: 201, body, warnings: [] }).metadata as { name: string }).name);
      }
      session.steps.push({ request: 'count', body: names.size });
    },
  },
  {
    title: 'lists in chunks',
    run: async (session) => {
      const list = session.path('podtemplates');
      for (let n = 10; n < 27; n += 1) {
        const template = { metadata: { labels: { n: String(n) } }, spec: { containers: [{ name: 'a', image: 'a' }] } };
        await session.unrecorded('POST', list, { metadata: { name: `t-${n}` }, template });
      }
      let token = '';
      do {
        const { body } = await session.unrecorded('GET', `${list}?limit=5&continue=${encodeURIComponent(token)}`);
        const page = objectOf({ status: 200, body, warnings: [] });
        const { continue: next = '', remainingItemCount = null } = page.metadata as JsonObject;
        const names = (page.items as readonly JsonObject[]).map(
          ({ metadata }) => (metadata as JsonObject).name ?? null,
        );
        session.steps.push({ request: 'page', body: { names, remainingItemCount } });
        token = String(next);
      } while (token !== '');
    },
  },
];
