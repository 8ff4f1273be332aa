import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldsV1, ManagedFieldsEntry } from '../../../../lib/api/index.ts';
import { ownStatusFields } from '../../../../lib/runtime/reconcile/comparison/own-fields.ts';
import { storedObject } from '../../stored-object.ts';

function entry(status: FieldsV1, words: Partial<ManagedFieldsEntry> = {}): ManagedFieldsEntry {
  return {
    manager: 'operator',
    operation: 'Update',
    subresource: 'status',
    fieldsV1: { 'f:status': status },
    ...words,
  };
}

function owned(...managedFields: readonly ManagedFieldsEntry[]): FieldsV1 {
  return ownStatusFields(storedObject('a', 1, { managedFields }), 'operator');
}

const ready = 'k:{"type":"Ready"}';

describe('the own fields of a status', () => {
  it('the own fields of a status are those of updates and applies together', () => {
    const updated = entry({ 'f:size': {}, 'f:conditions': { [ready]: { 'f:status': {} } } });
    const applied = entry({ 'f:nodes': {}, 'f:conditions': { [ready]: { '.': {} } } }, { operation: 'Apply' });
    assert.deepEqual(owned(applied, updated), {
      'f:nodes': {},
      'f:size': {},
      'f:conditions': { [ready]: { '.': {}, 'f:status': {} } },
    });
  });

  it('the own fields of a status are those of all versions', () => {
    const [older, newer] = ['v1alpha1', 'v1'].map((version) => ({ apiVersion: `example.com/${version}` }));
    assert.deepEqual(owned(entry({ 'f:a': {} }, older), entry({ 'f:b': {} }, newer)), { 'f:a': {}, 'f:b': {} });
  });

  it('the own fields of a status are not those of other managers, or of the object itself', () => {
    const { subresource: _, ...whole } = entry({ 'f:b': {} });
    assert.deepEqual(owned(entry({ 'f:a': {} }, { manager: 'editor' }), whole, { operation: 'Update' }), {});
  });
});
