import type { ConformanceCase } from '../session.ts';
import { configMap, widget, widgets } from './sample.ts';
import { type WebhookSetup, webhookCase } from './webhook-case.ts';

const both: WebhookSetup = { mutating: { m: {} }, validating: { v: {} } };

/** The reviews that admission webhooks get, field by field. */
export const webhookReviewCases: readonly ConformanceCase[] = [
  webhookCase('reviews a create', both, async (session) => {
    await session.post(
      `${session.path('configmaps')}?fieldManager=me&fieldValidation=Strict`,
      configMap('a', { x: '1' }),
    );
  }),
  webhookCase('reviews a create with a generated name', both, async (session) => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'a-' }, data: { x: '1' } };
    const { body } = await session.unrecorded('POST', session.path('configmaps'), object);
    session.record('the response', body);
  }),
  webhookCase('reviews a create with fields that clients may not set', both, async (session) => {
    const metadata = { uid: 'x', creationTimestamp: '2020-01-01T00:00:00Z', selfLink: '/x', generation: 7 };
    await session.post(session.path('configmaps'), configMap('a', { x: '1' }, metadata));
    await session.post(session.path(widgets), widget('a', { size: 1, nope: 1 }, metadata));
  }),
  webhookCase('reviews updates', both, async (session) => {
    await session.post(session.path('configmaps'), configMap('a', { x: '1' }));
    await session.put(session.path('configmaps', 'a'), configMap('a', { x: '2' }));
    await session.put(`${session.path('configmaps', 'a')}?dryRun=All`, configMap('a', { x: '3' }));
  }),
  webhookCase('reviews an update that changes nothing', both, async (session) => {
    await session.post(session.path('configmaps'), configMap('a', { x: '1' }));
    await session.put(session.path('configmaps', 'a'), configMap('a', { x: '1' }));
  }),
  webhookCase('reviews patches', both, async (session) => {
    await session.post(session.path('configmaps'), configMap('a', { x: '1' }));
    const path = session.path('configmaps', 'a');
    await session.patch('merge', path, { data: { y: '1' } });
    await session.patch('json', `${path}?fieldManager=me`, [{ op: 'add', path: '/data/z', value: '1' }]);
    await session.patch('strategic', path, { metadata: { labels: { l: '1' } } });
  }),
  webhookCase('reviews applies', both, async (session) => {
    const path = `${session.path('configmaps', 'a')}?fieldManager=me`;
    await session.patch('apply', path, configMap('a', { x: '1' }));
    await session.patch('apply', `${path}&force=true`, configMap('a', { x: '2' }));
    await session.patch('apply', `${path}&dryRun=All`, configMap('a', { x: '3' }));
  }),
  webhookCase('reviews deletions', both, async (session) => {
    await session.post(session.path('configmaps'), configMap('a', { x: '1' }));
    await session.post(session.path('configmaps'), configMap('b', { x: '1' }));
    await session.delete(`${session.path('configmaps', 'a')}?dryRun=All`);
    await session.delete(session.path('configmaps', 'a'), { propagationPolicy: 'Orphan', gracePeriodSeconds: 0 });
    await session.delete(session.path('configmaps', 'b'), { propagationPolicy: 'Background' });
  }),
  webhookCase('reviews the deletion of a collection', both, async (session) => {
    await session.post(session.path('configmaps'), configMap('a', { x: '1' }, { labels: { l: '1' } }));
    await session.send('DELETE', `${session.path('configmaps')}?labelSelector=l%3D1`);
  }),
  webhookCase('reviews custom resources', both, async (session) => {
    await session.post(session.path(widgets), widget('a', { size: 1 }));
    await session.patch('merge', session.path(widgets, 'a'), { spec: { size: 2 } });
    await session.patch('apply', `${session.path(widgets, 'b')}?fieldManager=me`, widget('b', { size: 2 }));
    await session.delete(session.path(widgets, 'a'));
  }),
  webhookCase('reviews statuses', both, async (session) => {
    await session.post(session.path(widgets), widget('a', { size: 1 }));
    const status = { status: { replicas: 1 }, spec: { size: 5 } };
    await session.patch('merge', `${session.path(widgets, 'a')}/status`, status);
    const { body } = await session.unrecorded('GET', session.path(widgets, 'a'));
    await session.put(`${session.path(widgets, 'a')}/status`, { ...(body as object), status: { replicas: 2 } });
  }),
  webhookCase('reviews scales', both, async (session) => {
    await session.post(session.path(widgets), widget('a', { replicas: 1, size: 9 }));
    await session.patch('merge', `${session.path(widgets, 'a')}/scale`, { spec: { replicas: 2 } });
  }),
  webhookCase('reviews nothing of invalid objects but their mutation', both, async (session) => {
    await session.post(session.path(widgets), widget('a', { size: 99 }));
    await session.post(session.path('configmaps'), configMap('A_', { x: '1' }));
  }),
  webhookCase('reviews a create of an existing object', both, async (session) => {
    await session.post(session.path('configmaps'), configMap('a'));
    await session.post(session.path('configmaps'), configMap('a'));
  }),
  webhookCase('reviews an update of another version', both, async (session) => {
    await session.post(session.path('configmaps'), configMap('a'));
    await session.put(session.path('configmaps', 'a'), configMap('a', { x: '1' }, { resourceVersion: '1' }));
    await session.put(session.path('configmaps', 'none'), configMap('none'));
    await session.delete(session.path('configmaps', 'none'));
    await session.delete(session.path('configmaps', 'a'), { preconditions: { uid: 'other' } });
  }),
];
