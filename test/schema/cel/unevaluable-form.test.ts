import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type OpenApiSchema, ruleRefusals, ruleValidation, unevaluableForms } from '../../../lib/schema/index.ts';

function schemaWith(rule: string, schema: OpenApiSchema = { type: 'string' }): OpenApiSchema {
  return { type: 'object', properties: { text: { ...schema, 'x-kubernetes-validations': [{ rule }] } } };
}

describe('a rule that only the API server can evaluate', () => {
  for (const { form, reason, example, of } of unevaluableForms) {
    it(`a rule with ${form} is left to the API server, without a finding`, () => {
      const schema = schemaWith(example, of?.schema);
      const { findings, unevaluated } = ruleValidation(schema, { text: of?.value ?? 'a' });
      assert.deepEqual(findings, []);
      assert.deepEqual(
        unevaluated.map(({ path, rule }) => [path, rule]),
        [['text', example]],
      );
      assert.deepEqual(ruleRefusals(schema), []);
      assert.notEqual(reason, '');
    });
  }

  it('a rule with a form that only the API server evaluates has a result if the rest of the rule decides', () => {
    assert.deepEqual(
      ruleValidation(schemaWith('self == "a" || "%s".format([self]) == "a"'), { text: 'a' }).unevaluated.length,
      1,
    );
    assert.deepEqual(ruleValidation(schemaWith('self == "a" || isURL("https://h/%zz")'), { text: 'a' }), {
      findings: [],
      unevaluated: [],
    });
    assert.equal(
      ruleValidation(schemaWith('self == "a" && isURL("https://h/%zz")'), { text: 'a' }).unevaluated.length,
      1,
    );
  });
});
