// The comparison of schemas, checked against a real API server: it still accepts the old values, and keeps them whole.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { definitionKind, type Kind } from '../../../../lib/api/index.ts';
import { ApiError, isInvalid } from '../../../../lib/client/index.ts';
import { Place } from '../../../../lib/olm/content/index.ts';
import { schemaComparison } from '../../../../lib/olm/upgrade/schema/schema-comparison.ts';
import { SchemaPair } from '../../../../lib/olm/upgrade/schema/schema-pair.ts';
import type { JsonObject, JsonValue } from '../../../../lib/schema/index.ts';
import { untilEstablished } from '../../../until-established.ts';
import { ownApiServer } from '../own-api-server.ts';

/** Two schemas of a field, and a value that the first one takes. Some pairs are undecidable. */
type Change = readonly [before: JsonObject, after: JsonObject, value: JsonValue, isOpen?: 'open'];

const text = { type: 'string' };
const integer = { type: 'integer' };
const number = { type: 'number' };
const list = (items: JsonObject, more: JsonObject = {}) => ({ type: 'array', items, ...more });
const map = (additionalProperties: JsonObject | boolean, more: JsonObject = {}) => ({
  type: 'object',
  additionalProperties,
  ...more,
});
const object = (properties: JsonObject, more: JsonObject = {}) => ({ type: 'object', properties, ...more });
const free = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const intOrString = { 'x-kubernetes-int-or-string': true };
const rule = (...rules: readonly string[]) => ({ 'x-kubernetes-validations': rules.map((each) => ({ rule: each })) });
const named = list(object({ name: text, size: integer }, { required: ['name'] }));
const byName = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };

