import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entryPath, fieldPath, itemPath, valuePath } from '../../lib/schema/field-path.ts';

describe('paths', () => {
  it('a path names fields, and quotes names that are not identifiers', () => {
    assert.equal(fieldPath('spec', 'size'), 'spec.size');
    assert.equal(fieldPath('', 'size'), 'size');
    assert.equal(fieldPath('spec', 'max-size'), 'spec.max-size');
    assert.equal(fieldPath('spec', 'a.b"'), 'spec["a.b\\""]');
  });

  it('a path in a type stands for any item and any entry', () => {
    assert.equal(fieldPath(itemPath('spec.ports'), 'name'), 'spec.ports[].name');
    assert.equal(entryPath('spec.labels'), 'spec.labels{}');
  });

  it('a path in a value counts items', () => {
    assert.equal(valuePath('spec', ['ports', 0, 'name']), 'spec.ports[0].name');
    assert.equal(valuePath('spec', []), 'spec');
  });
});
