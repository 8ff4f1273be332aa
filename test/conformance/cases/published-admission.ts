import { isJsonObject, type JsonObject } from '../../../lib/api/index.ts';
import { until } from '../../until.ts';
import { patched, sendReview, type WebhookResponse } from '../admission-webhook.ts';
import { type ConformanceCase, objectOf, patchTypes, type Session } from '../session.ts';
import { podOf, untilPodsAreAdmitted } from './pod-admission.ts';
import { configMap, widget, widgets } from './sample.ts';
import { webhookCase } from './webhook-case.ts';

const registration = '/apis/admissionregistration.k8s.io/v1';
const sorts = ['mutating', 'validating'] as const;
type Sort = (typeof sorts)[number];

/** Denies objects with the label `bad`. */
const denyBad: WebhookResponse = (review, response) => {
  const { object, oldObject } = review;
  const subject = isJsonObject(object) ? object : oldObject;
  const { labels } = isJsonObject(subject) && isJsonObject(subject.metadata) ? subject.metadata : {};
  const allowed = !isJsonObject(labels) || labels.bad === undefined;
  sendReview(response, { uid: review.uid, allowed, ...(!allowed && { status: { message: 'it is bad' } }) });
};

/** A response that a client notices: a mutating webhook adds a field, a validating one denies. */
function noticed(sort: Sort): JsonObject {
  return sort === 'mutating'
    ? patched([{ op: 'add', path: '/data/added', value: 'yes' }])
    : { allowed: false, status: { message: 'not here' } };
}

/** Waits until the webhook of a case is called for new ConfigMaps, or no longer. Reviews of another user aren't compared. */
async function untilCalled(session: Session, isCalled: boolean): Promise<void> {
  const path = `${session.path('configmaps')}?dryRun=All`;
  const as = { name: 'prober', groups: ['system:masters'] };
  await until('the webhook is called, or not', async () => {
    const { data, status } = objectOf(await session.unrecorded('POST', path, configMap('probe', {}), { as }));
    return isCalled === (status === 'Failure' || (isJsonObject(data) && data.added === 'yes'));
  });
}

function listed(sort: Sort): ConformanceCase {
  return webhookCase(
    `lists ${sort} webhooks by labels, and deletes them`,
    { [sort]: { w: { response: noticed(sort) } } },
    async (session) => {
      const collection = `${registration}/${sort}webhookconfigurations`;
      const selected = `${collection}?labelSelector=case%3D${session.namespace}`;
      const change = { metadata: { labels: { case: session.namespace } } };
      await session.unrecorded('PATCH', `${collection}/${session.namespace}`, change, {
        contentType: patchTypes.merge,
      });
      const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
      await session.get(selected, { accept });
      await session.post(session.path('configmaps'), configMap('before', {}));
      await session.unrecorded('DELETE', selected);
      await session.get(selected);
      await untilCalled(session, false);
      await session.post(session.path('configmaps'), configMap('after', {}));
    },
  );
}

function changed(sort: Sort): ConformanceCase {
  return webhookCase(
    `follows a changed ${sort} webhook`,
    { [sort]: { w: { response: noticed(sort) } } },
    async (session) => {
      const path = `${registration}/${sort}webhookconfigurations/${session.namespace}`;
      const operations = async (...values: readonly string[]) => {
        const change = [{ op: 'replace', path: '/webhooks/1/rules/0/operations', value: values }];
        await session.unrecorded('PATCH', path, change, { contentType: patchTypes.json });
      };
      await operations('UPDATE');
      await untilCalled(session, false);
      await session.post(session.path('configmaps'), configMap('without', {}));
      await operations('CREATE');
      await untilCalled(session, true);
      await session.post(session.path('configmaps'), configMap('with', {}));
    },
  );
}

