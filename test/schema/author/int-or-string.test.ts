import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { intOrString, parse, structuralSchema } from '../../../lib/schema/index.ts';

describe('intOrString', () => {
  it('intOrString has the form that Kubernetes gives to ports and percentages', () => {
    assert.deepEqual(structuralSchema(intOrString()), {
      anyOf: [{ type: 'integer' }, { type: 'string' }],
      'x-kubernetes-int-or-string': true,
    });
  });

  it('intOrString accepts integers and strings, and nothing else', () => {
    assert.deepEqual([parse(intOrString(), 80), parse(intOrString(), 'http')], [{ value: 80 }, { value: 'http' }]);
    assert.deepEqual(parse(intOrString(), 0.5, 'spec.port'), {
      findings: [{ path: 'spec.port', message: 'must be an integer or a string' }],
    });
  });
});
