import type { JsonObject, JsonValue } from '../../../lib/api/index.ts';
import type { ConformanceCase } from '../session.ts';
import { widget, widgets } from './sample.ts';

function refused(what: string, spec: JsonObject): ConformanceCase {
  return {
    title: `validates ${what}`,
    run: async (session) => {
      await session.post(session.path(widgets), widget('a', spec));
    },
  };
}

/** Custom resources: validation, defaults, pruning and rules. */
export const customCases: readonly ConformanceCase[] = [
  ...[
    ['a minimum', { size: 0 }],
    ['a maximum', { size: 11 }],
    ['a type', { size: 'x' }],
    ['an integer', { size: 1.5 }],
    ['a boolean for an integer', { size: true }],
    ['a list for an object', { map: [] }],
    ['an object for a list', { list: {} }],
    ['a choice', { mode: 'c' }],
    ['a choice of another type', { mode: 1 }],
    ['a short text', { name: 'x' }],
    ['a long text', { name: 'abcde' }],
    ['a pattern', { name: 'AB' }],
    ['a long list', { list: ['a', 'b', 'c'] }],
    ['items', { list: ['a', 1] }],
    ['entries', { map: { a: 1, b: '2' } }],
    ['few properties', { few: {} }],
    ['many properties', { few: { a: 1, b: 2, c: 3 } }],
    ['a missing key', { ports: [{ port: 1 }] }],
    ['repeated keys', { ports: [{ name: 'a' }, { name: 'a', port: 2 }, { name: 'a', protocol: 'UDP' }] }],
    ['a repeated item of a set', { set: ['a', 'b', 'a'] }],
    ['no alternative of oneOf', { either: {} }],
    ['two alternatives of oneOf', { either: { x: '1', y: '1' } }],
    ['no alternative of anyOf', { any: {} }],
    ['not', { not: 3 }],
    ['an int or string', { both: true }],
    ['a fraction for an int or string', { both: 1.5 }],
    ['a time', { when: 'yesterday' }],
    ['a multiple', { number: 0.3 }],
    ['the range of int32', { int32: 3_000_000_000 }],
    ['a fraction for an int32', { int32: 1.5 }],
    ['an exclusive minimum', { positive: 0 }],
    ['a minimum with a fraction', { bounds: { half: 0 } }],
    ['a maximum with a fraction', { bounds: { below: 1 } }],
    ['a whole number as a multiple of a fraction', { bounds: { step: 1 } }],
    ['bounds outside the range of their type', { bounds: { fraction: 1, wide: 1, small: 1 } }],
    ['bytes that rules can not read', { bounds: { bytes: 'YWF/' } }],
    ['an embedded resource', { embedded: { a: 1 } }],
    ['a rule with an expression only', { polite: 'rude' }],
    ['a rule of an object', { size: 1, replicas: 2 }],
    ['several fields at once', { size: 99, mode: 'c', list: [1, 2, 3], ports: [{}] }],
    ['nested rules and values at once', { size: 99, polite: 'rude' }],
  ].map(([what, spec]) => refused(what as string, spec as JsonObject)),
  {
    title: 'drops unknown fields with warnings, or refuses them',
    run: async (session) => {
      const object = { ...widget('a', { nope: 1, ports: [{ name: 'x', nope: 1 }] }, { nope: 1 }), more: 1 };
      await session.post(`${session.path(widgets)}?fieldValidation=Strict`, object);
      await session.post(session.path(widgets), object);
      await session.patch('merge', session.path(widgets, 'a'), { spec: { nope: 2 } });
      await session.patch('merge', `${session.path(widgets, 'a')}?fieldValidation=Strict`, { spec: { nope: 2 } });
      await session.post(`${session.path(widgets)}?fieldValidation=Ignore`, { ...object, metadata: { name: 'b' } });
    },
  },
  {
    title: 'keeps free and embedded values',
    run: async (session) => {
      const embedded = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, anything: 1 };
      await session.post(session.path(widgets), widget('a', { free: { a: [{ b: null }] }, embedded }));
    },
  },
  {
    title: 'adds defaults, also for null',
    run: async (session) => {
      await session.post(session.path(widgets), widget('a', { mode: null, deep: {}, ports: [{ name: 'x' }] }));
      await session.post(session.path(widgets), widget('b', { deep: null, nullable: null, size: null }));
      await session.post(session.path(widgets), widget('c'));
      await session.patch('merge', session.path(widgets, 'c'), { spec: {} });
    },
  },
  ...(
    [
      ['another kind', { ...widget('a', {}), kind: 'Other' }],
      ['another version', { ...widget('a'), apiVersion: 'conformance.example.com/v2' }],
      ['another group', { ...widget('a'), apiVersion: 'other.example.com/v1' }],
      ['no kind', { apiVersion: 'conformance.example.com/v1', metadata: { name: 'a' } }],
      ['no version', { kind: 'Widget', metadata: { name: 'a' } }],
      ['a wrong name', widget('A_', {})],
      ['a number as label', widget('a', {}, { labels: { x: 1 } })],
      ['text as metadata', { ...widget('a', {}), metadata: 'x' }],
      ['a list as spec', { ...widget('a'), spec: [] }],
    ] satisfies readonly (readonly [string, JsonValue])[]
  ).map(
    ([what, object]): ConformanceCase => ({
      title: `refuses a custom resource with ${what}`,
      run: async (session) => {
        await session.post(session.path(widgets), object);
      },
    }),
  ),
  {
    title: 'evaluates transition rules at updates only',
    run: async (session) => {
      const path = session.path(widgets, 'a');
      await session.post(session.path(widgets), widget('a', { growing: 3, fixed: 'x' }));
      await session.patch('merge', path, { spec: { growing: 2 } });
      await session.patch('merge', path, { spec: { growing: 4 } });
      await session.patch('merge', path, { spec: { fixed: 'y' } });
      await session.patch('merge', path, { spec: { fixed: null } });
      await session.patch('merge', path, { spec: { fixed: 'z' } });
    },
  },
];
