import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedFieldNames, changedFieldTexts } from '../../../lib/cli/diff/changed-field.ts';

function objectOf(fields: object, kind = 'Thing') {
  return { apiVersion: 'v1', kind, metadata: { name: 'a' }, ...fields };
}

describe('the field changes of an object', () => {
  it('the text of changes has the fields that differ, with their values before and after', () => {
    const before = objectOf({ spec: { replicas: 1, paused: true } });
    const after = objectOf({ spec: { replicas: 3, image: 'a:1' } });
    assert.deepEqual(changedFieldTexts(before, after), [
      'spec.replicas 1 → 3',
      'spec.paused removed',
      'spec.image = "a:1"',
    ]);
  });

  it('a changed field in a list is named by the name of its item, or by its position', () => {
    const before = objectOf({ spec: { containers: [{ name: 'web', image: 'a:1' }], args: ['x', 'y'] } });
    const after = objectOf({ spec: { containers: [{ name: 'web', image: 'a:2' }], args: ['x', 'z'] } });
    assert.deepEqual(changedFieldTexts(before, after), [
      'spec.containers[web].image "a:1" → "a:2"',
      'spec.args[1] "y" → "z"',
    ]);
  });

  it('a changed condition is one field, without its time', () => {
    const condition = { type: 'Ready', reason: 'Settled', message: '' };
    const before = objectOf({ status: { conditions: [{ ...condition, status: 'False', lastTransitionTime: '1' }] } });
    const after = objectOf({ status: { conditions: [{ ...condition, status: 'True', lastTransitionTime: '2' }] } });
    assert.deepEqual(changedFieldTexts(before, after), ['status.conditions[Ready] "False, Settled" → "True, Settled"']);
  });

  it('changes omit the metadata that each write changes', () => {
    const before = objectOf({ metadata: { name: 'a', resourceVersion: '1', generation: 1 } });
    assert.deepEqual(changedFieldTexts(before, objectOf({ metadata: { name: 'a', resourceVersion: '2' } })), []);
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{}' };
    assert.deepEqual(changedFieldTexts(before, objectOf({ metadata: { name: 'a', annotations } })), []);
  });

  it('changed fields of a Secret have no values', () => {
    const [before, after] = [
      objectOf({ data: { key: 'b25l' } }, 'Secret'),
      objectOf({ data: { key: 'dHdv' } }, 'Secret'),
    ];
    assert.deepEqual(changedFieldTexts(before, after), ['data.key']);
  });

  it('long values of changed fields are cut', () => {
    const [line = ''] = changedFieldTexts(objectOf({}), objectOf({ spec: { text: 'x'.repeat(100) } }));
    assert.equal(line, `spec.text = "${'x'.repeat(39)}…`);
  });

  it('a summary of changes names at most five fields', () => {
    const after = objectOf({ spec: { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 } });
    assert.equal(changedFieldNames(objectOf({}), after), 'spec.a, spec.b, spec.c, spec.d, spec.e and 2 more');
  });
});
