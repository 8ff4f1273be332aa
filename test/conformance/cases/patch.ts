import type { ConformanceCase } from '../session.ts';
import { configMap, createdObject, widget, widgets } from './sample.ts';

/** Patches by merging and by steps. */
export const patchCases: readonly ConformanceCase[] = [
  {
    title: 'merges a patch',
    run: async (session) => {
      await createdObject(session, configMap('a', { x: '1', y: '2' }, { labels: { l: '1' } }));
      const path = session.path('configmaps', 'a');
      await session.patch('merge', path, { data: { x: null, z: '3' } });
      await session.patch('merge', path, { metadata: { labels: null, annotations: { n: '1' } } });
      await session.patch('merge', path, { metadata: { resourceVersion: '1' } });
      await session.patch('merge', path, { data: null });
      await session.patch('merge', path, { kind: 'Secret' });
      await session.patch('merge', path, { daty: {} });
      await session.patch('merge', `${path}?fieldValidation=Strict`, { daty: {} });
      await session.patch('merge', `${path}?dryRun=All`, { data: { dry: '1' } });
      await session.patch('merge', `${path}?force=true`, { data: { dry: '1' } });
      await session.get(path);
      await session.patch('merge', session.path('configmaps', 'absent'), { data: {} });
      await session.patch('merge', path, [1]);
    },
  },
  {
    title: 'patches by steps',
    run: async (session) => {
      await createdObject(session, configMap('a', { x: '1', y: '2' }));
      const path = session.path('configmaps', 'a');
      await session.patch('json', path, [
        { op: 'test', path: '/data/x', value: '1' },
        { op: 'replace', path: '/data/x', value: '2' },
        { op: 'add', path: '/data/z~1w', value: '3' },
        { op: 'copy', from: '/data/y', path: '/data/c' },
        { op: 'move', from: '/data/y', path: '/data/m' },
        { op: 'remove', path: '/data/c' },
      ]);
      await session.patch('json', path, [{ op: 'test', path: '/data/x', value: '9' }]);
      await session.patch('json', path, [{ op: 'remove', path: '/data/nope' }]);
      await session.patch('json', path, [{ op: 'replace', path: '/data/nope', value: '1' }]);
      await session.patch('json', path, [{ op: 'odd', path: '/data/x' }]);
      await session.patch('json', path, { op: 'test' });
      await session.patch('json', path, []);
      await session.patch('json', path, [{ op: 'replace', path: '/data', value: 'x' }]);
    },
  },
  {
    title: 'finds the places of steps',
    run: async (session) => {
      await createdObject(session, configMap('a', { x: '1' }, { finalizers: ['a/a', 'a/b', 'a/c'] }));
      const path = session.path('configmaps', 'a');
      const item = (key: string) => `/metadata/finalizers/${key}`;
      await session.patch('json', path, [{ op: 'test', path: '/data/absent', value: null }]);
      await session.patch('json', path, [{ op: 'test', path: '/absent/absent', value: null }]);
      for (const key of ['-1', '+1', '01', '', '0x1', '1e0', '-4', '3', ' 1']) {
        await session.patch('json', `${path}?dryRun=All`, [{ op: 'replace', path: item(key), value: 'a/r' }]);
        await session.patch('json', `${path}?dryRun=All`, [{ op: 'remove', path: item(key) }]);
        await session.patch('json', `${path}?dryRun=All`, [{ op: 'add', path: item(key), value: 'a/n' }]);
        await session.patch('json', `${path}?dryRun=All`, [{ op: 'test', path: item(key), value: 'a/b' }]);
      }
      await session.patch('json', `${path}?dryRun=All`, [{ op: 'add', path: 'data/y', value: '2' }]);
      await session.patch('json', `${path}?dryRun=All`, [{ op: 'add', path: 'data', value: {} }]);
      await session.patch('json', `${path}?dryRun=All`, [
        { op: 'replace', path: '', value: configMap('a', { z: '1' }) },
      ]);
      await session.patch('json', path, [{ op: 'replace', path: '', value: 'x' }]);
      await session.patch('json', path, [{ op: 'test', path: '', value: {} }]);
      await session.patch('json', path, [{ op: 'remove', path: '' }]);
    },
  },
  {
    title: 'merges lists by key in strategic patches',
    run: async (session) => {
      const owner = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', name, uid: `uid-of-${name}` });
      await createdObject(session, configMap('a', { x: '1' }, { finalizers: ['a/b'] }));
      const path = session.path('configmaps', 'a');
      await session.patch('strategic', path, { data: { y: '2' }, metadata: { finalizers: ['a/c'] } });
      await session.patch('strategic', `${path}?dryRun=All`, {
        metadata: { ownerReferences: [owner('p'), owner('q')] },
      });
      await session.patch('strategic', path, { metadata: { '$deleteFromPrimitiveList/finalizers': ['a/b'] } });
      await session.patch('strategic', path, { data: { $patch: 'replace', z: '1' } });
      await session.patch('strategic', path, { data: { z: null } });
      await session.patch('strategic', path, { metadata: { finalizers: null } });
    },
  },
  {
    title: 'merges items that share their key in strategic patches',
    run: async (session) => {
      const port = (name: string, protocol: string, number = 80) => ({ name, protocol, port: number });
      const ports = [port('a', 'TCP'), port('b', 'UDP'), port('c', 'TCP', 81), port('d', 'TCP', 82)];
      const service = {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'a' },
        spec: { selector: { a: 'b' }, ports },
      };
      await createdObject(session, service, 'services');
      const path = session.path('services', 'a');
      await session.patch('strategic', `${path}?dryRun=All`, { spec: { ports: [{ port: 80, name: 'e' }] } });
      await session.patch('strategic', `${path}?dryRun=All`, { spec: { ports: [{ port: 80, $patch: 'delete' }] } });
      await session.patch('strategic', `${path}?dryRun=All`, {
        spec: { ports: [port('f', 'TCP', 83), { port: 81, name: 'g' }, { port: 82, $patch: 'delete' }] },
      });
      await session.patch('strategic', `${path}?dryRun=All`, {
        spec: { ports: [port('h', 'TCP', 81), { port: 81, $patch: 'delete' }, port('i', 'TCP', 84)] },
      });
      await session.patch('strategic', path, { spec: { ports: [{ name: 'j' }] } });
    },
  },
  {
    title: 'limits what the steps of one patch copy',
    run: async (session) => {
      await createdObject(session, configMap('a', { x: 'x'.repeat(500_000) }));
      const copies = (count: number) =>
        Array.from({ length: count }, () => ({ op: 'copy', from: '/data/x', path: '/data/y' }));
      const end = { op: 'remove', path: '/data/x' };
      await session.patch('json', session.path('configmaps', 'a'), [...copies(7), end]);
      await session.patch('json', session.path('configmaps', 'a'), [...copies(6), end]);
    },
  },
  {
    title: 'refuses patches of unknown media types',
    run: async (session) => {
      await createdObject(session, configMap('a'));
      await session.send('PATCH', session.path('configmaps', 'a'), {}, { contentType: 'application/json' });
      await createdObject(session, widget('a', {}), widgets);
      await session.patch('strategic', session.path(widgets, 'a'), {});
    },
  },
];