/** Returns a configuration that no write matches. */
function unused(session: Session, sort: Sort, matchConditions: readonly JsonObject[]): JsonObject {
  const webhook = {
    name: 'a.example.com',
    clientConfig: { url: 'https://127.0.0.1:1/' },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    failurePolicy: 'Ignore',
    rules: [{ apiGroups: ['absent.example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['absent'] }],
    matchConditions,
  };
  const kind = sort === 'mutating' ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration';
  const apiVersion = 'admissionregistration.k8s.io/v1';
  return { apiVersion, kind, metadata: { name: session.namespace }, webhooks: [webhook] };
}

function conditioned(sort: Sort): ConformanceCase {
  return {
    title: `creates and updates the match conditions of ${sort} webhooks`,
    run: async (session) => {
      const collection = `${registration}/${sort}webhookconfigurations`;
      const one = { name: 'one', expression: 'object.metadata.namespace != "kube-system"' };
      const two = { name: 'two', expression: 'request.userInfo.username != "x"' };
      await session.post(collection, unused(session, sort, [one]));
      await session.put(`${collection}/${session.namespace}`, unused(session, sort, [one, two]));
      await session.get(`${collection}/${session.namespace}`);
      await session.delete(`${collection}/${session.namespace}`);
    },
  };
}

function misconditioned(sort: Sort): ConformanceCase {
  return {
    title: `refuses invalid match conditions of ${sort} webhooks`,
    run: async (session) => {
      const collection = `${registration}/${sort}webhookconfigurations`;
      const conditions = [
        [{ name: 'empty', expression: '' }],
        [{ name: '', expression: 'true' }],
        [{ name: 'a b', expression: 'true' }],
        [
          { name: 'twice', expression: 'true' },
          { name: 'twice', expression: 'false' },
        ],
      ];
      for (const each of conditions) await session.post(collection, unused(session, sort, each));
    },
  };
}

const everything = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], scope: '*' };

function ruleFor(operation: string, resource: string): JsonObject {
  return { ...everything, operations: [operation], resources: [resource] };
}

/** Webhooks must not see or change the objects of other cases. */
const own = (session: Session) => ({ objectSelector: { matchLabels: { case: session.namespace } } });

/** The steps of Kubernetes' conformance tests of admission webhooks that other topics don't have. */
export const publishedAdmissionCases: readonly ConformanceCase[] = [
  ...sorts.flatMap((sort) => [listed(sort), changed(sort), conditioned(sort), misconditioned(sort)]),
  webhookCase(
    'denies creations, updates and deletions of custom resources',
    { validating: { w: { response: denyBad } } },
    async (session) => {
      const bad = { labels: { bad: 'yes' } };
      await session.post(session.path(widgets), widget('a', {}, bad));
      await session.post(session.path(widgets), widget('a', {}));
      await session.patch('merge', session.path(widgets, 'a'), { metadata: bad });
      await session.delete(session.path(widgets, 'a'));
      await session.get(session.path(widgets, 'a'));
    },
  ),
  webhookCase(
    'denies the deletion of a custom resource until it changes',
    { validating: { w: { response: denyBad, entry: { rules: [ruleFor('DELETE', 'widgets')] } } } },
    async (session) => {
      await session.post(session.path(widgets), widget('a', {}, { labels: { bad: 'yes' } }));
      await session.delete(session.path(widgets, 'a'));
      await session.patch('merge', session.path(widgets, 'a'), { metadata: { labels: { bad: null } } });
      await session.delete(session.path(widgets, 'a'));
    },
  ),
  webhookCase(
    'denies pods, and updates that make them bad',
    { validating: { w: { response: denyBad, entry: { rules: [ruleFor('*', 'pods')] } } } },
    async (session) => {
      await untilPodsAreAdmitted(session);
      const pod = podOf('a');
      await session.post(session.path('pods'), { ...pod, metadata: { name: 'a', labels: { bad: 'yes' } } });
      await session.post(session.path('pods'), pod);
      await session.patch('merge', session.path('pods', 'a'), { metadata: { labels: { bad: 'yes' } } });
    },
  ),
  webhookCase(
    'mutates pods before they get their defaults',
    {
      mutating: {
        w: {
          response: patched([{ op: 'add', path: '/spec/initContainers', value: [{ name: 'added', image: 'i:1' }] }]),
          entry: { rules: [ruleFor('CREATE', 'pods')] },
        },
      },
    },
    async (session) => {
      await untilPodsAreAdmitted(session);
      await session.post(session.path('pods'), podOf('a'));
    },
  ),
  webhookCase(
    'mutates all ConfigMaps but those that a condition excludes',
    {
      mutating: {
        w: {
          response: noticed('mutating'),
          entry: { matchConditions: [{ name: 'others', expression: 'object.metadata.name != "skip-me"' }] },
        },
      },
    },
    async (session) => {
      await session.post(session.path('configmaps'), configMap('skip-me', {}));
      await session.post(session.path('configmaps'), configMap('mutate-me', {}));
    },
  ),
  ...sorts.map((sort) =>
    webhookCase(
      `calls no ${sort} webhooks for the configurations of webhooks`,
      (session) => ({
        [sort]: { w: { response: { allowed: false }, entry: { rules: [everything], ...own(session) } } },
      }),
      async (session) => {
        const collection = `${registration}/${sort}webhookconfigurations`;
        const made = unused(session, sort, []);
        const name = `${session.namespace}-x`;
        const labels = { case: session.namespace };
        await session.post(collection, { ...made, metadata: { name, labels } });
        await session.delete(`${collection}/${name}`);
        await session.post(session.path('configmaps'), configMap('denied', {}, { labels }));
      },
    ),
  ),
  webhookCase(
    'denies definitions',
    (session) => ({
      validating: {
        w: {
          response: { allowed: false, status: { message: 'no definitions' } },
          entry: { rules: [ruleFor('*', 'customresourcedefinitions')], ...own(session) },
        },
      },
    }),
    async (session) => {
      const group = `${session.namespace}.example.com`;
      const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } };
      const names = { plural: 'gadgets', kind: 'Gadget' };
      await session.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
        metadata: { name: `gadgets.${group}`, labels: { case: session.namespace } },
        spec: { group, names, scope: 'Cluster', versions: [version] },
      });
    },
  ),
];
