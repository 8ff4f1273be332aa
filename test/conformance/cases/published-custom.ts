import { isJsonObject, type JsonObject } from '../../../lib/api/index.ts';
import { patched } from '../admission-webhook.ts';
import { ConversionWebhook } from '../conversion-webhook.ts';
import { type ConformanceCase, objectOf, patchTypes, type Session } from '../session.ts';
import { defined, definition, definitions, established, gadget, groupOf, versions } from './definition.ts';
import { configMap, widget, widgets } from './sample.ts';
import { webhookCase } from './webhook-case.ts';

const free = { 'x-kubernetes-preserve-unknown-fields': true };
const gadgets = (session: Session, version = 'v1') => `/apis/${groupOf(session)}/${version}/gadgets`;

/** A spec with typed fields. */
const typed = (properties: JsonObject): JsonObject => ({
  properties: { spec: { type: 'object', properties } },
});

function hasTwoStoredVersions({ status }: JsonObject): boolean {
  const stored = isJsonObject(status) ? status.storedVersions : undefined;
  return Array.isArray(stored) && stored.length === 2;
}

/** Creates an object by a post and another by an apply, as strictly as possible. */
async function createdStrictly(session: Session, collection: string, object: (name: string) => string): Promise<void> {
  await session.send('POST', `${collection}?fieldValidation=Strict`, object('posted'), {
    contentType: 'application/json',
  });
  await session.send('PATCH', `${collection}/applied?fieldManager=me&fieldValidation=Strict`, object('applied'), {
    contentType: patchTypes.apply,
  });
}

