import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentation } from '../../lib/import/field-documentation.ts';
import { readSchema } from '../../lib/schema/structural/index.ts';

const said = (schema: object) => documentation(readSchema(schema).schema);

describe('the documentation of a field', () => {
  it('is its description, its bounds and its default', () => {
    const schema = {
      type: 'integer',
      description: 'How many.',
      minimum: 1,
      exclusiveMaximum: true,
      maximum: 9,
      default: 3,
    };
    assert.equal(said(schema), 'How many.\n\nAt least 1.\nAt most 9, exclusive.\n\n@default 3');
    assert.equal(
      said({ type: 'string', minLength: 1, maxLength: 5, format: 'date' }),
      'At least 1 character.\nAt most 5 characters.\nFormat: date.',
    );
    assert.equal(said({ type: 'string' }), '');
  });

  it('tells by a tag that the field is deprecated, and what it said of that', () => {
    const description = 'The size.\n\nDeprecated: use spec.size\n\nIt counts.';
    assert.equal(said({ type: 'string', description }), 'The size.\n\nIt counts.\n\n@deprecated use spec.size');
  });
});
