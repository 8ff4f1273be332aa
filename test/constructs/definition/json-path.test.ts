import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { schemaAtJsonPath } from '../../../lib/constructs/definition/json-path.ts';
import type { JsonSchemaProps } from '../../../lib/schema/index.ts';

const text: JsonSchemaProps = { type: 'string' };
const schema: JsonSchemaProps = {
  type: 'object',
  properties: {
    name: text,
    labels: { type: 'object', additionalProperties: text },
    open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    ports: { type: 'array', items: { type: 'object', properties: { name: text, number: { type: 'integer' } } } },
  },
};

describe('a JSON path', () => {
  const found: readonly (readonly [string, JsonSchemaProps])[] = [
    ['.name', text],
    ['.labels.app', text],
    ['.labels.example\\.com/app', text],
    [".labels['example.com/app']", text],
    ['.labels["app"]', text],
    ['.ports[0].number', { type: 'integer' }],
    ['.ports[-1].number', { type: 'integer' }],
    ['.ports[*].name', text],
    ['.ports[?(@.name=="http")].number', { type: 'integer' }],
    ['.ports[?(@.number != 80)].name', text],
    ['.open.any.thing', { 'x-kubernetes-preserve-unknown-fields': true }],
    ['.open[0]', { 'x-kubernetes-preserve-unknown-fields': true }],
  ];

  for (const [path, reached] of found) {
    it(`a JSON path finds its schema: ${path}`, () =>
      assert.deepEqual(schemaAtJsonPath(path, schema), { schema: reached }));
  }

  const lost: readonly (readonly [string, RegExp])[] = [
    [
      '.nam',
      /^path \.nam doesn't exist, because there is no field 'nam': the fields there are name, labels, open, ports$/,
    ],
    ['.constructor', /no field 'constructor'/],
    ['.name.more', /no field 'more': there are no fields$/],
    ['.ports.name', /no field 'name'/],
    ['.labels[0]', /^path \.labels\[0\] has \[ \] for a value that is not a list: write the names of fields$/],
    ['.ports[?(@.nam=="x")].number', /no field 'nam': the fields there are name, number$/],
    ['..name', /^path '\.\.name' can't be checked: write one such as/],
    ['.', /can't be checked/],
    ['name', /can't be checked/],
    ['.ports[', /can't be checked/],
    ['{.name}', /can't be checked/],
  ];

  for (const [path, fault] of lost) {
    it(`a JSON path is refused if it leads to no field, or can’t be checked: ${path}`, () => {
      const place = schemaAtJsonPath(path, schema);
      assert.match('fault' in place ? place.fault : '', fault);
    });
  }
});
