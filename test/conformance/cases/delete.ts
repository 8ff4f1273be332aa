import { podSpec, workload } from '../../../.config/built-in-sample.ts';
import type { JsonObject } from '../../../lib/api/index.ts';
import { fieldsAt } from '../../../lib/schema/index.ts';
import { sendReview } from '../admission-webhook.ts';
import type { ConformanceCase, Session } from '../session.ts';
import { metadataOf, objectOf } from '../session.ts';
import { withAccount } from './built-in-path.ts';
import { configMap, widget, widgets } from './sample.ts';
import { type CaseWebhook, type WebhookSetup, webhookCase } from './webhook-case.ts';

async function uidOf(session: Session, object: JsonObject): Promise<string> {
  const { metadata } = objectOf(await session.post(session.path('configmaps'), object));
  return (metadata as { uid: string }).uid;
}

function owned(name: string, owner: { readonly name: string; readonly uid: string }, block = false): JsonObject {
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', ...owner, ...(block && { blockOwnerDeletion: true }) };
  return configMap(name, {}, { ownerReferences: [reference] });
}

function finalized(object: JsonObject, finalizer: string): JsonObject {
  return { ...object, metadata: { ...metadataOf(object), finalizers: [finalizer] } };
}

function gone(session: Session, name: string): Promise<void> {
  return session.until(`${name} is gone`, session.path('configmaps', name), (_, status) => status === 404);
}

