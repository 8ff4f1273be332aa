import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceResponse } from '../conformance-server.ts';
import type { ConformanceCase, Session } from '../session.ts';
import { defined, gadget, groupOf } from './definition.ts';

const text = { type: 'string' };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const ports = { type: 'array', items: { ...object({ name: text, port: { type: 'integer' } }), required: ['name'] } };
const keyedPorts = { ...ports, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };

/** Defines a kind with the fields of the specs of two versions, the first of which is stored. */
async function twoVersions(session: Session, first: JsonObject, second: JsonObject): Promise<void> {
  const version = (name: string, fields: JsonObject): JsonObject => ({
    ...{ name, served: true, storage: name === 'v1', subresources: { status: {} } },
    schema: { openAPIV3Schema: object({ spec: object(fields), status: object({ phase: text }) }) },
  });
  await defined(session, { spec: { versions: [version('v1', first), version('v2', second)] } });
  await session.until('the second version is served', pathOf(session, 'v2'), (_, status) => status === 200);
}

function pathOf(session: Session, version: string, rest = ''): string {
  return `/apis/${groupOf(session)}/${version}/gadgets${rest}`;
}

function apply(
  session: Session,
  version: string,
  spec: JsonObject,
  { manager = 'me', query = '' } = {},
): Promise<ConformanceResponse> {
  const path = pathOf(session, version, `/a?fieldManager=${manager}${query}`);
  return session.patch('apply', path, gadget(session, 'a', spec, version));
}

const you = { manager: 'you' };
const forced = { query: '&force=true' };

/** Server-side apply of custom resources through two versions without conversion. */
export const applyVersionCases: readonly ConformanceCase[] = [
  {
    title: 'owns fields in the version of each apply',
    run: async (session) => {
      await twoVersions(session, { x: text, y: text }, { x: text, y: text });
      await apply(session, 'v1', { x: '1' });
      await apply(session, 'v2', { y: '1' }, you);
      await apply(session, 'v2', { x: '2' }, you);
      await apply(session, 'v2', { x: '2' }, { ...you, ...forced });
      await apply(session, 'v1', { x: '3', y: '3' });
      await apply(session, 'v1', { x: '2' });
      await apply(session, 'v2', { y: '4' });
      await apply(session, 'v1', {});
      await session.get(pathOf(session, 'v2', '/a'));
    },
  },
  {
    title: 'owns updated fields in the version of each update',
    run: async (session) => {
      await twoVersions(session, { x: text, y: text }, { x: text, y: text });
      await session.post(pathOf(session, 'v2'), gadget(session, 'a', { x: '1' }, 'v2'));
      await session.patch('merge', pathOf(session, 'v1', '/a'), { spec: { y: '1' } });
      await session.patch('merge', pathOf(session, 'v2', '/a'), { spec: { y: '2' } });
      await apply(session, 'v1', { x: '2', y: '3' });
      await apply(session, 'v1', { x: '1', y: '3' }, forced);
      await session.patch('merge', pathOf(session, 'v2', '/a'), { spec: { x: null, y: '4' } });
      await session.patch('merge', pathOf(session, 'v2', '/a/status'), { status: { phase: 'a' } });
      await session.patch('merge', pathOf(session, 'v1', '/a/status'), { status: { phase: 'b' } });
      await session.patch('json', pathOf(session, 'v1', '/a'), [{ op: 'remove', path: '/spec/y' }]);
    },
  },
  {
    title: 'compares lists in the version of each manager',
    run: async (session) => {
      await twoVersions(session, { ports }, { ports: keyedPorts });
      await apply(session, 'v1', { ports: [{ name: 'a', port: 1 }] });
      await apply(session, 'v2', { ports: [{ name: 'b', port: 1 }] }, you);
      await apply(session, 'v2', { ports: [{ name: 'a', port: 2 }] }, you);
      await apply(session, 'v2', { ports: [{ name: 'a', port: 2 }] }, { ...you, ...forced });
      await apply(session, 'v1', { ports: [{ name: 'c', port: 1 }] });
      await apply(session, 'v1', { ports: [{ name: 'c', port: 1 }] }, forced);
      await apply(session, 'v2', { ports: [] }, you);
      await apply(session, 'v1', {});
    },
  },
  {
    title: 'leaves fields of one version to its managers',
    run: async (session) => {
      await twoVersions(session, { x: text, old: text }, { x: text, fresh: text });
      await apply(session, 'v1', { x: '1', old: '1' });
      await apply(session, 'v2', { fresh: '1' }, you);
      await apply(session, 'v2', { x: '1', fresh: '2' }, you);
      await apply(session, 'v1', { old: '2' });
      await apply(session, 'v2', { x: '2' });
      await session.patch('merge', pathOf(session, 'v2', '/a'), { spec: { fresh: '3' } });
      await session.get(pathOf(session, 'v1', '/a'));
      await session.get(pathOf(session, 'v2', '/a'));
    },
  },
  {
    title: 'has values of another type in another version',
    run: async (session) => {
      await twoVersions(session, { x: text, m: object({ a: text }) }, { x: object({ a: text }), m: text });
      await apply(session, 'v1', { x: '1' });
      await apply(session, 'v2', { m: '1' }, you);
      await apply(session, 'v2', { x: { a: '1' } }, { ...you, ...forced });
      await apply(session, 'v1', { x: '2' });
      await session.patch('merge', pathOf(session, 'v1', '/a'), { spec: { x: '3' } });
    },
  },
];
