import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, KubernetesObject, StoredObject } from '../../../../lib/api/index.ts';
import { childDifferences } from '../../../../lib/runtime/reconcile/comparison/difference.ts';
import { shapeOfSchema } from '../../../../lib/runtime/reconcile/comparison/schema-shape.ts';
import { customSchema } from './variant.ts';

const shape = shapeOfSchema(customSchema);
const identity = { name: 'a', namespace: 'default' };

/** Returns the differences between a stored object, of whose spec the operator owns `owned`, and a rendered one. */
function differences(rendered: JsonObject, stored: JsonObject, owned: JsonObject): string[] {
  const desired: KubernetesObject = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: identity, spec: rendered };
  const entry = { manager: 'operator', operation: 'Apply', apiVersion: desired.apiVersion } as const;
  const managedFields = [{ ...entry, fieldsV1: JSON.parse(JSON.stringify({ 'f:spec': owned })) }];
  const born = { uid: 'a', resourceVersion: '1', creationTimestamp: '2030-01-01T00:00:00Z' };
  const live: StoredObject = { ...desired, spec: stored, metadata: { ...identity, ...born, managedFields } };
  return childDifferences(live, desired, { fieldManager: 'operator' }, shape).map(
    ({ path, reason }) => `${reason} ${path}`,
  );
}

describe('the shape of a structural schema', () => {
  for (const [what, rendered, stored, owned] of [
    [
      'defaults in the items of a list of one owner',
      { list: [{ a: 'a' }] },
      { list: [{ a: 'a', port: 80 }] },
      { 'f:list': {} },
    ],
    [
      'defaults in a map of one owner',
      { atomic: { a: '' } },
      { atomic: { a: '', filled: 'filled' } },
      { 'f:atomic': {} },
    ],
    ['an empty set, which leaves no trace of its owner', { set: [] }, { set: [] }, {}],
    ['an empty list by key', { items: [] }, { items: [] }, {}],
    [
      'keys that are filled in',
      { items: [{ name: 'a' }] },
      { items: [{ name: 'a', zone: 'a', filled: 1 }] },
      { 'f:items': { 'k:{"name":"a","zone":"a"}': { '.': {}, 'f:name': {} } } },
    ],
    ['an empty map of our own', { words: {} }, { words: { theirs: 'a' } }, { 'f:words': {} }],
    ['an empty map in what no schema describes', { free: { a: {} } }, { free: { a: {} } }, { 'f:free': { 'f:a': {} } }],
  ] as const) {
    it(`a comparison by the shape of a schema accepts ${what}`, () => {
      assert.deepEqual(differences(rendered, stored, owned), []);
    });
  }

  for (const [what, rendered, stored, owned, expected] of [
    [
      'another value beside a default',
      { list: [{ a: 'b' }] },
      { list: [{ a: 'a', port: 80 }] },
      { 'f:list': {} },
      'changed spec.list',
    ],
    [
      'another value than the default',
      { list: [{ a: 'a' }] },
      { list: [{ a: 'a', port: 81 }] },
      { 'f:list': {} },
      'changed spec.list',
    ],
    ['nothing where an empty text is rendered', { text: '' }, {}, { 'f:text': {} }, 'absent spec.text'],
    ['nothing where an empty set is rendered', { set: [] }, {}, {}, 'absent spec.set'],
    ['nothing where an empty map is rendered', { words: {} }, {}, { 'f:words': {} }, 'absent spec.words'],
    [
      'the same quantity in other words',
      { percent: '1000m' },
      { percent: '1' },
      { 'f:percent': {} },
      'changed spec.percent',
    ],
    [
      'what we no longer own in a map',
      { words: { a: 'a' } },
      { words: { a: 'a' } },
      { 'f:words': {} },
      'unowned spec.words.a',
    ],
  ] as const) {
    it(`a comparison by the shape of a schema finds ${what}`, () => {
      assert.deepEqual(differences(rendered, stored, owned), [expected]);
    });
  }

  it('the shape of a value that isn’t a schema is unknown', () => {
    assert.deepEqual(shapeOfSchema(undefined), {});
  });
});
