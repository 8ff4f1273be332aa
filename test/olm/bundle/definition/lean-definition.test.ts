import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leanDefinition } from '../../../../lib/olm/bundle/definition/lean-definition.ts';
import type { JsonSchemaProps } from '../../../../lib/schema/index.ts';

function definition(openAPIV3Schema: JsonSchemaProps) {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'caches.example.com' },
    spec: {
      group: 'example.com',
      names: { kind: 'Cache', plural: 'caches' },
      versions: [{ name: 'v1', served: true, schema: { openAPIV3Schema } }],
    },
  };
}

describe('a definition without the descriptions of its fields', () => {
  it('leanDefinition omits descriptions of fields, and keeps a field named description and the kind’s text', () => {
    const schema = (description: { readonly description?: string }): JsonSchemaProps => {
      const text = { type: 'string', ...description } as const;
      return {
        type: 'object',
        description: 'A cache.',
        required: ['description'],
        properties: {
          description: text,
          list: { type: 'array', items: text, ...description },
          map: { type: 'object', additionalProperties: text },
          either: { anyOf: [text], oneOf: [text], allOf: [text], not: text },
        },
      };
    };
    assert.deepEqual(leanDefinition(definition(schema({ description: 'Words.' }))), definition(schema({})));
  });
});
