import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { destination } from '../../../lib/constructs/definition/json-path.ts';
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
    it(`is followed through the schema: ${path}`, () =>
      assert.deepEqual(destination(path, schema), { schema: reached }));
  }

  const lost: readonly (readonly [string, RegExp])[] = [
    ['.nam', /^path \.nam leads nowhere, because there is no field 'nam': what is there is name, labels, open, ports$/],
    ['.constructor', /no field 'constructor'/],
    ['.name.more', /no field 'more': nothing is there$/],
    ['.ports.name', /no field 'name'/],
    ['.labels[0]', /^path \.labels\[0\] has \[ \] where there is no list: write the names of fields$/],
    ['.ports[?(@.nam=="x")].number', /no field 'nam': what is there is name, number$/],
    ['..name', /^path '\.\.name' is none that can be checked: write one such as/],
    ['.', /none that can be checked/],
    ['name', /none that can be checked/],
    ['.ports[', /none that can be checked/],
    ['{.name}', /none that can be checked/],
  ];

  for (const [path, fault] of lost) {
    it(`is refused with what is there instead: ${path}`, () => {
      const place = destination(path, schema);
      assert.match('fault' in place ? place.fault : '', fault);
    });
  }
});
