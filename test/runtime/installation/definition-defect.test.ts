import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { droppedFields } from '../../../lib/runtime/installation/definition-defect.ts';

const text = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const spec = (schema: object) => object({ metadata: { type: 'object' }, spec: schema });
const preserving = { 'x-kubernetes-preserve-unknown-fields': true };
const embedded = { 'x-kubernetes-embedded-resource': true };

/** Declared and installed schema of `spec` → the dropped fields. */
const cases: readonly (readonly [string, object, object, readonly string[]])[] = [
  ['none of the same schema', object({ a: text }), object({ a: text }), []],
  ['none that the installed schema alone has', object({ a: text }), object({ a: text, b: text }), []],
  ['a field', object({ a: text, b: text }), object({ a: text }), ['spec.b']],
  ['the parent alone of fields below it', object({ a: object({ b: text }) }), object({}), ['spec.a']],
  ['a field below another', object({ a: object({ b: text }) }), object({ a: object({}) }), ['spec.a.b']],
  [
    'a field in a list',
    object({ a: { type: 'array', items: object({ b: text }) } }),
    object({ a: { type: 'array', items: object({}) } }),
    ['spec.a[].b'],
  ],
  [
    'a field in a map',
    object({ a: { type: 'object', additionalProperties: object({ b: text }) } }),
    object({ a: { type: 'object', additionalProperties: object({}) } }),
    ['spec.a.*.b'],
  ],
  ['the entries of a map', { type: 'object', additionalProperties: text }, object({}), ['spec.*']],
  ['none where entries may have any name', object({ a: text }), { type: 'object', additionalProperties: text }, []],
  ['none where unknown fields are preserved', object({ a: object({ b: text }) }), object({}, preserving), []],
  [
    'a field below a declared one where unknown fields are preserved outside',
    object({ a: object({ b: text }) }),
    object({ a: object({}) }, preserving),
    ['spec.a.b'],
  ],
  ['unknown fields that are no longer preserved', object({}, preserving), object({}), ['spec.*']],
  ['none of an embedded object', object({ kind: text, metadata: object({}) }), object({}, embedded), []],
];

describe('the fields that API servers drop by the installed schema', () => {
  for (const [title, declared, installed, expected] of cases) {
    it(`API servers drop ${title}`, () => assert.deepEqual(droppedFields(spec(declared), spec(installed)), expected));
  }

  it('API servers drop no field that every object has', () => {
    assert.deepEqual(droppedFields(object({ apiVersion: text, kind: text, metadata: object({}) }), object({})), []);
  });
});
