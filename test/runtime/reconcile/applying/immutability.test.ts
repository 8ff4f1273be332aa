import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StatusCause } from '../../../../lib/client/index.ts';
import { immutableFields } from '../../../../lib/runtime/reconcile/applying/immutability.ts';
import { refusal } from '../../refusal.ts';
import { configMapKind, keyOf } from '../../shelf.ts';

function fieldsOf(...causes: readonly StatusCause[]) {
  return immutableFields(refusal('apply', configMapKind, keyOf('x'), 422, 'Invalid', { causes }));
}

const fixed = { field: 'spec.selector', message: 'Invalid value: {"a":"b: c"}: field is immutable' };

describe('the refusal of a change', () => {
  it('a refused change shows its immutable fields, in the server’s words without the value', () => {
    assert.deepEqual(fieldsOf(fixed), [{ path: 'spec.selector', words: 'field is immutable' }]);
  });

  it('a refused change shows its immutable fields without the comparison on further lines', () => {
    const message = 'Forbidden: spec is immutable after creation\n@@ -1 +1 @@\n- "secret"';
    assert.deepEqual(fieldsOf({ field: 'spec', message }), [
      { path: 'spec', words: 'spec is immutable after creation' },
    ]);
  });

  it('a refused change doesn’t show immutability if another field is refused for another reason', () => {
    assert.equal(fieldsOf(fixed, { field: 'spec.image', message: 'Required value' }), undefined);
  });

  it('a refused value that contains the word immutable doesn’t show immutability', () => {
    const message = 'Invalid value: "immutable": must be lower case';
    assert.equal(fieldsOf({ field: 'spec.mode', message }), undefined);
  });

  it('the refusal of a policy or webhook, which names no field, doesn’t show immutability', () => {
    assert.equal(fieldsOf({ message: 'this is immutable' }), undefined);
    assert.equal(fieldsOf(), undefined);
  });

  it('a change refused because another object has taken the child’s name doesn’t show immutability', () => {
    assert.equal(fieldsOf({ field: 'metadata.uid', message: 'Invalid value: "1": field is immutable' }), undefined);
  });

  it('an error with another reason, or not from the API server, doesn’t show immutability', () => {
    const forbidden = refusal('apply', configMapKind, keyOf('x'), 403, 'Forbidden', { causes: [fixed] });
    assert.equal(immutableFields(forbidden), undefined);
    assert.equal(immutableFields(new Error('field is immutable')), undefined);
  });
});