/** The steps of Kubernetes' conformance tests of custom resources that other topics don't have. */
export const publishedCustomCases: readonly ConformanceCase[] = [
  {
    title: 'watches the custom resources of a new definition',
    run: async (session) => {
      await defined(session, { schema: free });
      const list = gadgets(session);
      const { resourceVersion } = objectOf(await session.unrecorded('GET', list)).metadata as JsonObject;
      await session.watch(`${list}?watch=1&resourceVersion=${String(resourceVersion)}`, 6, async () => {
        for (const name of ['a', 'b']) await session.post(list, gadget(session, name));
        for (const name of ['a', 'b']) await session.patch('merge', `${list}/${name}`, { spec: { x: 1 } });
        for (const name of ['a', 'b']) await session.delete(`${list}/${name}`);
      });
    },
  },
  {
    title: 'patches and updates the status of a definition',
    run: async (session) => {
      const name = await defined(session);
      const path = `${definitions}/${name}/status`;
      const live = objectOf(await session.get(path));
      const { conditions, ...status } = live.status as JsonObject;
      const lastTransitionTime = '2020-01-02T03:04:05Z';
      const added = { type: 'Odd', status: 'True', reason: 'E2E', message: 'set', lastTransitionTime };
      const updated = [...(Array.isArray(conditions) ? conditions : []), added];
      await session.put(path, { ...live, status: { ...status, conditions: updated } });
      await session.patch('json', path, [
        { op: 'add', path: '/status/conditions/-', value: { ...added, type: 'More' } },
      ]);
      await session.get(path);
    },
  },
  {
    title: 'lists definitions by labels, and deletes them',
    run: async (session) => {
      const labels = { case: session.namespace };
      const selected = `${definitions}?labelSelector=case%3D${session.namespace}`;
      for (const [plural, kind] of [
        ['gadgets', 'Gadget'],
        ['gizmos', 'Gizmo'],
      ] as const) {
        const made = definition(session, { plural });
        const names = { plural, kind };
        await session.unrecorded('POST', definitions, {
          ...made,
          metadata: { ...(made.metadata as JsonObject), labels },
          spec: { ...(made.spec as JsonObject), names },
        });
        await established(session, `${plural}.${groupOf(session)}`, `/apis/${groupOf(session)}/v1/${plural}`);
      }
      await session.get(selected);
      await session.unrecorded('DELETE', selected);
      const isEmpty = ({ items }: JsonObject) => Array.isArray(items) && items.length === 0;
      await session.until('the definitions are gone', selected, isEmpty);
    },
  },
  {
    title: 'adds defaults that a definition got after its custom resources',
    run: async (session) => {
      const a = { type: 'string', default: 'A' };
      const name = await defined(session, { schema: typed({ a, b: { type: 'string' } }) });
      const list = gadgets(session);
      await session.post(list, gadget(session, 'old'));
      await session.post(list, gadget(session, 'own', { a: 'mine' }));
      const later = definition(session, {
        schema: typed({ a: { type: 'string' }, b: { type: 'string', default: 'B' } }),
      });
      await session.unrecorded(
        'PATCH',
        `${definitions}/${name}`,
        { spec: later.spec ?? {} },
        { contentType: patchTypes.merge },
      );
      await session.until('the new default holds', `${list}/old`, ({ spec }) => isJsonObject(spec) && spec.b === 'B');
      await session.get(`${list}/old`);
      await session.get(list);
      await session.patch('merge', `${list}/old`, { spec: { b: null, a: null } });
      await session.post(list, gadget(session, 'new'));
    },
  },
  {
    title: 'lists custom resources of two stored versions',
    run: async (session) => {
      await using webhook = await ConversionWebhook.start();
      const conversion = {
        strategy: 'Webhook',
        webhook: { clientConfig: webhook.clientConfig, conversionReviewVersions: ['v1'] },
      };
      const made = definition(session, { spec: { versions: versions(), conversion } });
      await session.unrecorded('POST', definitions, made);
      for (const version of ['v1', 'v2']) {
        await session.until('both versions are served', gadgets(session, version), (_, status) => status === 200);
      }
      await session.post(gadgets(session), gadget(session, 'a', { size: 1 }));
      const other = versions().map((version) => ({ ...version, storage: !version.storage }));
      const { name } = made.metadata as { name: string };
      await session.unrecorded(
        'PATCH',
        `${definitions}/${name}`,
        { spec: { versions: other } },
        {
          contentType: patchTypes.merge,
        },
      );
      await session.until('the other version is stored', `${definitions}/${name}`, hasTwoStoredVersions);
      await session.post(gadgets(session), gadget(session, 'b', { size: 2 }));
      for (const version of ['v1', 'v2']) await session.get(gadgets(session, version));
    },
  },
  webhookCase(
    'mutates custom resources of another stored version',
    (session) => ({
      mutating: {
        w: {
          response: patched([{ op: 'add', path: '/spec/added', value: 1 }]),
          entry: {
            rules: [{ operations: ['*'], apiGroups: [groupOf(session)], apiVersions: ['v1'], resources: ['gadgets'] }],
          },
        },
      },
    }),
    async (session) => {
      const name = await defined(session, { spec: { versions: versions() } });
      await session.post(gadgets(session), gadget(session, 'a', { x: 1 }));
      const other = versions().map((version) => ({ ...version, storage: !version.storage }));
      const contentType = patchTypes.merge;
      await session.unrecorded('PATCH', `${definitions}/${name}`, { spec: { versions: other } }, { contentType });
      await session.until('the other version is stored', `${definitions}/${name}`, hasTwoStoredVersions);
      await session.patch('merge', `${gadgets(session)}/a`, { spec: { x: 2, added: null } });
      // Each version of a kind has a cache of its own, and an update of an object that is older there calls webhooks twice.
      const cached = `${gadgets(session, 'v2')}/a?resourceVersion=0`;
      await session.until('the cache of v2 has the update', cached, ({ spec }) => isJsonObject(spec) && spec.x === 2);
      await session.patch('merge', `${gadgets(session, 'v2')}/a`, { spec: { x: 3 } });
      await session.get(`${gadgets(session, 'v2')}/a`);
    },
  ),
  {
    title: 'accepts unknown fields of a kind without a schema',
    run: async (session) => {
      await defined(session, { schema: free });
      await createdStrictly(session, gadgets(session), (name) => JSON.stringify(gadget(session, name, { unknown: 1 })));
    },
  },
  {
    title: 'accepts valid custom resources strictly',
    run: (session) =>
      createdStrictly(session, session.path(widgets), (name) => JSON.stringify(widget(name, { size: 1 }))),
  },
  {
    title: 'refuses unknown fields of custom resources strictly',
    run: (session) =>
      createdStrictly(session, session.path(widgets), (name) => JSON.stringify(widget(name, { size: 1, odd: 1 }))),
  },
  {
    title: 'refuses repeated fields of free custom resources',
    run: async (session) => {
      await defined(session, { schema: free });
      await createdStrictly(session, gadgets(session), (name) =>
        JSON.stringify(gadget(session, name, { one: 1, two: 2 })).replace('"two":', '"one":'),
      );
    },
  },
  {
    title: 'refuses repeated fields of YAML',
    run: async (session) => {
      const text = (name: string) => `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
data:
  one: a
  "one": b
  two: c
  two: d
`;
      for (const validation of ['Strict', 'Warn', 'Ignore']) {
        const path = `${session.path('configmaps', validation.toLowerCase())}?fieldManager=me`;
        const options = { contentType: patchTypes.apply };
        await session.send('PATCH', `${path}&fieldValidation=${validation}`, text(validation.toLowerCase()), options);
      }
    },
  },
  {
    title: 'answers 406 to a request for a table of a review',
    run: async (session) => {
      const review = {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
      };
      await session.post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', review, {
        accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
      });
    },
  },
  {
    title: 'deletes pods of a deleted namespace before its other objects',
    run: async (session) => {
      const name = `${session.namespace.slice(0, 50)}-inner`;
      const objects = `/api/v1/namespaces/${name}`;
      await session.post('/api/v1/namespaces', { metadata: { name } });
      const account = `${objects}/serviceaccounts/default`;
      await session.until('the namespace has its ServiceAccount', account, (_, status) => status === 200);
      const finalizers = ['example.com/wait'];
      const spec = { containers: [{ name: 'c', image: 'i' }] };
      await session.post(`${objects}/pods`, { metadata: { name: 'p', finalizers }, spec });
      await session.post(`${objects}/configmaps`, configMap('kept'));
      await session.delete(objects);
      const isDeleting = ({ metadata }: JsonObject) =>
        isJsonObject(metadata) && metadata.deletionTimestamp !== undefined;
      await session.until('the pod is deleted', `${objects}/pods/p`, isDeleting);
      await session.get(`${objects}/configmaps/kept`);
      await session.unrecorded(
        'PATCH',
        `${objects}/pods/p`,
        { metadata: { finalizers: null } },
        {
          contentType: patchTypes.merge,
        },
      );
      await session.until('the namespace is gone', objects, (_, status) => status === 404);
    },
  },
];
