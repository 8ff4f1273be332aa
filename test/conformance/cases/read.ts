import { isJsonObject, type JsonObject } from '../../../lib/api/index.ts';
import { objectList } from '../../../lib/schema/index.ts';
import type { ConformanceCase, Session } from '../session.ts';
import { metadataOf, objectOf } from '../session.ts';
import { configMap, widget, widgets } from './sample.ts';

/** Creates ConfigMaps c1 to c4 with labels. */
async function four(session: Session): Promise<void> {
  for (const n of ['1', '2', '3', '4']) {
    const labels = { n, parity: Number(n) % 2 === 0 ? 'even' : 'odd', ...(n === '4' && { last: '' }) };
    await session.unrecorded('POST', session.path('configmaps'), configMap(`c${n}`, { n }, { labels }));
  }
}

/** The objects of a case; without that which a controller of the real cluster puts into each namespace. */
const own = 'labelSelector=n';

function continueOf(response: Awaited<ReturnType<Session['get']>>): string {
  const { metadata } = objectOf(response);
  const token = typeof metadata === 'object' && metadata !== null && 'continue' in metadata ? metadata.continue : '';
  return encodeURIComponent(String(token));
}

/** Gets, lists, pages and selectors. */
export const readCases: readonly ConformanceCase[] = [
  {
    title: 'lists objects in the order of their names',
    run: async (session) => {
      await four(session);
      await session.get(`${session.path('configmaps')}?${own}`);
    },
  },
  {
    title: 'lists no objects of an absent namespace',
    run: async (session) => {
      const { body } = await session.unrecorded('GET', '/api/v1/namespaces/absent/configmaps');
      session.steps.push({ request: 'items', body: objectOf({ status: 200, body, warnings: [] }).items ?? null });
    },
  },
  {
    title: 'pages a list at one version',
    run: async (session) => {
      await four(session);
      const list = session.path('secrets');
      for (const n of ['1', '2', '3']) await session.unrecorded('POST', list, { metadata: { name: `s${n}` } });
      const first = await session.get(`${list}?limit=2`);
      await session.delete(`${list}/s3`);
      await session.unrecorded('POST', list, { metadata: { name: 's4' } });
      await session.get(`${list}?limit=2&continue=${continueOf(first)}`);
      await session.get(`${list}?limit=2`);
      await session.get(`${list}?limit=3`);
      await session.get(`${list}?limit=2&continue=${continueOf(first)}&resourceVersion=1`);
    },
  },
  {
    title: 'pages a list of all namespaces that demands one',
    run: async (session) => {
      await four(session);
      const selector = encodeURIComponent(`metadata.namespace=${session.namespace}`);
      // A page of all four is continued if a later namespace has objects, such as one of another case.
      for (const limit of ['1', '2', '5']) {
        const list = `/api/v1/configmaps?${own}&fieldSelector=${selector}&limit=${limit}`;
        const { body } = await session.unrecorded('GET', list);
        const { items = [] } = isJsonObject(body) ? body : {};
        session.record(limit, {
          names: (items as JsonObject[]).map((item) => metadataOf(item).name ?? null),
          isContinued: metadataOf(body).continue !== undefined,
        });
      }
    },
  },
  {
    title: 'pages a selected list without a count of what remains',
    run: async (session) => {
      await four(session);
      const first = await session.get(`${session.path('configmaps')}?limit=1&labelSelector=parity%3Dodd`);
      await session.get(
        `${session.path('configmaps')}?limit=1&labelSelector=parity%3Dodd&continue=${continueOf(first)}`,
      );
    },
  },
  {
    title: 'ends a selected list with the object that the selector names',
    run: async (session) => {
      await four(session);
      const list = session.path('configmaps');
      for (const selector of [
        'metadata.name=c1',
        'metadata.name!=kube-root-ca.crt,metadata.name==c2',
        'metadata.name=no',
      ]) {
        await session.get(`${list}?limit=1&fieldSelector=${encodeURIComponent(selector)}`);
      }
      const first = await session.get(`${list}?limit=1&${own}`);
      await session.get(`${list}?limit=1&fieldSelector=metadata.name%3Dc2&continue=${continueOf(first)}`);
    },
  },
  ...[
    'limit=-1&labelSelector=none',
    'limit=x',
    'resourceVersion=abc',
    'resourceVersion=0&resourceVersionMatch=Exact',
    'resourceVersionMatch=Exact',
    'resourceVersionMatch=NotOlderThan',
    'resourceVersion=1&resourceVersionMatch=Odd',
    'resourceVersion=1&sendInitialEvents=true',
    'continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiIvYyJ9&resourceVersion=1&resourceVersionMatch=Exact',
    'continue=e30',
    'watch=1&sendInitialEvents=true',
    'watch=1&sendInitialEvents=true&resourceVersionMatch=Exact',
    'watch=1&resourceVersionMatch=NotOlderThan',
    'watch=1&resourceVersion=abc',
  ].map(
    (query): ConformanceCase => ({
      title: `answers a list with ${query}`,
      run: async (session) => {
        await session.get(`${session.path('secrets')}?${query}`);
      },
    }),
  ),
  {
    title: 'lists objects as they were at a version',
    run: async (session) => {
      const list = session.path('secrets');
      const created = objectOf(await session.post(list, { metadata: { name: 'a' }, stringData: { x: '1' } }));
      const { resourceVersion } = created.metadata as { resourceVersion: string };
      await session.put(`${list}/a`, { metadata: { name: 'a' }, stringData: { x: '2' }, type: 'Opaque' });
      await session.post(list, { metadata: { name: 'b' } });
      await session.get(`${list}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`);
      await session.get(`${list}?resourceVersion=${resourceVersion}&resourceVersionMatch=NotOlderThan`);
    },
  },
  ...[
    'n=1',
    'n==1',
    'n!=1,n',
    'n in (1,2)',
    'n in (1, 2),parity notin (odd)',
    'parity notin (odd),n',
    'last',
    '!last,n',
    'last=',
    'n>2',
    'n<2',
    'n in ()',
    'n in',
    'n=1=2',
    'a b',
    'n=_x',
    'n>a',
    '_n=1',
    'n,',
    ',n',
    'n in (1',
    'n gt 1',
    '!',
    'n!',
  ].map(
    (selector): ConformanceCase => ({
      title: `selects by labels ${selector}`,
      run: async (session) => {
        await four(session);
        await session.get(`${session.path('configmaps')}?labelSelector=${encodeURIComponent(selector)}`);
      },
    }),
  ),
  {
    title: 'selects by numbers and booleans that objects lack',
    run: async (session) => {
      const container = { name: 'a', image: 'a' };
      const labels = { app: 'a' };
      const template = { metadata: { labels }, spec: { containers: [container], restartPolicy: 'Never' } };
      await session.unrecorded('POST', session.path('pods'), { metadata: { name: 'a' }, spec: template.spec });
      const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'a' }, spec: { suspend: true, template } };
      const jobs = `/apis/batch/v1/namespaces/${session.namespace}/jobs`;
      await session.unrecorded('POST', jobs, job);
      const selected = async (path: string, field: string) => {
        for (const selector of [`${field}=false`, `${field}=true`, `${field}=0`, `${field}=`, `${field}!=0`]) {
          const { items } = objectOf(
            await session.unrecorded('GET', `${path}?fieldSelector=${encodeURIComponent(selector)}`),
          );
          session.note(selector, objectList(items).length);
        }
      };
      await selected(session.path('pods'), 'spec.hostNetwork');
      await selected(jobs, 'status.successful');
    },
  },
  ...[
    'metadata.name=c1',
    'metadata.name==c1',
    'metadata.name!=c1,metadata.name!=kube-root-ca.crt',
    'metadata.name',
    'data.n=1',
    'metadata.namespace=x',
  ].map(
    (selector): ConformanceCase => ({
      title: `selects by fields ${selector}`,
      run: async (session) => {
        await four(session);
        await session.get(`${session.path('configmaps')}?fieldSelector=${encodeURIComponent(selector)}`);
      },
    }),
  ),
  {
    title: 'selects custom resources by the fields of their definition',
    run: async (session) => {
      await session.unrecorded('POST', session.path(widgets), widget('a', { mode: 'a' }));
      await session.unrecorded('POST', session.path(widgets), widget('b', { mode: 'b' }));
      await session.get(`${session.path(widgets)}?fieldSelector=spec.mode%3Db`);
      await session.get(`${session.path(widgets)}?fieldSelector=spec.size%3D1`);
    },
  },
  {
    title: 'gets absent objects, and objects at versions',
    run: async (session) => {
      await session.get(session.path('configmaps', 'absent'));
      await session.post(session.path('configmaps'), configMap('a'));
      const cached = `${session.path('configmaps', 'a')}?resourceVersion=0`;
      await session.until('the cache has the object', cached, (_, status) => status === 200);
      await session.get(cached);
      await session.get(`${session.path('configmaps', 'a')}?resourceVersion=abc`);
    },
  },
  {
    title: 'shows metadata only',
    run: async (session) => {
      await session.post(session.path('secrets'), { metadata: { name: 'a' } });
      const as = (kind: string) => ({ accept: `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json` });
      await session.get(session.path('secrets', 'a'), as('PartialObjectMetadata'));
      await session.get(session.path('secrets'), as('PartialObjectMetadataList'));
      await session.get(session.path('secrets', 'a'), { accept: 'text/plain' });
      await session.get(session.path('secrets', 'a'), { accept: 'application/json;as=Odd;g=meta.k8s.io;v=v1' });
      await session.get(session.path('secrets', 'a'), { accept: '*/*' });
    },
  },
  {
    title: 'shows tables of custom resources',
    run: async (session) => {
      await session.post(session.path(widgets), widget('a', { size: 3, ports: [{ name: 'http' }] }));
      await session.post(session.path(widgets), widget('b', {}));
      const table = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1,application/json' };
      await session.get(session.path(widgets), table);
      await session.get(`${session.path(widgets)}?includeObject=Object`, table);
      await session.get(`${session.path(widgets, 'a')}?includeObject=None`, table);
    },
  },
];
