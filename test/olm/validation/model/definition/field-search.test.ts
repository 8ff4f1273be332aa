import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  fieldPathSegments,
  searchSchemaField,
} from '../../../../../lib/olm/validation/model/definition/field-search.ts';
import { readSchema } from '../../../../../lib/schema/structural/index.ts';

const { schema } = readSchema({
  type: 'object',
  properties: {
    size: { type: 'integer' },
    limit: { 'x-kubernetes-int-or-string': true },
    ports: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    any: { 'x-kubernetes-preserve-unknown-fields': true },
    part: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { size: { type: 'integer' } } },
    template: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: { type: 'object' } } },
  },
});

describe('a path into the fields of a schema', () => {
  for (const path of [
    'size',
    '.size',
    'ports',
    'ports[0]',
    'ports[0].name',
    'ports.0.name',
    'ports[*].name',
    'labels.any',
    'labels["example.com/a"]',
    "labels['a.b']",
    'any.thing.at[0].all',
    'part.other.field',
    'template.metadata.name',
  ]) {
    it(`the path of a field is found in a schema: ${path}`, () => {
      assert.equal(searchSchemaField(schema, fieldPathSegments(path)).found, true);
    });
  }

  for (const [path, missing] of [
    ['sise', 'sise'],
    ['size.value', 'value'],
    ['limit.value', 'value'],
    ['size[0]', '[0]'],
    ['ports.name', 'name'],
    ['ports[0].nam', 'nam'],
    ['labels.a.b', 'b'],
    ['part.size.a', 'a'],
    ['template.status', 'status'],
  ] as const) {
    it(`the path of a missing field is not found in a schema: ${path}`, () => {
      const search = searchSchemaField(schema, fieldPathSegments(path));
      assert.equal(search.found ? undefined : search.missing, missing);
    });
  }
});