const changes: Readonly<Record<string, Change>> = {
  'a larger minimum': [integer, { ...integer, minimum: 3 }, 2],
  'a smaller minimum': [{ ...integer, minimum: 3 }, { ...integer, minimum: 1 }, 3],
  'a maximum that excludes itself': [{ ...number, maximum: 3 }, { ...number, maximum: 3, exclusiveMaximum: true }, 3],
  'a maximum of integers in other words': [
    { ...integer, maximum: 3 },
    { ...integer, maximum: 4, exclusiveMaximum: true },
    3,
  ],
  'a multiple': [integer, { ...integer, multipleOf: 2 }, 3],
  'a multiple of a part': [{ ...integer, multipleOf: 4 }, { ...integer, multipleOf: 2 }, 4],
  'fewer bits': [{ ...integer, format: 'int64' }, { ...integer, format: 'int32' }, 2 ** 33],
  'more bits': [{ ...integer, format: 'int32' }, { ...integer, format: 'int64' }, 2 ** 30],
  'shorter text': [{ ...text, maxLength: 5 }, { ...text, maxLength: 4 }, 'abcde'],
  'text that may not be empty': [text, { ...text, minLength: 1 }, ''],
  'text that may be longer': [{ ...text, maxLength: 4 }, { ...text, maxLength: 5 }, 'abcd'],
  'fewer items': [list(text), list(text, { maxItems: 1 }), ['a', 'b']],
  'an item at least': [list(text), list(text, { minItems: 1 }), []],
  'fewer entries': [map(text), map(text, { maxProperties: 1 }), { a: '1', b: '2' }],
  'an entry at least': [map(text), map(text, { minProperties: 1 }), {}],
  'a choice fewer': [{ ...text, enum: ['a', 'b'] }, { ...text, enum: ['a'] }, 'b'],
  'a choice more': [{ ...text, enum: ['a'] }, { ...text, enum: ['a', 'b'] }, 'a'],
  'a choice where there was none': [text, { ...text, enum: ['a'] }, 'b'],
  'a pattern': [text, { ...text, pattern: '^a+$' }, 'b'],
  'no pattern': [{ ...text, pattern: '^a+$' }, text, 'a'],
  'a format of text': [text, { ...text, format: 'ipv4' }, 'localhost'],
  'an unknown format': [text, { ...text, format: 'example' }, 'anything'],
  'an integer instead of text': [text, integer, 'a'],
  'a number instead of an integer': [integer, number, 3],
  'an integer instead of a number': [number, integer, 3.5],
  'text as well': [integer, intOrString, 3],
  'text alone': [intOrString, text, 3],
  'a list instead of text': [text, list(text), 'a'],
  'a field that is gone': [object({ a: text, b: text }), object({ a: text }), { a: '1', b: '2' }],
  'a field more': [object({ a: text }), object({ a: text, b: text }), { a: '1' }],
  'a field that has to be said': [
    object({ a: text, b: text }),
    object({ a: text, b: text }, { required: ['b'] }),
    { a: '1' },
  ],
  'a field that has to be said, with a default': [
    object({ a: text, b: text }),
    object({ a: text, b: { ...text, default: 'x' } }, { required: ['b'] }),
    { a: '1' },
    'open',
  ],
  'a field that need not be said': [object({ a: text }, { required: ['a'] }), object({ a: text }), { a: '1' }],
  'another default': [
    object({ a: { ...text, default: 'x' } }),
    object({ a: { ...text, default: 'y' } }),
    { a: 'z' },
    'open',
  ],
  'fields that are no longer free': [free, object({ a: text }), { a: '1', b: 2 }],
  'fields that are free now': [object({ a: text }), { ...free, properties: { a: text } }, { a: '1' }],
  'a free field that has a schema now': [free, { ...free, properties: { a: text } }, { a: 1 }, 'open'],
  'entries of another type': [map(text), map(integer), { a: '1' }],
  'a map instead of fields': [object({ a: text, b: text }), map(text), { a: '1', b: '2' }],
  'fields instead of a map': [map(text), object({ a: text }), { a: '1', b: '2' }],
  'items that may not be twice': [list(text), list(text, { 'x-kubernetes-list-type': 'set' }), ['a', 'a']],
  'items that are known by their name': [named, { ...named, ...byName }, [{ name: 'a' }, { name: 'a' }]],
  'items that are known by nothing any more': [{ ...named, ...byName }, named, [{ name: 'a' }, { name: 'b' }], 'open'],
  'no null': [object({ a: { ...text, nullable: true } }), object({ a: text }, { required: ['a'] }), { a: null }],
  'a rule': [integer, { ...integer, ...rule('self > 3') }, 3],
  'a rule fewer': [{ ...integer, ...rule('self > 3', 'self < 9') }, { ...integer, ...rule('self > 3') }, 5],
  'a rule in other words': [{ ...integer, ...rule('self > 3') }, { ...integer, ...rule('self >= 4') }, 4, 'open'],
  'a rule with other words': [
    { ...integer, 'x-kubernetes-validations': [{ rule: 'self > 3', message: 'more than 3' }] },
    { ...integer, 'x-kubernetes-validations': [{ rule: 'self > 4', message: 'more than 4' }] },
    4,
  ],
  'another demand on all': [text, { ...text, allOf: [{ maxLength: 1 }] }, 'ab'],
  'a demand on one of several': [
    object({ a: text, b: text }),
    object({ a: text, b: text }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
    { a: '1', b: '2' },
  ],
  'something that may not be': [text, { ...text, not: { enum: ['a'] } }, 'a'],
};

describe('the comparison of two schemas', () => {
  const server = ownApiServer();
  const cases = Object.entries(changes).map(([title, [old, present, value, isOpen]], index) => ({
    title,
    value,
    isOpen,
    old: { field: old, kind: kindOf(index, 'Old') },
    present: { field: present, kind: kindOf(index, 'New') },
  }));

  before(async () => {
    const { client, controlPlane } = server;
    const definitions = cases.flatMap(({ old, present }) => [old, present]);
    await Promise.all(definitions.map((each) => client.create(definitionKind, definitionOf(each.kind, each.field))));
    await untilEstablished(controlPlane);
  });

  function kindOf(index: number, state: string): Kind {
    const name = `${state}${index}`;
    return { group: 'example.com', version: 'v1', kind: name, plural: `${name.toLowerCase()}s`, scope: 'Cluster' };
  }

  function definitionOf({ group, kind, plural, scope }: Kind, field: JsonObject) {
    const spec = object({ field });
    const schema = { openAPIV3Schema: object({ spec }) };
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${group}` },
      spec: { group, names: { kind, plural }, scope, versions: [{ name: 'v1', served: true, storage: true, schema }] },
    };
  }

  /** Returns true if the API server accepts a value, and stores all of it. */
  async function isKept(kind: Kind, field: JsonValue): Promise<boolean> {
    const sent = { apiVersion: 'example.com/v1', kind: kind.kind, metadata: { name: 'one' }, spec: { field } };
    try {
      const { spec } = await server.client.create(kind, sent, { dryRun: true });
      return isDeepStrictEqual(spec, sent.spec);
    } catch (error) {
      // Fields that it would drop, it refuses to take, since it is asked to be strict.
      if (!isInvalid(error) && !(ApiError.is(error) && error.status === 400)) throw error;
      return false;
    }
  }

  for (const { title, value, isOpen, old, present } of cases) {
    it(`an API server confirms the comparison of two schemas: ${title}`, async () => {
      const place = ({ field }: typeof old) => new Place('', object({ spec: object({ field }) }));
      const schemas = { before: place(old), after: place(present) };
      const severities = [...schemaComparison(SchemaPair.of(schemas, 'v1'))].map(({ severity }) => severity);
      assert.equal(await isKept(old.kind, value), true, 'the value was valid');
      const isHit = !(await isKept(present.kind, value));
      if (isOpen === undefined) assert.equal(severities.includes('breaking'), isHit);
      else assert.deepEqual(severities, ['risky']);
    });
  }
});
