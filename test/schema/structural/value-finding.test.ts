import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { valueFindings } from '../../../lib/schema/structural/index.ts';
import { formatSamples, valueSamples } from './value-sample.ts';

describe('a value of a schema from another source', () => {
  for (const { title, schema, specs } of valueSamples) {
    for (const [spec, ...wrongAt] of specs) {
      it(`a value is ${wrongAt.length === 0 ? 'taken' : 'refused'}: ${title}, ${JSON.stringify(spec)}`, () => {
        const paths = findings(schema, spec).map(({ path }) => path.replace(/^spec\.?/, ''));
        assert.deepEqual([...new Set(paths)].toSorted(), [...wrongAt].toSorted());
      });
    }
  }

  for (const [format, { good, bad }] of Object.entries(formatSamples)) {
    it(`a value is validated against the format ${format}`, () => {
      const isTaken = (text: string) => findings({ type: 'string', format }, text).length === 0;
      assert.deepEqual([...good, ...bad].filter(isTaken), good);
    });
  }

  it('the limits of int64 are accepted as defaults, although JavaScript rounds them to powers of two', () => {
    const [highest, lowest] = ['9223372036854775807', '-9223372036854775808'].map(Number);
    for (const end of [highest, lowest]) {
      const a = { type: 'integer', format: 'int64', default: end };
      assert.deepEqual(findings({ type: 'object', properties: { a }, required: ['a'] }, {}), []);
    }
    assert.equal(findings({ type: 'integer' }, 2 ** 64).length, 1);
  });

  it('a finding about alternatives names the required fields', () => {
    const schema = {
      type: 'object',
      properties: Object.fromEntries(['a', 'b', 'c'].map((name) => [name, { type: 'string' }])),
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
      anyOf: [{ required: ['b', 'c'] }, { required: ['a'] }],
      not: { required: ['a', 'c'] },
    };
    const said = (spec: object) => findings(schema, spec).map(({ message }) => message);
    assert.deepEqual(said({ a: 'x' }), []);
    assert.deepEqual(said({}), [
      'must have at least one of b and c or a, and has none of these in full',
      'must have exactly one of a or b, and has none',
    ]);
    assert.deepEqual(said({ a: 'x', b: 'x', c: 'x' }), [
      'must have exactly one of a or b, and has 2',
      'must not have a and c together',
    ]);
  });

  it('a value has findings for fields that are not declared', () => {
    const schema = {
      type: 'object',
      properties: {
        size: { type: 'integer' },
        free: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          properties: { known: { type: 'object' } },
        },
        list: { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } },
      },
    };
    const found = findings(schema, { sise: 1, free: { anything: { a: 1 }, known: { b: 2 } }, list: [{ a: 1, b: 2 }] });
    assert.deepEqual(
      found.map(({ reason, path }) => [reason, path]),
      [
        ['unknown-field', 'spec.sise'],
        ['unknown-field', 'spec.free.known.b'],
        ['unknown-field', 'spec.list[0].b'],
      ],
    );
  });

  it('a value is validated with the metadata that all objects have', () => {
    const metadata = { name: 'a', lables: {}, annotations: { a: 1 } };
    const found = valueFindings({ type: 'object' }, { apiVersion: 'a/v1', kind: 'A', metadata });
    assert.deepEqual(
      found.map(({ reason, path }) => [reason, path]),
      [
        ['unknown-field', 'metadata.lables'],
        ['invalid', 'metadata.annotations'],
      ],
    );
  });

  it('a value is valid if only an API server can evaluate a rule', () => {
    const schema = { type: 'string', 'x-kubernetes-validations': [{ rule: "self.format([]) == ''" }] };
    assert.deepEqual(findings(schema, 'a'), []);
  });

  it('a finding about a value has the constraint and the value', () => {
    const [finding] = findings({ type: 'object', properties: { size: { type: 'integer', maximum: 5 } } }, { size: 9 });
    assert.equal(finding?.message, 'must be at most 5, and is 9');
  });
});

function findings(schema: object, spec: unknown) {
  const whole = { type: 'object', properties: { spec: schema } };
  return valueFindings(
    whole,
    JSON.parse(JSON.stringify({ apiVersion: 'a/v1', kind: 'A', metadata: { name: 'a' }, spec })),
  );
}
