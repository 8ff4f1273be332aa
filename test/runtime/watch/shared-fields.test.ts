import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldsV1, StoredObject } from '../../../lib/api/index.ts';
import { sharedFieldsTransform } from '../../../lib/runtime/watch/index.ts';
import { storedObject } from '../stored-object.ts';

/** Returns a child as decoded from a response: without shared fields. */
function child(name: string, spec: FieldsV1 = { 'f:replicas': {}, 'f:template': { 'f:spec': {} } }): StoredObject {
  const fieldsV1: FieldsV1 = {
    'f:metadata': { 'f:labels': { 'f:app': {} }, 'f:ownerReferences': { [`k:{"uid":"${name}"}`]: {} } },
    'f:spec': structuredClone(spec),
  };
  return storedObject(name, 1, { managedFields: [{ manager: 'a', operation: 'Apply', fieldsV1 }, { manager: 'b' }] });
}

const fieldsOf = ({ metadata }: StoredObject) => metadata.managedFields?.[0]?.fieldsV1;

describe('objects that share their managed fields', () => {
  it('objects that share managed fields have the same content as before', () => {
    const share = sharedFieldsTransform();
    for (const object of [child('a'), child('b'), child('c', { 'f:other': {} }), storedObject('d', 1)]) {
      assert.deepEqual(share(object), object);
    }
    const bare = storedObject('e', 1, { managedFields: [{ manager: 'a', fieldsV1: { 'f:data': {} } }] });
    assert.deepEqual(share(bare), bare);
  });

  it('objects share common parts of managed fields, except those that name the owner', () => {
    const share = sharedFieldsTransform();
    const [one, other, different] = [child('a'), child('b'), child('c', { 'f:other': {} })].map((object) =>
      fieldsOf(share(object)),
    );
    assert.ok(one?.['f:spec'] !== undefined && one['f:spec'] === other?.['f:spec']);
    assert.equal(one['f:metadata']?.['f:labels'], other?.['f:metadata']?.['f:labels']);
    assert.notEqual(one['f:metadata']?.['f:ownerReferences'], other?.['f:metadata']?.['f:ownerReferences']);
    assert.notEqual(one['f:spec'], different?.['f:spec']);
  });

  it('objects stop sharing managed fields when there are too many shapes', () => {
    const share = sharedFieldsTransform();
    const first = fieldsOf(share(child('a')))?.['f:spec'];
    for (let index = 0; index < 1_000; index += 1) share(child('b', { [`f:${index}`]: {} }));
    const later = fieldsOf(share(child('c')))?.['f:spec'];
    assert.deepEqual(later, first);
    assert.notEqual(later, first);
  });

  it('objects share no managed fields of an unusual size', () => {
    const share = sharedFieldsTransform();
    const names = Array.from({ length: 3_000 }, (_, index) => [`f:${index}`, {}] as const);
    for (const large of [Object.fromEntries(names), { [`f:${'x'.repeat(40_000)}`]: {} }]) {
      const [one, other] = [child('a', large), child('b', large)].map((object) => fieldsOf(share(object))?.['f:spec']);
      assert.deepEqual(one, other);
      assert.notEqual(one, other);
    }
  });

  it('objects share at most a million characters of managed fields', () => {
    const share = sharedFieldsTransform();
    const first = fieldsOf(share(child('a')))?.['f:spec'];
    for (let index = 0; index < 40; index += 1) share(child('b', { [`f:${index}${'x'.repeat(30_000)}`]: {} }));
    assert.notEqual(fieldsOf(share(child('c')))?.['f:spec'], first);
  });

  it('managed fields that are nested deeper than the stack stay unchanged', () => {
    const deep = Array.from({ length: 9_000 }).reduce<FieldsV1>((inside) => ({ 'f:a': inside }), {});
    const fieldsV1: FieldsV1 = { 'f:spec': deep };
    const object = storedObject('a', 1, { managedFields: [{ manager: 'a', operation: 'Apply', fieldsV1 }] });
    assert.equal(fieldsOf(sharedFieldsTransform()(object))?.['f:spec'], deep);
  });
});
