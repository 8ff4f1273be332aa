import type { ConformanceCase, Session } from '../session.ts';
import { objectOf } from '../session.ts';
import { widget, widgets } from './sample.ts';

async function version(session: Session): Promise<string> {
  const response = await session.unrecorded('GET', session.path('secrets'));
  return (objectOf(response).metadata as { resourceVersion: string }).resourceVersion;
}

/** Watches. */
export const watchCases: readonly ConformanceCase[] = [
  {
    title: 'watches creations, changes and deletions after a version',
    run: async (session) => {
      const list = session.path('secrets');
      const from = await version(session);
      await session.watch(`${list}?watch=1&resourceVersion=${from}`, 4, async () => {
        await session.post(list, { metadata: { name: 'a' } });
        await session.patch('merge', `${list}/a`, { metadata: { labels: { x: '1' } } });
        await session.patch('merge', `${list}/a`, { metadata: { labels: { x: '1' } } });
        await session.delete(`${list}/a`);
        await session.post(list, { metadata: { name: 'b' } });
      });
      await session.watch(`${list}?watch=1&resourceVersion=${from}`, 4);
    },
  },
  {
    title: 'watches objects that begin and cease to be selected',
    run: async (session) => {
      const list = session.path('secrets');
      const from = await version(session);
      await session.watch(`${list}?watch=1&resourceVersion=${from}&labelSelector=x%3D1`, 4, async () => {
        await session.post(list, { metadata: { name: 'a' } });
        await session.patch('merge', `${list}/a`, { metadata: { labels: { x: '1' } } });
        await session.patch('merge', `${list}/a`, { metadata: { labels: { x: '2' } } });
        await session.patch('merge', `${list}/a`, { metadata: { labels: { x: '1' } } });
        await session.delete(`${list}/a`);
      });
    },
  },
  {
    title: 'begins a watch without a version with the existing objects',
    run: async (session) => {
      const list = session.path('secrets');
      await session.post(list, { metadata: { name: 'a' } });
      await session.watch(`${list}?watch=1`, 1);
      await session.until('the cache has the object', `${list}/a?resourceVersion=0`, (_, status) => status === 200);
      await session.watch(`${list}?watch=1&resourceVersion=0`, 1);
    },
  },
  {
    title: 'streams a list and ends it with a bookmark',
    run: async (session) => {
      const list = session.path('secrets');
      await session.post(list, { metadata: { name: 'a' } });
      await session.watch(
        `${list}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
        3,
        async () => {
          await session.post(list, { metadata: { name: 'b' } });
        },
      );
    },
  },
  {
    title: 'streams a list of custom resources',
    run: async (session) => {
      await session.post(session.path(widgets), widget('a', { size: 1 }));
      await session.watch(
        `${session.path(widgets)}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
        2,
      );
    },
  },
  {
    title: 'watches one object by its name',
    run: async (session) => {
      const list = session.path('secrets');
      const from = await version(session);
      await session.watch(`${list}?watch=1&resourceVersion=${from}&fieldSelector=metadata.name%3Db`, 1, async () => {
        await session.post(list, { metadata: { name: 'a' } });
        await session.post(list, { metadata: { name: 'b' } });
      });
    },
  },
  {
    title: 'ends a watch after its time',
    run: async (session) => {
      await session.watch(`${session.path('secrets')}?watch=1&timeoutSeconds=1`, 9);
    },
  },
];
