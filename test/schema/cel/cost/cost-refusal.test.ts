import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type JsonSchemaProps, ruleCostRefusals } from '../../../../lib/schema/index.ts';
import { schemaFindings } from '../../../../lib/schema/structural/index.ts';

function schemaWith(maxItems: number | undefined, ruleCount = 1): JsonSchemaProps {
  const validations = Array.from({ length: ruleCount }, () => ({ rule: 'self.contains("abcdefghijk")' }));
  const items: JsonSchemaProps = { type: 'string', maxLength: 64, 'x-kubernetes-validations': validations };
  const tags: JsonSchemaProps = { type: 'array', items, ...(maxItems !== undefined && { maxItems }) };
  return { type: 'object', properties: { spec: { type: 'object', properties: { tags } } } };
}

const remedy =
  'limit the strings, lists and maps that it reads with maxLength, maxItems and maxProperties, or write a simpler rule';

describe('a rule', () => {
  it('a rule is refused if API servers estimate that it costs too much', () => {
    assert.deepEqual(ruleCostRefusals(schemaWith(1000)), []);
    assert.deepEqual(ruleCostRefusals(schemaWith(300_000)), [
      {
        path: 'spec.tags[]',
        message:
          "the rule 'self.contains(\"abcdefghijk\")' is refused: its estimated cost (15900000) exceeds the API server's " +
          'limit of 10000000 by a factor of 1.6x',
        remedy,
      },
    ]);
    assert.equal(ruleCostRefusals(schemaWith(undefined)).length, 1);
  });

  it('all rules are refused if they cost too much together', () => {
    const [refusal, ...others] = ruleCostRefusals(schemaWith(150_000, 20));
    assert.deepEqual(others, []);
    assert.equal(refusal?.path, '');
    assert.match(refusal?.message ?? '', /^the estimated cost of all rules together \(159000000\) exceeds .* of 1.6x$/);
  });

  it('a rule whose cost can’t be estimated is not refused', () => {
    const rule = 'self.all(x, "%s".format([x]) == "a")';
    const spec: JsonSchemaProps = {
      type: 'array',
      items: { type: 'string' },
      'x-kubernetes-validations': [{ rule }],
    };
    assert.deepEqual(ruleCostRefusals({ type: 'object', properties: { spec } }), []);
  });
});

describe('the definition of a bundle', () => {
  it('a definition of a bundle is refused for the cost of a rule, with the place of the rule', () => {
    assert.deepEqual(schemaFindings(schemaWith(1000)), []);
    assert.deepEqual(
      schemaFindings(schemaWith(300_000)).map(({ path, effect, message }) => [path, effect, message]),
      [
        [
          'properties.spec.properties.tags.items.x-kubernetes-validations[0].rule',
          'refused',
          "its estimated cost (15900000) exceeds the API server's limit of 10000000 by a factor of 1.6x",
        ],
      ],
    );
  });
});
