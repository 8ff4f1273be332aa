import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ManagedFieldsEntry } from '../../../lib/api/index.ts';
import { managedFieldsTransform } from '../../../lib/runtime/watch/index.ts';
import { storedObject } from '../stored-object.ts';

const ours: ManagedFieldsEntry = { manager: 'ours', operation: 'Apply', fieldsV1: { 'f:data': {} } };
const oursOfStatus: ManagedFieldsEntry = { ...ours, subresource: 'status' };
const theirs: ManagedFieldsEntry = { manager: 'kubectl', operation: 'Update', fieldsV1: { 'f:spec': {} } };
const nameless: ManagedFieldsEntry = { operation: 'Update' };
const copy = { 'kubectl.kubernetes.io/last-applied-configuration': '{…}' };

describe('managedFieldsTransform', () => {
  it('keeps the managed fields of one manager, of all subresources, and drops the others', () => {
    const object = storedObject('a', 1, {
      managedFields: [theirs, ours, nameless, oursOfStatus],
      data: { key: 'value' },
    });
    const kept = managedFieldsTransform('ours')(object);
    assert.deepEqual(kept, storedObject('a', 1, { managedFields: [ours, oursOfStatus], data: { key: 'value' } }));
  });

  it('drops all managed fields without a manager to keep, and the field itself when it becomes empty', () => {
    const object = storedObject('a', 1, { managedFields: [theirs, ours, nameless] });
    assert.deepEqual(managedFieldsTransform()(object), storedObject('a', 1));
    assert.deepEqual(managedFieldsTransform('another-manager')(object), storedObject('a', 1));
  });

  it('drops the last-applied configuration of kubectl, and annotations that held nothing else', () => {
    const drop = managedFieldsTransform();
    assert.deepEqual(drop(storedObject('a', 1, { annotations: copy })), storedObject('a', 1));
    const noted = storedObject('a', 1, { annotations: { ...copy, note: 'kept' } });
    assert.deepEqual(drop(noted), storedObject('a', 1, { annotations: { note: 'kept' } }));
  });

  it('returns an object with nothing to drop unchanged', () => {
    const object = storedObject('a', 1, { labels: { app: 'x' }, annotations: {} });
    assert.equal(managedFieldsTransform('ours')(object), object);
  });

  it('managedFieldsTransform doesn’t change the given object', () => {
    const object = storedObject('a', 1, { managedFields: [theirs], annotations: copy });
    const before = structuredClone(object);
    managedFieldsTransform()(object);
    assert.deepEqual(object, before);
  });
});
