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
  it('shows immutability by its fields, in the server’s words without the value', () => {
    assert.deepEqual(fieldsOf(fixed), [{ path: 'spec.selector', words: 'field is immutable' }]);
  });

  it('shows immutability without the comparison on further lines', () => {
    const message = 'Forbidden: spec is immutable after creation\n@@ -1 +1 @@\n- "secret"';
    assert.deepEqual(fieldsOf({ field: 'spec', message }), [
      { path: 'spec', words: 'spec is immutable after creation' },
    ]);
  });

  it('doesn’t show immutability if anything else is refused with it', () => {
    assert.equal(fieldsOf(fixed, { field: 'spec.image', message: 'Required value' }), undefined);
  });

  it('doesn’t show immutability if a refused value contains these words', () => {
    const message = 'Invalid value: "immutable": must be lower case';
    assert.equal(fieldsOf({ field: 'spec.mode', message }), undefined);
  });

  it('doesn’t show immutability if a policy or webhook refuses, which names no field', () => {
    assert.equal(fieldsOf({ message: 'this is immutable' }), undefined);
    assert.equal(fieldsOf(), undefined);
  });

  it('doesn’t show immutability if another object has taken the child’s name', () => {
    assert.equal(fieldsOf({ field: 'metadata.uid', message: 'Invalid value: "1": field is immutable' }), undefined);
  });

  it('doesn’t show immutability if it has another reason, or doesn’t come from the server', () => {
    const forbidden = refusal('apply', configMapKind, keyOf('x'), 403, 'Forbidden', { causes: [fixed] });
    assert.equal(immutableFields(forbidden), undefined);
    assert.equal(immutableFields(new Error('field is immutable')), undefined);
  });
});
