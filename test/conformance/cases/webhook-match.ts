import type { JsonObject } from '../../../lib/api/index.ts';
import { patched } from '../admission-webhook.ts';
import type { ConformanceCase, Session } from '../session.ts';
import { configMap, widget, widgets } from './sample.ts';
import { allRules, webhookCase } from './webhook-case.ts';

/** Sends one write of each sort; the reviews show which of them match. */
async function writes(session: Session): Promise<void> {
  await session.post(session.path('configmaps'), configMap('a', { x: '1' }, { labels: { l: '1' } }));
  await session.patch('merge', session.path('configmaps', 'a'), { metadata: { labels: { l: '2' } } });
  await session.post(session.path(widgets), widget('a', { size: 9, replicas: 1 }));
  await session.patch('merge', `${session.path(widgets, 'a')}/status`, { status: { replicas: 1 } });
  await session.patch('merge', `${session.path(widgets, 'a')}/scale`, { spec: { replicas: 2 } });
  await session.delete(session.path('configmaps', 'a'));
}

function matching(what: string, entry: JsonObject): ConformanceCase {
  return webhookCase(`matches by ${what}`, { validating: { v: { entry } } }, writes);
}

function rules(fields: JsonObject): JsonObject {
  return { rules: [{ ...allRules[0], ...fields }] };
}

function condition(expression: string, failurePolicy = 'Fail'): ConformanceCase {
  const entry = { matchConditions: [{ name: 'c', expression }], failurePolicy };
  return webhookCase(
    `matches where ${expression} (${failurePolicy})`,
    { validating: { v: { entry } } },
    async (session) => {
      await session.post(session.path('configmaps'), configMap('a', { x: '1' }));
      await session.patch('merge', session.path('configmaps', 'a'), { data: { x: '2' } });
      await session.delete(session.path('configmaps', 'a'));
    },
  );
}

const addsLabel = patched([{ op: 'add', path: '/metadata/labels', value: { l: '1' } }]);

/** The writes for which webhooks are called, and the order of the calls. */
export const webhookMatchCases: readonly ConformanceCase[] = [
  matching('operation', rules({ operations: ['CREATE', 'DELETE'] })),
  matching('a group', rules({ apiGroups: ['conformance.example.com'] })),
  matching('the core group', rules({ apiGroups: [''] })),
  matching('an absent version', rules({ apiVersions: ['v2'] })),
  matching('a resource', rules({ resources: ['widgets'] })),
  matching('a subresource', rules({ resources: ['widgets/status'] })),
  matching('all subresources of a resource', rules({ resources: ['widgets/*'] })),
  matching('a subresource of all resources', rules({ resources: ['*/scale'] })),
  matching('all resources', rules({ apiGroups: ['', 'conformance.example.com'], resources: ['*'] })),
  matching('everything', rules({ apiGroups: ['', 'conformance.example.com'], resources: ['*/*'] })),
  matching('cluster scope', rules({ scope: 'Cluster' })),
  matching('namespaced scope', rules({ scope: 'Namespaced' })),
  matching('labels', { objectSelector: { matchLabels: { l: '1' } } }),
  matching('an expression', {
    objectSelector: { matchExpressions: [{ key: 'l', operator: 'In', values: ['2', '3'] }] },
  }),
  matching('an excluding expression', {
    objectSelector: { matchExpressions: [{ key: 'l', operator: 'NotIn', values: ['2'] }] },
  }),
  matching('an absent label', { objectSelector: { matchExpressions: [{ key: 'l', operator: 'DoesNotExist' }] } }),
  matching('a present label', { objectSelector: { matchExpressions: [{ key: 'l', operator: 'Exists' }] } }),
  matching('a label of another namespace', {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'other' } },
  }),
  condition('request.operation == "CREATE"'),
  condition('object != null && object.data.x == "2"'),
  condition('oldObject == null'),
  condition('request.userInfo.username == "admin" && request.name == "a" && !request.dryRun'),
  condition('request.kind.kind == "ConfigMap" && request.resource.resource == "configmaps"'),
  condition('object.data.nope == "2"'),
  condition('object.data.nope == "2"', 'Ignore'),
  condition('request.operation != "DELETE" || object.data.x == "9"'),
  condition('has(object.data) && object.data.exists(k, k == "x")'),
  webhookCase(
    'matches by several conditions',
    {
      validating: {
        v: {
          entry: {
            matchConditions: [
              { name: 'fails', expression: 'object.nope == "2"' },
              { name: 'false', expression: 'request.name == "b"' },
            ],
          },
        },
      },
    },
    async (session) => {
      await session.post(session.path('configmaps'), configMap('a'));
      await session.post(session.path('configmaps'), configMap('b'));
    },
  ),
  webhookCase(
    'calls mutating webhooks in order',
    {
      mutating: {
        b: { response: addsLabel },
        a: {
          response: patched([{ op: 'add', path: '/metadata/annotations', value: { a: '1' } }]),
          entry: { objectSelector: { matchLabels: { l: '1' } } },
        },
        c: {},
      },
    },
    async (session) => {
      await session.post(session.path('configmaps'), configMap('a'));
    },
  ),
  webhookCase(
    'calls a mutating webhook again after a change',
    {
      mutating: {
        a: { entry: { reinvocationPolicy: 'IfNeeded' } },
        b: { response: addsLabel, entry: { reinvocationPolicy: 'IfNeeded' } },
        c: {},
      },
    },
    async (session) => {
      await session.post(session.path('configmaps'), configMap('a'));
    },
  ),
  webhookCase(
    'calls a mutating webhook again after a patch without a change',
    { mutating: { a: { entry: { reinvocationPolicy: 'IfNeeded' } }, b: { response: addsLabel } } },
    async (session) => {
      await session.post(session.path('configmaps'), configMap('a', {}, { labels: { l: '1' } }));
    },
  ),
  webhookCase(
    'stops at the first mutating webhook that denies',
    { mutating: { a: { response: { allowed: false, status: { message: 'no' } } }, b: {} }, validating: { v: {} } },
    async (session) => {
      await session.post(session.path('configmaps'), configMap('a'));
    },
  ),
  webhookCase(
    'refuses dry runs of webhooks with side effects',
    {
      validating: {
        v: { entry: { sideEffects: 'NoneOnDryRun' } },
      },
    },
    async (session) => {
      await session.post(`${session.path('configmaps')}?dryRun=All`, configMap('a'));
      await session.post(session.path('configmaps'), configMap('a'));
    },
  ),
  webhookCase(
    'does not own the fields of a mutating webhook',
    { mutating: { m: { response: patched([{ op: 'add', path: '/data/y', value: '1' }]) } } },
    async (session) => {
      await session.post(session.path('configmaps'), configMap('a', { x: '1' }));
      await session.patch('apply', `${session.path('configmaps', 'b')}?fieldManager=me`, configMap('b', { x: '1' }));
      await session.patch('apply', `${session.path('configmaps', 'b')}?fieldManager=me`, configMap('b', { x: '2' }));
      await session.put(session.path('configmaps', 'a'), configMap('a', { x: '2' }));
    },
  ),
];
