import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expressionRefusal } from '../../../lib/schema/index.ts';

describe('an expression over names of any type', () => {
  it('an expression over names of any type may call functions that Kubernetes doesn’t know', () => {
    const text = 'properties.exists(p, p.type == "a" && semver_compare(p.value, "1.0.0") >= 0 && type(p) == map)';
    assert.equal(expressionRefusal(text, ['properties']), undefined);
  });

  it('an expression with a syntax error is refused', () => {
    assert.match(expressionRefusal('properties[', ['properties']) ?? '', /^syntax error: /);
  });

  it('an expression with an unknown name is refused', () => {
    assert.equal(expressionRefusal('self.size() > 0', ['properties']), 'it uses self, and only properties can be used');
  });

  it('an expression whose value is not a boolean is refused', () => {
    for (const text of ['1', '"a"', '1 + 2', '[properties]', '-1']) {
      assert.equal(expressionRefusal(text, ['properties']), 'its type must be bool');
    }
    for (const text of ['true', 'properties', 'properties[0]', '1 < 2', 'properties.exists(p, p.value > 1 + 1)']) {
      assert.equal(expressionRefusal(text, ['properties']), undefined);
    }
  });
});