/** Returns a webhook that removes the owners of a child before it admits the deletion. */
function freeingWebhook(session: Session): WebhookSetup {
  const patch = { contentType: 'application/merge-patch+json' };
  const rules = [{ operations: ['DELETE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }];
  const response: CaseWebhook['response'] = ({ uid, name }, answer) => {
    const body = { metadata: { ownerReferences: null } };
    const path = session.path('configmaps', 'child');
    const freed = name === 'child' ? session.unrecorded('PATCH', path, body, patch) : Promise.resolve();
    void freed.then(() => sendReview(answer, { uid, allowed: true }));
  };
  return { validating: { w: { response, entry: { rules } } } };
}

/** Deletions, finalizers and owners. */
export const deleteCases: readonly ConformanceCase[] = [
  {
    title: 'deletes an object once',
    run: async (session) => {
      await session.post(session.path('configmaps'), configMap('a'));
      await session.delete(session.path('configmaps', 'a'));
      await session.delete(session.path('configmaps', 'a'));
      await session.post(session.path(widgets), widget('a', {}));
      await session.delete(session.path(widgets, 'a'));
      await session.delete(session.path(widgets, 'a'));
    },
  },
  ...['batch/v1/jobs', 'replicationcontrollers'].flatMap((resource) =>
    [{}, { propagationPolicy: 'Background' }, { orphanDependents: false }].map(
      (options): ConformanceCase => ({
        title: `deletes ${resource}, whose pods are orphaned by default, with ${JSON.stringify(options)}`,
        run: async (session) => {
          const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'a' }] } };
          const spec = resource.endsWith('jobs')
            ? { suspend: true, template: { spec: { ...template.spec, restartPolicy: 'Never' } } }
            : { replicas: 0, selector: { a: 'b' }, template };
          const metadata = { name: 'a', finalizers: ['example.com/kept'] };
          await session.unrecorded('POST', session.path(resource), { metadata, spec });
          const response = await session.unrecorded('DELETE', session.path(resource, 'a'), options);
          session.record('finalizers', metadataOf(response.body).finalizers ?? null);
          session.record('warnings', response.warnings);
        },
      }),
    ),
  ),
  {
    title: 'ends a pod of a negative grace period after a second',
    run: async (session) => {
      await withAccount(session);
      const template = workload({ replicas: 0 }, { spec: podSpec({ terminationGracePeriodSeconds: -5 }) });
      await session.post(session.path('apps/v1/replicasets'), { metadata: { name: 'a' }, spec: template });
      const spec = podSpec({ nodeName: 'absent', terminationGracePeriodSeconds: -5 });
      const pod = session.path('pods', 'a');
      for (const options of [{}, { gracePeriodSeconds: -7 }]) {
        await session.unrecorded('POST', session.path('pods'), { metadata: { name: 'a' }, spec });
        const deleted = objectOf(await session.unrecorded('DELETE', `${pod}?dryRun=All`, options));
        const { deletionGracePeriodSeconds = null } = metadataOf(deleted);
        const { terminationGracePeriodSeconds = null } = fieldsAt(deleted, 'spec');
        session.note('grace periods', [deletionGracePeriodSeconds, terminationGracePeriodSeconds]);
      }
    },
  },
  {
    title: 'deletes an Event with any policy',
    run: async (session) => {
      const involvedObject = { namespace: session.namespace };
      await session.unrecorded('POST', session.path('events'), { metadata: { name: 'a' }, involvedObject });
      await session.delete(session.path('events', 'a'), { propagationPolicy: 'Orphan' });
      await session.get(session.path('events', 'a'));
    },
  },
  {
    title: 'deletes an object without options',
    run: async (session) => {
      await session.post(session.path('configmaps'), configMap('a'));
      await session.send('DELETE', session.path('configmaps', 'a'));
    },
  },
  {
    title: 'deletes under preconditions',
    run: async (session) => {
      const { metadata } = objectOf(await session.post(session.path('configmaps'), configMap('a')));
      const { uid, resourceVersion } = metadata as { uid: string; resourceVersion: string };
      const path = session.path('configmaps', 'a');
      await session.delete(path, { preconditions: { uid: 'other' } });
      const { status } = await session.unrecorded('DELETE', path, {
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        preconditions: { resourceVersion: '1' },
      });
      session.steps.push({ request: 'status', status });
      await session.delete(path, { preconditions: { uid, resourceVersion } });
    },
  },
  ...[
    { propagationPolicy: 'Odd' },
    { propagationPolicy: 'Orphan', orphanDependents: true },
    { dryRun: ['All'] },
    { dryRun: ['Some'] },
    { gracePeriodSeconds: 5 },
  ].map(
    (options): ConformanceCase => ({
      title: `deletes with ${JSON.stringify(options)}`,
      run: async (session) => {
        await session.post(session.path('configmaps'), configMap('a'));
        await session.delete(session.path('configmaps', 'a'), options);
        await session.get(session.path('configmaps', 'a'));
      },
    }),
  ),
  {
    title: 'keeps an object until its finalizers are removed',
    run: async (session) => {
      const path = session.path('configmaps', 'a');
      await session.post(session.path('configmaps'), configMap('a', {}, { finalizers: ['a/b', 'a/c'] }));
      await session.delete(path);
      await session.delete(path);
      await session.get(path);
      await session.patch('merge', path, { metadata: { finalizers: ['a/b', 'a/d'] } });
      await session.patch('merge', path, { data: { x: '1' } });
      await session.patch('merge', path, { metadata: { deletionTimestamp: null } });
      await session.patch('merge', path, { metadata: { finalizers: ['a/b'] } });
      await session.patch('json', path, [{ op: 'remove', path: '/metadata/finalizers/0' }]);
      await session.get(path);
    },
  },
  {
    title: 'counts a deletion that waits as a change of a custom resource',
    run: async (session) => {
      const path = session.path(widgets, 'a');
      await session.post(session.path(widgets), widget('a', {}, { finalizers: ['a/b'] }));
      await session.delete(path);
      await session.patch('merge', path, { spec: { size: 2 } });
      await session.patch('merge', path, { metadata: { finalizers: [] } });
      await session.get(path);
    },
  },
  {
    title: 'deletes a collection, selected by labels',
    run: async (session) => {
      for (const n of ['1', '2', '3'])
        await session.unrecorded('POST', session.path('secrets'), { metadata: { name: `s${n}`, labels: { n } } });
      await session.send('DELETE', `${session.path('secrets')}?labelSelector=n!%3D2`);
      await session.get(session.path('secrets'));
    },
  },
  {
    title: 'deletes the objects of a deleted owner',
    run: async (session) => {
      const uid = await uidOf(session, configMap('owner'));
      await session.post(session.path('configmaps'), owned('child', { name: 'owner', uid }));
      await session.delete(session.path('configmaps', 'owner'));
      await gone(session, 'child');
    },
  },
  {
    title: 'keeps an owner until its blocking objects are deleted in the foreground',
    run: async (session) => {
      const uid = await uidOf(session, configMap('owner'));
      const child = owned('child', { name: 'owner', uid }, true);
      await session.post(session.path('configmaps'), {
        ...child,
        metadata: { ...(child.metadata as JsonObject), finalizers: ['a/b'] },
      });
      await session.delete(session.path('configmaps', 'owner'), { propagationPolicy: 'Foreground' });
      await session.until(
        'the child is deleted',
        session.path('configmaps', 'child'),
        ({ metadata }) => (metadata as JsonObject).deletionTimestamp !== undefined,
      );
      await session.get(session.path('configmaps', 'owner'));
      await session.get(session.path('configmaps', 'child'));
      await session.unrecorded(
        'PATCH',
        session.path('configmaps', 'child'),
        { metadata: { finalizers: null } },
        { contentType: 'application/merge-patch+json' },
      );
      await gone(session, 'owner');
      await gone(session, 'child');
    },
  },
  {
    title: 'keeps an object of a valid owner when another one waits for it',
    run: async (session) => {
      const [waiting, valid] = [await uidOf(session, configMap('waiting')), await uidOf(session, configMap('valid'))];
      const child = owned('child', { name: 'waiting', uid: waiting }, true);
      const second = owned('child', { name: 'valid', uid: valid });
      const references = [child, second].flatMap(({ metadata }) => (metadata as JsonObject).ownerReferences ?? []);
      await session.post(session.path('configmaps'), configMap('child', {}, { ownerReferences: references.flat() }));
      await session.delete(session.path('configmaps', 'waiting'), { propagationPolicy: 'Foreground' });
      await gone(session, 'waiting');
      await session.get(session.path('configmaps', 'child'));
    },
  },
  {
    title: 'deletes a circle of owners',
    run: async (session) => {
      const names = ['one', 'two', 'three'];
      const uids = new Map<string, string>();
      for (const name of names) uids.set(name, await uidOf(session, configMap(name)));
      for (const [index, name] of names.entries()) {
        const owner = names[(index + 1) % names.length] ?? '';
        const { metadata } = owned(name, { name: owner, uid: uids.get(owner) ?? '' }, true);
        const { ownerReferences = [] } = metadata as JsonObject;
        await session.patch('merge', session.path('configmaps', name), { metadata: { ownerReferences } });
      }
      await session.delete(session.path('configmaps', 'one'), { propagationPolicy: 'Foreground' });
      for (const name of names) await gone(session, name);
    },
  },
  {
    title: 'orphans objects',
    run: async (session) => {
      const uid = await uidOf(session, configMap('owner'));
      await session.post(session.path('configmaps'), owned('child', { name: 'owner', uid }));
      await session.delete(session.path('configmaps', 'owner'), { propagationPolicy: 'Orphan' });
      await gone(session, 'owner');
      const { body } = await session.unrecorded('GET', session.path('configmaps', 'child'));
      const { metadata } = body as JsonObject;
      session.steps.push({ request: 'owners', body: (metadata as JsonObject).ownerReferences ?? null });
    },
  },
  {
    title: 'orphans the objects of one that is garbage with the finalizer for it',
    run: async (session) => {
      const uid = await uidOf(session, configMap('owner'));
      const child = await uidOf(session, finalized(owned('child', { name: 'owner', uid }), 'orphan'));
      await session.post(session.path('configmaps'), owned('grandchild', { name: 'child', uid: child }));
      await session.delete(session.path('configmaps', 'owner'));
      await gone(session, 'child');
      const { status, body } = await session.unrecorded('GET', session.path('configmaps', 'grandchild'));
      session.note('grandchild', { status, owners: metadataOf(body).ownerReferences ?? null });
    },
  },
  {
    title: 'keeps garbage with the finalizer for it until its blocking objects are deleted',
    run: async (session) => {
      const uid = await uidOf(session, configMap('owner'));
      const child = await uidOf(session, finalized(owned('child', { name: 'owner', uid }), 'foregroundDeletion'));
      const grandchild = owned('grandchild', { name: 'child', uid: child }, true);
      await session.post(session.path('configmaps'), finalized(grandchild, 'a/b'));
      await session.delete(session.path('configmaps', 'owner'));
      await session.until(
        'the grandchild is deleted',
        session.path('configmaps', 'grandchild'),
        (body) => metadataOf(body).deletionTimestamp !== undefined,
      );
      await session.get(session.path('configmaps', 'child'));
      await session.patch('merge', session.path('configmaps', 'grandchild'), { metadata: { finalizers: null } });
      await gone(session, 'child');
    },
  },
  webhookCase(
    'keeps garbage that loses its owner while a webhook looks at the deletion',
    freeingWebhook,
    async (session) => {
      const uid = await uidOf(session, configMap('owner'));
      const child = session.path('configmaps', 'child');
      await session.post(session.path('configmaps'), owned('child', { name: 'owner', uid }));
      await session.delete(session.path('configmaps', 'owner'));
      await session.until('the child has no owner', child, (body) => metadataOf(body).ownerReferences === undefined);
      await session.post(session.path('configmaps'), owned('later', { name: 'owner', uid }));
      await gone(session, 'later');
      await session.get(child);
    },
  ),
  {
    title: 'deletes an object whose owner never was',
    run: async (session) => {
      await session.post(
        session.path('configmaps'),
        owned('child', { name: 'owner', uid: '11111111-2222-4333-8444-555555555555' }),
      );
      await gone(session, 'child');
    },
  },
  {
    title: 'deletes an object whose owner has another name or kind',
    run: async (session) => {
      const uid = await uidOf(session, configMap('owner'));
      await session.post(session.path('configmaps'), owned('misnamed', { name: 'other', uid }));
      await gone(session, 'misnamed');
      const reference = { apiVersion: 'v1', kind: 'Secret', name: 'owner', uid };
      await session.post(session.path('configmaps'), configMap('mistyped', {}, { ownerReferences: [reference] }));
      await gone(session, 'mistyped');
    },
  },
  {
    title: 'keeps an object outside of namespaces whose owner was in one',
    run: async (session) => {
      const uid = await uidOf(session, configMap('owner'));
      const name = `${session.namespace.slice(0, 50)}-owned`;
      const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }];
      const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
      const rules = [{ nonResourceURLs: ['/version'], verbs: ['get'] }];
      await session.post(roles, { metadata: { name, ownerReferences }, rules });
      await session.post(session.path('configmaps'), owned('child', { name: 'owner', uid }));
      await session.delete(session.path('configmaps', 'owner'));
      await gone(session, 'child');
      await session.get(`${roles}/${name}`);
      await session.delete(`${roles}/${name}`);
    },
  },
  {
    title: 'empties a namespace that is deleted',
    run: async (session) => {
      const name = `${session.namespace.slice(0, 50)}-inner`;
      await session.post('/api/v1/namespaces', { metadata: { name } });
      const objects = `/api/v1/namespaces/${name}/secrets`;
      await session.post(objects, { metadata: { name: 'a', finalizers: ['a/b'] } });
      await session.delete(`/api/v1/namespaces/${name}`);
      await session.until(
        'the content is deleted',
        `${objects}/a`,
        ({ metadata }) => (metadata as JsonObject).deletionTimestamp !== undefined,
      );
      await session.post(objects, { metadata: { name: 'b' } });
      await session.unrecorded(
        'PATCH',
        `${objects}/a`,
        { metadata: { finalizers: null } },
        { contentType: 'application/merge-patch+json' },
      );
      await session.until('the namespace is gone', `/api/v1/namespaces/${name}`, (_, status) => status === 404);
    },
  },
];
