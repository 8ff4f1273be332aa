import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceCase, Session } from '../session.ts';
import { objectOf } from '../session.ts';
import { configMap, widget, widgets } from './sample.ts';

const form = (as: string, version = 'v1') => `application/json;as=${as};g=meta.k8s.io;v=${version},application/json`;

const streamed = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';

async function version(session: Session, path: string): Promise<string> {
  const { metadata } = objectOf(await session.unrecorded('GET', path));
  return (metadata as { resourceVersion: string }).resourceVersion;
}

/** Creates, changes and deletes an object. */
async function life(session: Session, list: string, object: JsonObject): Promise<void> {
  const path = `${list}/${(object.metadata as { name: string }).name}`;
  const merge = { contentType: 'application/merge-patch+json' };
  await session.unrecorded('POST', list, object);
  await session.unrecorded('PATCH', path, { metadata: { labels: { x: '1' } } }, merge);
  await session.unrecorded('DELETE', path);
}

const kinds = [
  { kind: 'built-in', resource: 'secrets', object: { metadata: { name: 'a' }, type: 'Opaque' } },
  { kind: 'custom', resource: widgets, object: widget('a', { size: 1 }) },
] as const;

/** Watches in other forms, and their options. */
export const streamCases: readonly ConformanceCase[] = [
  ...kinds.flatMap(({ kind, resource, object }) =>
    ['PartialObjectMetadata', 'Table', 'Odd'].map(
      (as): ConformanceCase => ({
        title: `watches ${kind} objects as ${as}`,
        run: async (session) => {
          const list = session.path(resource);
          const from = await version(session, list);
          await session.watch(
            `${list}?watch=1&resourceVersion=${from}`,
            3,
            () => life(session, list, object),
            form(as),
          );
        },
      }),
    ),
  ),
  ...kinds.flatMap(({ kind, resource, object }) =>
    ['PartialObjectMetadata', 'Table'].flatMap((as) =>
      ['', 'includeObject=None'].map(
        (include): ConformanceCase => ({
          title: `streams a list of ${kind} objects as ${as} with ${include}`,
          run: async (session) => {
            const list = session.path(resource);
            await session.unrecorded('POST', list, object);
            await session.watch(`${list}?${streamed}&${include}`, 2, undefined, form(as));
          },
        }),
      ),
    ),
  ),
  {
    title: 'streams a list that selects by labels, and goes on',
    run: async (session) => {
      const list = session.path(widgets);
      for (const name of ['a', 'b', 'c']) {
        await session.unrecorded('POST', list, widget(name, {}, { labels: { odd: name === 'b' ? 'no' : 'yes' } }));
      }
      await session.watch(`${list}?${streamed}&labelSelector=odd%3Dyes`, 5, async () => {
        await session.patch('merge', `${list}/a`, { metadata: { labels: { odd: 'no' } } });
        await session.patch('merge', `${list}/b`, { metadata: { labels: { odd: 'yes' } } });
      });
    },
  },
  {
    title: 'streams a list that selects by fields, and goes on',
    run: async (session) => {
      const list = session.path(widgets);
      for (const [name, mode] of [
        ['a', 'a'],
        ['b', 'b'],
      ] as const) {
        await session.unrecorded('POST', list, widget(name, { mode }));
      }
      await session.watch(`${list}?${streamed}&fieldSelector=spec.mode%3Db`, 4, async () => {
        await session.patch('merge', `${list}/a`, { spec: { mode: 'b' } });
        await session.patch('merge', `${list}/b`, { spec: { mode: 'a' } });
      });
    },
  },
  ...[
    'watch=1&resourceVersion=0',
    'watch=true&resourceVersion=0',
    'watch=1',
    'watch=1&resourceVersion=0&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true',
  ].map(
    (query): ConformanceCase => ({
      title: `begins a watch with ${query}`,
      run: async (session) => {
        const path = session.path('secrets');
        await session.unrecorded('POST', path, { metadata: { name: 'a' } });
        await session.until('the cache has the object', `${path}/a?resourceVersion=0`, (_, status) => status === 200);
        await session.watch(`${path}?${query}`, 1);
      },
    }),
  ),
  ...[
    'watch=1&sendInitialEvents=false',
    'watch=1&sendInitialEvents=true&resourceVersionMatch=Odd',
    'watch=1&resourceVersionMatch=Exact',
    'watch=1&labelSelector=a%3D%3D%3Db',
    'watch=1&fieldSelector=spec.odd%3D1',
    'watch=1&timeoutSeconds=x',
    'watch=1&limit=x',
    'sendInitialEvents=false',
    'resourceVersionMatch=NotOlderThan&resourceVersion=x',
    'resourceVersionMatch=Exact&resourceVersion=x',
    'resourceVersion=-1',
    'continue=abc',
    'continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiIifQ',
    'limit=1&continue=eyJ2IjoidjkiLCJydiI6MX0',
    'timeoutSeconds=x',
    'labelSelector=%21',
    'fieldSelector=a%2Cb',
  ].map(
    (query): ConformanceCase => ({
      title: `answers a request for ${query}`,
      run: async (session) => {
        for (const resource of ['secrets', widgets]) await session.get(`${session.path(resource)}?${query}`);
      },
    }),
  ),
  {
    title: 'watches one object across all namespaces',
    run: async (session) => {
      const list = session.path('configmaps');
      const from = await version(session, list);
      const fields = encodeURIComponent(`metadata.namespace=${session.namespace},metadata.name=only`);
      await session.watch(`/api/v1/configmaps?watch=1&resourceVersion=${from}&fieldSelector=${fields}`, 1, async () => {
        await session.unrecorded('POST', list, configMap('other'));
        await session.unrecorded('POST', list, configMap('only', { a: '1' }));
      });
    },
  },
  {
    title: 'restarts a watch from the last version that it has shown',
    run: async (session) => {
      const list = session.path('secrets');
      const from = await version(session, list);
      const created = objectOf(await session.post(list, { metadata: { name: 'a' } }));
      const { resourceVersion } = created.metadata as { resourceVersion: string };
      await session.patch('merge', `${list}/a`, { metadata: { labels: { n: '1' } } });
      await session.delete(`${list}/a`);
      await session.watch(`${list}?watch=1&resourceVersion=${from}`, 3);
      await session.watch(`${list}?watch=1&resourceVersion=${resourceVersion}`, 2);
    },
  },
  {
    title: 'shows concurrent watches the same order',
    run: async (session) => {
      const list = session.path('secrets');
      const from = await version(session, list);
      for (const name of ['c', 'a', 'b']) await session.unrecorded('POST', list, { metadata: { name } });
      await session.unrecorded('DELETE', `${list}/a`);
      for (let count = 0; count < 3; count += 1) await session.watch(`${list}?watch=1&resourceVersion=${from}`, 4);
    },
  },
];
