import { podSpec } from '../../../.config/built-in-sample.ts';
import { isJsonObject, type JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceCase, Session } from '../session.ts';
import { configMap, widget, widgets } from './sample.ts';

/** Creates a quota, and waits until it counts and admission has seen that. */
export async function limit(session: Session, name: string, hard: JsonObject, scopes: JsonObject = {}): Promise<void> {
  const quotas = session.path('resourcequotas');
  await session.unrecorded('POST', quotas, { metadata: { name }, spec: { hard, ...scopes } });
  const counts = (body: JsonObject) => {
    const { used } = isJsonObject(body.status) ? body.status : {};
    return isJsonObject(used) && Object.keys(hard).every((resource) => Object.hasOwn(used, resource));
  };
  await session.until('the quota counts', session.path('resourcequotas', name), counts);
  // Admission has a cache of quotas, which sees their changes in order.
  const later = { metadata: { name: `after-${name}` }, spec: { hard: { 'count/podtemplates': '0' } } };
  await session.unrecorded('POST', quotas, later);
  const templates = `${session.path('podtemplates')}?dryRun=All`;
  const isRefused = (_: JsonObject, status: number) => status === 403;
  await session.untilResponse('admission has seen the quota', 'POST', templates, podTemplateObject, isRefused);
  await session.unrecorded('DELETE', session.path('resourcequotas', later.metadata.name));
}

const podTemplateObject = { metadata: { name: 'a' }, template: { spec: podSpec() } };

/** Compares the status of a quota when it counts some objects. */
export async function counted(session: Session, name: string, resource: string, count: string): Promise<void> {
  let found: JsonObject = {};
  await session.until('the quota counts the objects', session.path('resourcequotas', name), (body) => {
    found = isJsonObject(body.status) ? body.status : {};
    return isJsonObject(found.used) && found.used[resource] === count;
  });
  session.note(`status of ${name}`, found);
}

/**
 * Deletes an object once the real quota controller has seen what its quotas count: it writes no status that its cache has already.
 * Another quota is counted only after earlier changes of quotas.
 */
export async function removed(session: Session, path: string): Promise<void> {
  await limit(session, `seen-${session.steps.length}`, { 'count/podtemplates': '9' });
  await session.unrecorded('DELETE', path);
}

/** Quotas of object counts. */
export const quotaCases: readonly ConformanceCase[] = [
  {
    title: 'refuses an object beyond the limit, and counts again after a deletion',
    run: async (session) => {
      await limit(session, 'few', { secrets: '1', 'count/secrets': '5' });
      await session.post(session.path('secrets'), { metadata: { name: 'a' } });
      await counted(session, 'few', 'secrets', '1');
      await session.post(session.path('secrets'), { metadata: { name: 'b' } });
      await session.post(`${session.path('secrets')}?dryRun=All`, { metadata: { name: 'b' } });
      await removed(session, session.path('secrets', 'a'));
      await counted(session, 'few', 'secrets', '0');
      const secrets = `${session.path('secrets')}?dryRun=All`;
      const isAccepted = (_: JsonObject, status: number) => status === 201;
      await session.untilResponse(
        'admission knows the count',
        'POST',
        secrets,
        { metadata: { name: 'b' } },
        isAccepted,
      );
      await session.post(session.path('secrets'), { metadata: { name: 'b' } });
    },
  },
  {
    title: 'accepts no more concurrent objects than the limit',
    run: async (session) => {
      await limit(session, 'two', { 'count/secrets': '2' });
      const names = ['a', 'b', 'c', 'd', 'e'];
      const responses = await Promise.all(
        names.map((name) => session.unrecorded('POST', session.path('secrets'), { metadata: { name } })),
      );
      session.note('statuses', responses.map(({ status }) => status).toSorted());
    },
  },
  {
    title: 'counts by both names of a resource',
    run: async (session) => {
      await limit(session, 'both', { secrets: '0', 'count/secrets': '0', services: '3' });
      await session.post(session.path('secrets'), { metadata: { name: 'b' } });
      await session.post(session.path('configmaps'), configMap('a'));
    },
  },
  {
    title: 'counts custom resources and those of other groups',
    run: async (session) => {
      await limit(session, 'some', { 'count/deployments.apps': '0' });
      const metadata = { labels: { app: 'a' } };
      const template = { metadata, spec: { containers: [{ name: 'c', image: 'i' }] } };
      const spec = { replicas: 0, selector: { matchLabels: { app: 'a' } }, template };
      await session.post(session.path('apps/v1/deployments'), { metadata: { name: 'a' }, spec });
      await session.post(session.path(widgets), widget('w', { size: 1 }));
    },
  },
  {
    title: 'refuses an apply that creates beyond the limit',
    run: async (session) => {
      await limit(session, 'none', { 'count/secrets': '0' });
      const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } };
      await session.patch('apply', `${session.path('secrets', 'a')}?fieldManager=me`, secret);
    },
  },
];
