import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { typeWords } from '../../../lib/reference/value/value-type.ts';
import { quantity, structuralSchema } from '../../../lib/schema/index.ts';
import { readSchema } from '../../../lib/schema/structural/index.ts';
import { readText } from '../rendered.ts';

const kubernetesQuantity =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';
const intOrString = { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] };

/** Visible text → the schema. */
const cases: readonly (readonly [words: string, schema: object])[] = [
  ['boolean', { type: 'boolean' }],
  ['integer', { type: 'integer' }],
  ['integer (int64)', { type: 'integer', format: 'int64' }],
  ['integer, 1 to 5', { type: 'integer', format: 'int32', minimum: 1, maximum: 5 }],
  ['integer, at least 1', { type: 'integer', minimum: 1 }],
  ['integer, at most 5', { type: 'integer', maximum: 5 }],
  [
    'number, more than 0, less than 1',
    { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true },
  ],
  [
    'integer, -9223372036854775808 to 9223372036854775807',
    { type: 'integer', minimum: -(2 ** 63), maximum: Number('9223372036854775807') },
  ],
  ['integer', { type: 'integer', minimum: Number('9007199254740993') }],
  ['integer, a multiple of 5', { type: 'integer', multipleOf: 5 }],
  ['string', { type: 'string' }],
  ['string, not empty', { type: 'string', minLength: 1 }],
  ['string, at most 1 character', { type: 'string', maxLength: 1 }],
  ['string, 1 to 63 characters', { type: 'string', minLength: 1, maxLength: 63 }],
  ['string, exactly 4 characters', { type: 'string', minLength: 4, maxLength: 4 }],
  ['string, or null', { type: 'string', nullable: true }],
  ['a or b', { type: 'string', nullable: true, enum: ['a', 'b', null] }],
  ['time (RFC 3339)', { type: 'string', format: 'date-time' }],
  ['string (cidr)', { type: 'string', format: 'cidr' }],
  ['Always, Never or IfNotPresent', { type: 'string', enum: ['Always', 'Never', 'IfNotPresent'] }],
  ['"" or on', { type: 'string', enum: ['', 'on'] }],
  ['1 or 2', { type: 'integer', enum: [1, 2] }],
  ['string', { type: 'string', enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }],
  ['integer or string', intOrString],
  ['integer or percentage', { ...intOrString, pattern: '^[0-9]+%$' }],
  ['quantity', { ...intOrString, pattern: kubernetesQuantity }],
  ['quantity', { type: 'string', pattern: kubernetesQuantity }],
  ['quantity', structuralSchema(quantity())],
  ['list of string', { type: 'array', items: { type: 'string' } }],
  [
    'list of (string, not empty), 1 to 3 items, unique',
    {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      minItems: 1,
      maxItems: 3,
      'x-kubernetes-list-type': 'set',
    },
  ],
  [
    'list of object, unique by name and port',
    {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, port: { type: 'integer' } } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name', 'port'],
    },
  ],
  ['list of list of boolean', { type: 'array', items: { type: 'array', items: { type: 'boolean' } } }],
  ['map of string to string', { type: 'object', additionalProperties: { type: 'string' } }],
  [
    'map of string to (integer or string), at most 2 entries',
    { type: 'object', additionalProperties: intOrString, maxProperties: 2 },
  ],
  ['object', { type: 'object' }],
  ['object with any fields', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }],
  [
    'object of any kind',
    { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
  ],
  ['anything', { 'x-kubernetes-preserve-unknown-fields': true }],
];

describe('the type of a value', () => {
  for (const [words, schema] of cases) {
    it(`the type of a value is described: ${words}, of ${JSON.stringify(schema)}`, () => {
      assert.equal(readText(typeWords(readSchema(schema).schema)), words);
    });
  }
});
