import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { embeddedResource, parse, structuralSchema } from '../../../lib/schema/index.ts';

describe('embeddedResource', () => {
  it('the API server validates the common fields of an embedded resource, and keeps other fields', () => {
    assert.deepEqual(structuralSchema(embeddedResource()), {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    });
  });

  it('an embedded resource keeps the whole object at run time', () => {
    const value = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', labels: { b: 'c' } }, spec: { d: 1 } };
    assert.deepEqual(parse(embeddedResource(), value), { value });
  });

  it('an embedded resource requires a kind', () => {
    assert.deepEqual(parse(embeddedResource(), { apiVersion: 'v1' }, 'spec.template'), {
      findings: [{ path: 'spec.template.kind', message: 'is required' }],
    });
  });
});
