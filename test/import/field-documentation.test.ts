import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldDocumentation } from '../../lib/import/field-documentation.ts';
import { readSchema } from '../../lib/schema/structural/index.ts';

const documented = (schema: object) => fieldDocumentation(readSchema(schema).schema);

describe('the documentation of a field', () => {
  it('the documentation of a field has its description, its bounds and its default', () => {
    const schema = {
      type: 'integer',
      description: 'How many.',
      minimum: 1,
      exclusiveMaximum: true,
      maximum: 9,
      default: 3,
    };
    assert.equal(documented(schema), 'How many.\n\nAt least 1.\nAt most 9, exclusive.\n\n@default 3');
    assert.equal(
      documented({ type: 'string', minLength: 1, maxLength: 5, format: 'date' }),
      'At least 1 character.\nAt most 5 characters.\nFormat: date.',
    );
    assert.equal(documented({ type: 'string' }), '');
  });

  it('the documentation of a field keeps the digits of large numbers, and omits rounded ones', () => {
    const [highest, lowest, unsigned] = ['9223372036854775807', '-9223372036854775808', '18446744073709551615'].map(
      Number,
    );
    assert.equal(
      documented({ type: 'integer', minimum: lowest, maximum: highest, default: highest }),
      'At least -9223372036854775808.\nAt most 9223372036854775807.\n\n@default 9223372036854775807',
    );
    assert.equal(documented({ type: 'number', maximum: unsigned }), 'At most 18446744073709551615.');
    assert.equal(documented({ type: 'string', maxLength: highest }), 'At most 9223372036854775807 characters.');
    const rounded = Number('9007199254740993');
    assert.equal(documented({ type: 'integer', minimum: rounded, default: rounded }), '');
    assert.equal(documented({ type: 'object', default: { a: rounded } }), '');
    assert.equal(documented({ type: 'number', maximum: Number.POSITIVE_INFINITY }), '');
  });

  it('the documentation of a field describes the constraints of items, values and fields', () => {
    const item = { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b', 'c'] }], not: { required: ['d'] } };
    assert.equal(
      documented({ type: 'array', maxItems: 2, items: { ...item, 'x-kubernetes-validations': [{ rule: 'true' }] } }),
      [
        'At most 2 items.',
        'Each item: Exactly one of a or b and c.',
        'Each item: Must not have d.',
        'Each item: Rule: true',
      ].join('\n'),
    );
    assert.equal(
      documented({ type: 'object', additionalProperties: { type: 'string', pattern: '^a$' } }),
      'Each value: Pattern: `^a$`.',
    );
  });

  it('the documentation of a deprecated field has a tag with the remedy of the description', () => {
    const description = 'The size.\n\nDeprecated: use spec.size\n\nIt counts.';
    assert.equal(documented({ type: 'string', description }), 'The size.\n\nIt counts.\n\n@deprecated use spec.size');
  });
});
