import type { JsonObject } from '../../../lib/api/index.ts';
import { fieldsAt } from '../../../lib/schema/index.ts';
import { type ConformanceCase, objectOf } from '../session.ts';
import { configMap } from './sample.ts';

/** Creates, and the errors of what can't be created. */
export const createCases: readonly ConformanceCase[] = [
  {
    title: 'creates an object with uid, version, time and managers',
    run: async (session) => {
      await session.post(
        session.path('configmaps'),
        configMap('a', { x: '1' }, { labels: { l: '1' }, annotations: { n: '' } }),
      );
      await session.get(session.path('configmaps', 'a'));
    },
  },
  {
    title: 'creates an object without kind and version',
    run: async (session) => {
      await session.post(session.path('configmaps'), { metadata: { name: 'a' } });
    },
  },
  {
    title: 'creates an object with a generated name',
    run: async (session) => {
      await session.post(session.path('configmaps'), configMap('', {}, { generateName: 'made-' }));
      await session.post(session.path('configmaps'), { metadata: { generateName: 'made-', name: 'given' } });
    },
  },
  {
    title: 'ignores the fields that only the server sets',
    run: async (session) => {
      const metadata = {
        uid: 'mine',
        resourceVersion: '',
        generation: 7,
        creationTimestamp: '2000-01-01T00:00:00Z',
        deletionTimestamp: '2000-01-01T00:00:00Z',
        deletionGracePeriodSeconds: 5,
        selfLink: '/x',
      };
      await session.post(session.path('configmaps'), configMap('a', {}, metadata));
    },
  },
  {
    title: 'refuses a resource version at creation',
    run: async (session) => {
      await session.post(session.path('configmaps'), configMap('a', {}, { resourceVersion: '5' }));
    },
  },
  {
    title: 'refuses a node port and an address that another Service has',
    run: async (session) => {
      const ports = [{ name: 'a', port: 80, nodePort: 31_234 }];
      const service = (name: string, spec: JsonObject) =>
        session.post(session.path('services'), { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec });
      const { clusterIP = null } = fieldsAt(objectOf(await service('a', { type: 'NodePort', ports })), 'spec');
      await service('b', { type: 'NodePort', ports: [{ name: 'x', port: 79 }, ...ports] });
      await service('c', { ports: [{ port: 80 }], clusterIP });
      await service('d', { type: 'NodePort', ports: [{ port: 80, nodePort: 31_235 }] });
      await session.patch('merge', session.path('services', 'd'), { spec: { ports } });
      await session.patch('merge', session.path('services', 'a'), { metadata: { labels: { same: 'ports' } } });
      await session.delete(session.path('services', 'a'));
      await session.patch('merge', session.path('services', 'd'), { spec: { ports } });
    },
  },
  {
    title: 'accepts one of the concurrent Services with one node port or address',
    run: async (session) => {
      const ports = [{ port: 80, nodePort: 31_236 }];
      for (const [field, spec] of Object.entries({
        nodePort: { type: 'NodePort', ports },
        clusterIP: { clusterIP: '10.96.200.7', ports: [{ port: 80 }] },
      })) {
        const responses = await Promise.all(
          ['a', 'b', 'c'].map((name) =>
            session.unrecorded('POST', session.path('services'), {
              metadata: { name: `${field.toLowerCase()}-${name}` },
              spec,
            }),
          ),
        );
        session.note(`statuses of one ${field}`, responses.map(({ status }) => status).toSorted());
      }
    },
  },
  {
    title: 'refuses a name that is taken',
    run: async (session) => {
      await session.post(session.path('configmaps'), configMap('a'));
      await session.post(session.path('configmaps'), configMap('a'));
      await session.post('/api/v1/namespaces', { metadata: { name: session.namespace } });
    },
  },
  ...[
    ['an upper-case letter', { name: 'A' }],
    ['254 characters', { name: 'a'.repeat(254) }],
    ['no characters', {}],
    ['a wrong prefix', { generateName: 'X_' }],
    ['a wrong label key', { name: 'a', labels: { '-x': '1' } }],
    ['a label key with two slashes', { name: 'a', labels: { 'a/b/c': '1' } }],
    ['a label key with an empty prefix', { name: 'a', labels: { '/c': '1' } }],
    ['a label key with a wrong prefix', { name: 'a', labels: { 'A_/c': '1' } }],
    ['a long label key', { name: 'a', labels: { ['k'.repeat(64)]: '1' } }],
    ['a wrong label value', { name: 'a', labels: { x: 'a b' } }],
    ['a long label value', { name: 'a', labels: { x: 'v'.repeat(64) } }],
    ['a wrong annotation key', { name: 'a', annotations: { 'a b': '1' } }],
    ['annotations that are too large', { name: 'a', annotations: { x: 'v'.repeat(262_144) } }],
    ['a short finalizer', { name: 'a', finalizers: ['mine'] }],
    ['a wrong finalizer', { name: 'a', finalizers: ['a b/c'] }],
    ['both standard finalizers', { name: 'a', finalizers: ['orphan', 'foregroundDeletion'] }],
    ['an owner without a uid', { name: 'a', ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'x' }] }],
    ['an owner without a kind', { name: 'a', ownerReferences: [{ apiVersion: 'v1', name: 'x', uid: 'y' }] }],
    ['an event as owner', { name: 'a', ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'x', uid: 'y' }] }],
    [
      'two controllers',
      {
        name: 'a',
        ownerReferences: ['x', 'y'].map((name) => ({
          apiVersion: 'v1',
          kind: 'Pod',
          name,
          uid: name,
          controller: true,
        })),
      },
    ],
  ].map(
    ([what, metadata]): ConformanceCase => ({
      title: `refuses metadata with ${String(what)}`,
      run: async (session) => {
        await session.post(session.path('configmaps'), {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: metadata ?? {},
        });
      },
    }),
  ),
  ...[
    ['another kind', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } }],
    ['another version', { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'a' } }],
    ['another namespace', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'other' } }],
    ['a number for text', configMap('a', { x: 1 })],
    ['text for a map', { metadata: { name: 'a' }, data: 'x' }],
    ['a number for a name', { metadata: { name: 1 } }],
    ['text for metadata', { metadata: 'x' }],
    ['a list', []],
    ['an incomplete text', '{'],
    ['no text', ''],
  ].map(
    ([what, body]): ConformanceCase => ({
      title: `refuses a body with ${String(what)}`,
      run: async (session) => {
        await session.post(session.path('configmaps'), body ?? null);
      },
    }),
  ),
  {
    title: 'refuses a body of an unknown media type',
    run: async (session) => {
      await session.post(session.path('configmaps'), configMap('a'), { contentType: 'text/plain' });
    },
  },
  {
    title: 'accepts YAML',
    run: async (session) => {
      await session.post(session.path('configmaps'), 'metadata: {name: a}\ndata: {x: "1"}', {
        contentType: 'application/yaml',
      });
    },
  },
  {
    title: 'refuses an object in a namespace that does not exist',
    run: async (session) => {
      await session.post('/api/v1/namespaces/absent/configmaps', configMap('a'));
    },
  },
  {
    title: 'warns of unknown fields, drops them, and refuses them if asked',
    run: async (session) => {
      const object = { ...configMap('a', { x: '1' }, { nope: 1 }), daty: {} };
      await session.post(session.path('configmaps'), object);
      await session.post(`${session.path('configmaps')}?fieldValidation=Strict`, object);
      await session.post(`${session.path('configmaps')}?fieldValidation=Ignore`, {
        ...object,
        metadata: { name: 'b', nope: 1 },
      });
      await session.post(`${session.path('configmaps')}?fieldValidation=Odd`, object);
    },
  },
  {
    title: 'warns of repeated fields, and refuses them if asked',
    run: async (session) => {
      const body = '{"metadata":{"name":"a","labels":{"x":"1","x":"2"}},"data":{"a":"1","a":"2"}}';
      await session.post(session.path('configmaps'), body);
      await session.post(`${session.path('configmaps')}?fieldValidation=Strict`, body);
    },
  },
  {
    title: 'stores nothing in a dry run',
    run: async (session) => {
      await session.post(`${session.path('configmaps')}?dryRun=All`, configMap('a', { x: '1' }));
      await session.get(session.path('configmaps', 'a'));
      await session.post(`${session.path('configmaps')}?dryRun=Some`, configMap('a'));
    },
  },
  {
    title: 'names the field manager of a request',
    run: async (session) => {
      await session.post(`${session.path('configmaps')}?fieldManager=me`, configMap('a', { x: '1' }));
      await session.post(`${session.path('configmaps')}?fieldManager=${'m'.repeat(129)}`, configMap('b'));
    },
  },
  {
    title: 'drops nulls and empty maps of built-in kinds',
    run: async (session) => {
      await session.post(session.path('configmaps'), {
        metadata: { name: 'a', labels: {}, annotations: null },
        data: {},
      });
      await session.post(session.path('configmaps'), { metadata: { name: 'b', finalizers: [] }, data: null });
    },
  },
  {
    title: 'refuses wrong keys of ConfigMaps',
    run: async (session) => {
      await session.post(session.path('configmaps'), configMap('a', { 'x y': '1' }));
    },
  },
  {
    title: 'encodes the text of Secrets',
    run: async (session) => {
      const secret = { metadata: { name: 's' }, stringData: { a: 'text' }, data: { b: 'Yg==' } };
      await session.post(session.path('secrets'), secret);
      await session.put(session.path('secrets', 's'), { metadata: { name: 's' }, type: 'other' });
    },
  },
  {
    title: 'keeps immutable ConfigMaps and Secrets',
    run: async (session) => {
      await session.post(session.path('configmaps'), { ...configMap('a', { x: '1' }), immutable: true });
      await session.put(session.path('configmaps', 'a'), { ...configMap('a', { x: '2' }), immutable: true });
      await session.put(session.path('configmaps', 'a'), configMap('a', { x: '1' }));
    },
  },
];
