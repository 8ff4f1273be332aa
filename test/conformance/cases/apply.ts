import type { JsonObject, JsonValue } from '../../../lib/api/index.ts';
import type { ConformanceResponse } from '../conformance-server.ts';
import { type ConformanceCase, objectOf, type Session } from '../session.ts';
import { configMap, widget, widgets } from './sample.ts';

/** Applies an object as a field manager. */
function apply(
  session: Session,
  object: JsonObject,
  { manager = 'me', query = '', resource = 'configmaps', subresource = '' } = {},
): Promise<ConformanceResponse> {
  const { name } = object.metadata as { name: string };
  const path = `${session.path(resource, name)}${subresource}?fieldManager=${manager}${query}`;
  return session.patch('apply', path, object);
}

function applyWidget(
  session: Session,
  spec: JsonObject,
  options: { readonly manager?: string; readonly query?: string } = {},
) {
  return apply(session, widget('a', spec), { resource: widgets, ...options });
}

/** Server-side apply. */
export const applyCases: readonly ConformanceCase[] = [
  {
    title: 'creates an object by an apply',
    run: async (session) => {
      await apply(
        session,
        configMap('a', { x: '1' }, { labels: { l: '1' }, annotations: { n: '1' }, finalizers: ['a/b'] }),
      );
      await session.get(session.path('configmaps', 'a'));
    },
  },
  {
    title: 'changes nothing by an equal apply',
    run: async (session) => {
      await apply(session, configMap('a', { x: '1' }));
      await apply(session, configMap('a', { x: '1' }));
      await applyWidget(session, { size: 1, ports: [{ name: 'x' }] });
      await applyWidget(session, { size: 1, ports: [{ name: 'x' }] });
    },
  },
  {
    title: 'removes the fields that an apply no longer has',
    run: async (session) => {
      await apply(session, configMap('a', { x: '1', y: '1' }, { labels: { l: '1' }, finalizers: ['a/b'] }));
      await apply(session, configMap('a', { x: '1' }));
      await apply(session, configMap('a'));
    },
  },
  {
    title: 'keeps the fields of other managers',
    run: async (session) => {
      await apply(session, configMap('a', { x: '1', y: '1' }));
      await apply(session, configMap('a', { y: '1', z: '2' }), { manager: 'you' });
      await apply(session, configMap('a', { x: '1' }));
      await session.patch('merge', session.path('configmaps', 'a'), { data: { w: '3' } });
      await apply(session, configMap('a'));
    },
  },
  {
    title: 'reports conflicts, and takes fields over by force',
    run: async (session) => {
      await apply(session, configMap('a', { x: '1', y: '1' }));
      await apply(session, configMap('a', { x: '2' }), { manager: 'you' });
      await apply(session, configMap('a', { x: '2', y: '2' }), { manager: 'you' });
      await session.patch('merge', session.path('configmaps', 'a'), { data: { w: '3' } });
      await apply(session, configMap('a', { x: '2', y: '2', w: '4' }), { manager: 'you' });
      await apply(session, configMap('a', { x: '2' }), { manager: 'you', query: '&force=true' });
      await apply(session, configMap('a', { x: '2' }));
    },
  },
  {
    title: 'needs a manager, a kind and the name of the path',
    run: async (session) => {
      const path = session.path('configmaps', 'a');
      await session.patch('apply', path, configMap('a'));
      await session.patch('apply', `${path}?fieldManager=me`, configMap('b'));
      await session.patch('apply', `${path}?fieldManager=me`, { metadata: { name: 'a' } });
      await session.patch('apply', `${path}?fieldManager=me`, { ...configMap('a'), kind: 'Secret' });
      await session.patch('apply', `${path}?fieldManager=me`, {
        ...configMap('a'),
        metadata: { name: 'a', managedFields: [{}] },
      });
      await session.patch('apply', `${path}?fieldManager=me`, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        data: { x: '1' },
      });
    },
  },
  {
    title: 'refuses undeclared fields',
    run: async (session) => {
      await apply(session, { ...configMap('a'), daty: {} });
      await apply(session, configMap('a', {}, { nope: 1 }));
      await applyWidget(session, { nope: 1 });
      await applyWidget(session, { ports: [{ name: 'x', nope: 1 }] });
      await applyWidget(session, { free: { anything: { goes: [1] } } });
    },
  },
  {
    title: 'binds an apply to a version or a uid',
    run: async (session) => {
      await apply(session, configMap('a', {}, { uid: 'x' }));
      await apply(session, configMap('b', {}, { resourceVersion: '1' }));
      const first = objectOf(await apply(session, configMap('a', { x: '1' })));
      const { uid, resourceVersion } = first.metadata as { uid: string; resourceVersion: string };
      await apply(session, configMap('a', { x: '2' }, { resourceVersion: '1' }));
      await apply(session, configMap('a', { x: '2' }, { uid: 'x' }));
      await apply(session, configMap('a', { x: '2' }, { uid, resourceVersion }));
    },
  },
  {
    title: 'stores nothing of a dry run',
    run: async (session) => {
      await apply(session, configMap('a', { x: '1' }), { query: '&dryRun=All' });
      await session.get(session.path('configmaps', 'a'));
      await apply(session, configMap('a', { x: '1' }));
      await apply(session, configMap('a', { x: '2' }), { query: '&dryRun=All' });
    },
  },
  {
    title: 'merges lists with keys by item',
    run: async (session) => {
      await applyWidget(session, {
        ports: [
          { name: 'a', port: 1 },
          { name: 'b', port: 2 },
        ],
      });
      await applyWidget(
        session,
        {
          ports: [
            { name: 'c', port: 3 },
            { name: 'a', note: 'n' },
          ],
        },
        { manager: 'you' },
      );
      await applyWidget(session, { ports: [{ name: 'b', port: 2 }] });
      await applyWidget(session, { ports: [{ name: 'b', port: 9 }] }, { manager: 'you' });
      await applyWidget(session, { ports: [{ name: 'b', protocol: 'UDP', port: 9 }] }, { manager: 'you' });
      await applyWidget(session, {}, { manager: 'you' });
    },
  },
  {
    title: 'orders the items of lists with keys',
    run: async (session) => {
      const ports = (...names: readonly string[]) => ({ ports: names.map((name) => ({ name })) });
      await applyWidget(session, ports('a', 'b', 'c'));
      await applyWidget(session, ports('c', 'd', 'a'), { manager: 'you' });
      await applyWidget(session, ports('e', 'c', 'b'));
      await applyWidget(session, ports('d', 'f', 'b', 'g', 'a'), { manager: 'third' });
    },
  },
  {
    title: 'merges sets, and replaces atomic lists and maps',
    run: async (session) => {
      await applyWidget(session, { set: ['a', 'b'], list: ['x'], atomic: { a: 1 }, atoms: [{ x: 1 }] });
      await applyWidget(session, { set: ['c', 'b'] }, { manager: 'you' });
      await applyWidget(session, { list: ['y'], atomic: { b: 2 } }, { manager: 'you' });
      await applyWidget(session, { list: ['y'], atomic: { b: 2 } }, { manager: 'you', query: '&force=true' });
      await applyWidget(session, { set: ['a'] });
    },
  },
  {
    title: 'owns empty maps, lists and nulls',
    run: async (session) => {
      await applyWidget(session, { map: {}, set: [], ports: [], free: {} });
      await applyWidget(session, { map: { a: '1' }, nullable: null }, { manager: 'you' });
      await applyWidget(session, {});
    },
  },
  {
    title: 'owns fields of free maps',
    run: async (session) => {
      await applyWidget(session, { free: { a: { b: 1, c: [1] }, d: 1 } });
      await applyWidget(session, { free: { a: { e: 2 } } }, { manager: 'you' });
      await applyWidget(session, { free: { a: { c: [1] } } });
    },
  },
  {
    title: 'applies a status',
    run: async (session) => {
      await applyWidget(session, { size: 1 });
      const status = { replicas: 1, conditions: [{ type: 'Ready', status: 'True' }] };
      await apply(session, { ...widget('a'), status }, { resource: widgets, subresource: '/status' });
      await apply(
        session,
        { ...widget('a'), status: { conditions: [{ type: 'Other', status: 'True' }] } },
        { manager: 'you', resource: widgets, subresource: '/status' },
      );
      await apply(
        session,
        { ...widget('a'), status: { replicas: 2 } },
        { manager: 'you', resource: widgets, subresource: '/status' },
      );
      await apply(session, { ...widget('a'), status: {} }, { resource: widgets, subresource: '/status' });
      await apply(session, { ...widget('b'), status: {} }, { resource: widgets, subresource: '/status' });
      await apply(session, { ...widget('a', { size: 2 }), status: { replicas: 9 } }, { resource: widgets });
    },
  },
  {
    title: 'applies an object that was created without managers',
    run: async (session) => {
      await session.post(session.path('configmaps'), configMap('a', { x: '1', y: '1' }));
      await session.patch('merge', session.path('configmaps', 'a'), { metadata: { managedFields: [{}] } });
      await apply(session, configMap('a', { x: '2' }));
      await apply(session, configMap('a', { x: '1', z: '1' }));
      await apply(session, configMap('a', { x: '1' }));
    },
  },
  {
    title: 'moves a field between an apply and updates',
    run: async (session) => {
      await applyWidget(session, { size: 1, replicas: 1 });
      await session.patch('merge', session.path(widgets, 'a'), { spec: { size: 2 } });
      await applyWidget(session, { size: 1, replicas: 1 });
      await applyWidget(session, { replicas: 1 });
      await session.patch('merge', session.path(widgets, 'a'), { spec: { replicas: null } });
      await applyWidget(session, { mode: 'b' });
      await applyWidget(session, {});
    },
  },
  {
    title: 'merges the containers of a pod template by name',
    run: async (session) => {
      const template = (containers: readonly JsonValue[]): JsonObject => ({
        apiVersion: 'v1',
        kind: 'PodTemplate',
        metadata: { name: 'p' },
        template: { spec: { containers } },
      });
      const path = session.path('podtemplates', 'p');
      const managed = async (manager: string, object: JsonObject) => {
        const { body, status } = await session.unrecorded('PATCH', `${path}?fieldManager=${manager}`, object, {
          contentType: 'application/apply-patch+yaml',
        });
        const { managedFields = null } = (objectOf({ body, status, warnings: [] }).metadata ?? {}) as JsonObject;
        const fields = Array.isArray(managedFields)
          ? managedFields.map((entry) => (entry as JsonObject).fieldsV1 ?? null)
          : null;
        session.steps.push({ request: manager, status, body: fields });
      };
      await managed(
        'me',
        template([{ name: 'a', image: 'i', ports: [{ containerPort: 80 }], env: [{ name: 'X', value: '1' }] }]),
      );
      await managed('you', template([{ name: 'a', env: [{ name: 'Y', value: '1' }] }]));
    },
  },
];
