import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '../../../../lib/api/index.ts';
import { type FieldShape, objectMeta, shapeOfField } from '../../../../lib/runtime/reconcile/comparison/field-shape.ts';
import { shapeInDocument } from '../../../../lib/runtime/reconcile/comparison/published-shape.ts';
import { thingKind } from '../thing.ts';

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const wrapped = (name: string) => ({ allOf: [refTo(name)] });
const objectOf = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

/** The shape of the spec of a thing, in a document with other definitions. */
function specShape(
  spec: JsonObject,
  definitions: JsonObject = {},
  name = 'com.example.v1.Thing',
): FieldShape | undefined {
  const names = [{ group: 'example.com', version: 'v1', kind: 'Thing' }];
  const thing = { ...objectOf({ spec, metadata: refTo('Meta') }), 'x-kubernetes-group-version-kind': names };
  const shape = shapeInDocument({ components: { schemas: { ...definitions, [name]: thing } } }, thingKind);
  return shape?.fields?.spec;
}

describe('the shape of a kind in a document', () => {
  it('the shape of a kind follows a reference to another definition', () => {
    const spec = objectOf({ inner: refTo('Inner') });
    const Inner = objectOf({ list: { type: 'array', items: {}, 'x-kubernetes-list-type': 'set' } });
    assert.equal(specShape(spec, { Inner })?.fields?.inner?.fields?.list?.associative, true);
  });

  it('the shape of an embedded resource has the fields of its metadata', () => {
    const template = objectOf({ metadata: refTo('io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta') });
    assert.deepEqual(specShape(objectOf({ template }))?.fields?.template?.fields?.metadata, objectMeta);
  });

  it('the shape of a field that refers to Quantity is a quantity, with its default', () => {
    const size = { ...wrapped('io.k8s.apimachinery.pkg.api.resource.Quantity'), default: '0' };
    assert.deepEqual(specShape(objectOf({ size }))?.fields?.size, { quantity: true, default: '0' });
  });

  it('the keywords beside a reference take precedence over those of its type', () => {
    const spec = objectOf({
      plain: wrapped('Inner'),
      atomic: { ...wrapped('Inner'), default: {}, 'x-kubernetes-map-type': 'atomic' },
    });
    const { plain, atomic } =
      specShape(spec, { Inner: objectOf({ word: { type: 'string', default: 'a' } }) })?.fields ?? {};
    assert.deepEqual([plain?.atomic, plain?.default], [undefined, undefined]);
    assert.deepEqual([atomic?.atomic, atomic?.default], [true, {}]);
    assert.deepEqual(
      [plain, atomic].map((shape) => shape?.fields?.word?.default),
      ['a', 'a'],
    );
  });

  it('a shape treats written values as stored values in custom resources only', () => {
    assert.equal(specShape(objectOf({}))?.verbatim, true);
    assert.equal(specShape(objectOf({}), {}, 'org.example.pkg.v1.Thing')?.verbatim, undefined);
  });

  for (const [what, reference] of [
    ['plain references', refTo('Node')],
    ['wrappers with a default', { ...wrapped('Node'), default: {} }],
  ] as const) {
    it(`the shape of a kind can be read despite the circles of ${what}`, () => {
      const keys = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };
      const Node = objectOf({ next: reference, all: { type: 'array', items: reference, ...keys } });
      let shape = specShape(objectOf({ first: reference }), { Node })?.fields?.first;
      for (let step = 0; step < 20; step++) {
        assert.deepEqual(shape?.fields?.all?.keys, ['name']);
        shape = step % 2 === 0 ? shape.fields?.all?.each : shapeOfField(shape, 'next');
      }
    });
  }

  it('the shape of a kind reads each definition once, however many references lead to it', () => {
    const definitions = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => {
        const next = wrapped(`Type${index + 1}`);
        return [`Type${index}`, objectOf({ left: next, middle: { ...next, default: {} }, right: next })];
      }),
    );
    const shape = specShape(refTo('Type0'), { ...definitions, Type60: { type: 'string', default: 'end' } });
    assert.equal(shape?.fields?.left?.fields?.middle?.fields?.right?.partial, true);
  });

  it('the fields of a shape include no inherited members', () => {
    const spec: JsonObject = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"default":"a"},"b":{"default":"c"}}}',
    );
    const fields = specShape(spec)?.fields ?? {};
    assert.deepEqual(Object.keys(fields), ['__proto__', 'b']);
    assert.equal(Object.getPrototypeOf(fields), Object.prototype);
  });

  const nested = (depth: number) => {
    let schema: JsonObject = { type: 'string' };
    for (let level = 0; level < depth; level++) schema = objectOf({ a: schema });
    return schema;
  };
  const chain = Array.from({ length: 10_000 }, (_, index): [string, JsonObject] => [
    `Type${index}`,
    objectOf({ a: refTo(`Type${index + 1}`) }),
  ]);
  const many = Array.from({ length: 60_000 }, (_, index): [string, JsonObject] => [`f${index}`, { type: 'string' }]);

  for (const [what, spec, definitions] of [
    ['a definition is missing', refTo('Missing'), {}],
    ['a definition has the name of an inherited member', refTo('constructor'), {}],
    ['a reference leads out of the document', { $ref: 'https://example.com/schema' }, {}],
    ['a reference is no text', { $ref: { a: 1 } }, {}],
    ['references lead to nothing but each other', refTo('A'), { A: wrapped('B'), B: refTo('A') }],
    ['several schemas are referred to', { allOf: [refTo('A'), refTo('A')] }, { A: { type: 'string' } }],
    ['one of several is referred to', { oneOf: [refTo('A'), { type: 'string' }] }, { A: { type: 'string' } }],
    ['schemas lie in each other ten thousand deep', nested(10_000), {}],
    ['references follow each other ten thousand times', refTo('Type0'), Object.fromEntries(chain)],
    ['there are more fields than in any known kind', objectOf(Object.fromEntries(many)), {}],
  ] as const satisfies readonly (readonly [string, JsonObject, JsonObject])[]) {
    it(`the shape of a kind is unknown if ${what}`, () => {
      assert.equal(specShape(spec, definitions), undefined);
    });
  }

  it('the shape of a kind is read or unknown for any document', () => {
    const name = fc.constantFrom('A', 'B', 'C', '__proto__');
    const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        fc.constant({ type: 'string' }),
        fc.constant('garbage'),
        name.map(refTo),
        fc.record({
          allOf: fc.array(fc.oneof(name.map(refTo), tie('schema')), { maxLength: 2 }),
          default: fc.jsonValue(),
        }),
        fc.record({
          type: fc.constant('array'),
          items: tie('schema'),
          'x-kubernetes-list-type': fc.constantFrom('map', 'set', 1),
        }),
        fc.record({ type: fc.constant('object'), properties: fc.dictionary(name, tie('schema')) }),
        fc.record({ type: fc.constant('object'), additionalProperties: tie('schema') }),
      ) as fc.Arbitrary<JsonObject>,
    }));
    fc.assert(
      fc.property(schema, fc.dictionary(name, schema), (spec, definitions) => {
        specShape(spec, definitions);
      }),
      { numRuns: 500 },
    );
  });
});
