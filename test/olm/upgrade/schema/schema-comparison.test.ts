import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../lib/schema/index.ts';
import { findingTexts } from '../release.ts';

/** The findings if the schema of the field `size` changes from the first to the second. */
function ofSize(before: JsonObject | undefined, after: JsonObject | undefined, more: JsonObject = {}) {
  const spec = (size: JsonObject | undefined) => ({
    type: 'object',
    properties: size === undefined ? {} : { size },
    ...more,
  });
  return findingTexts({ schema: spec(before) }, { schema: spec(after) });
}

const text = { type: 'string' };
const integer = { type: 'integer' };
const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const rule = (words: string, message = words) => ({ 'x-kubernetes-validations': [{ rule: words, message }] });

/** Title → the schema before, the schema after, and the findings for `v1 spec.size`. */
const cases: Readonly<Record<string, readonly [before: JsonObject, after: JsonObject, ...found: readonly string[]]>> = {
  'another type': [text, integer, 'breaking type-changed: v1 spec.size: type string → integer'],
  'an integer that may be any number': [integer, { type: 'number' }],
  'an integer that may be text as well': [integer, { 'x-kubernetes-int-or-string': true }],
  'anything that has a type now': [
    { 'x-kubernetes-preserve-unknown-fields': true },
    text,
    'breaking type-changed: v1 spec.size: type any → string',
  ],
  'null that is refused': [
    { ...text, nullable: true },
    text,
    'risky null-refused: v1 spec.size: may no longer be null',
  ],
  'null that means a default': [
    { ...text, nullable: true, default: 'a' },
    { ...text, default: 'a' },
  ],
  'a bound that is new': [
    integer,
    { ...integer, minimum: 1 },
    'breaking bound-tightened: v1 spec.size: minimum none → 1',
  ],
  'a bound that is tighter': [
    { ...integer, maximum: 5 },
    { ...integer, maximum: 3 },
    'breaking bound-tightened: v1 spec.size: maximum 5 → 3',
  ],
  'a bound that is wider': [
    { ...integer, maximum: 5 },
    { ...integer, maximum: 7 },
  ],
  'a bound that is gone': [{ ...integer, maximum: 5 }, integer],
  'a bound that says the same of integers in other words': [
    { ...integer, minimum: 1 },
    { ...integer, minimum: 0, exclusiveMinimum: true },
  ],
  'a bound that is exclusive now': [
    { type: 'number', minimum: 1 },
    { type: 'number', minimum: 1, exclusiveMinimum: true },
    'breaking bound-tightened: v1 spec.size: minimum 1 → 1 (exclusive)',
  ],
  'a higher limit that API servers round for whole numbers': [
    { type: 'number', maximum: 1 },
    { type: 'number', maximum: 1.5, exclusiveMaximum: true },
    'breaking bound-tightened: v1 spec.size: maximum 1 → 1.5 (exclusive)',
  ],
  'a lower limit of an integer that is a fraction': [
    { ...integer, minimum: 1 },
    { ...integer, minimum: 0.5 },
    'breaking bound-tightened: v1 spec.size: minimum 1 → one that no number meets',
  ],
  'multiples of a fraction': [
    { type: 'number', multipleOf: 1 },
    { type: 'number', multipleOf: 0.5 },
    'breaking bound-tightened: v1 spec.size: multipleOf 1 → 0.5',
  ],
  'an integer of fewer bits': [
    { ...integer, format: 'int64' },
    { ...integer, format: 'int32' },
    'breaking bound-tightened: v1 spec.size: minimum -9223372036854775808 → -2147483648',
    'breaking bound-tightened: v1 spec.size: maximum 9223372036854775807 → 2147483647',
  ],
  'a length that is shorter': [
    { ...text, maxLength: 10 },
    { ...text, maxLength: 9 },
    'breaking bound-tightened: v1 spec.size: maxLength 10 → 9',
  ],
  'a length of at least nothing': [text, { ...text, minLength: 0 }],
  'a multiple of a multiple': [
    { ...integer, multipleOf: 4 },
    { ...integer, multipleOf: 2 },
  ],
  'a multiple of another number': [
    { ...integer, multipleOf: 2 },
    { ...integer, multipleOf: 4 },
    'breaking bound-tightened: v1 spec.size: multipleOf 2 → 4',
  ],
  'fewer choices': [
    { ...text, enum: ['a', 'b', 'c'] },
    { ...text, enum: ['a'] },
    'breaking choice-removed: v1 spec.size: no longer accepts "b", "c"',
  ],
  'more choices': [
    { ...text, enum: ['a'] },
    { ...text, enum: ['a', 'b'] },
  ],
  'choices where there was freedom': [
    text,
    { ...text, enum: ['a'] },
    'breaking choice-removed: v1 spec.size: accepts only "a", and accepted any value of its type before',
  ],
  'a pattern that is new': [
    text,
    { ...text, pattern: '^a' },
    'breaking pattern-tightened: v1 spec.size: has to match ^a',
  ],
  'another pattern': [
    { ...text, pattern: '^a' },
    { ...text, pattern: '^[ab]' },
    'risky pattern-changed: v1 spec.size: has to match ^[ab], and had to match ^a',
  ],
  'a format that is new': [
    text,
    { ...text, format: 'date' },
    'breaking format-tightened: v1 spec.size: format none → "date"',
  ],
  'a format that API servers do not know': [text, { ...text, format: 'example' }],
  'a format by another of its names': [
    { ...text, format: 'datetime' },
    { ...text, format: 'date-time' },
  ],
  'another default': [
    { ...integer, default: 1 },
    { ...integer, default: 2 },
    'risky default-changed: v1 spec.size: default 1 → 2',
  ],
  'a default that is new': [
    integer,
    { ...integer, default: 2 },
    'risky default-changed: v1 spec.size: default none → 2',
  ],
  'a rule that is new': [
    text,
    { ...text, ...rule('self != "b"') },
    'breaking rule-added: v1 spec.size: has to obey the rule self != "b"',
  ],
  'another rule in the same words': [
    { ...text, ...rule('self != "b"', 'not b') },
    { ...text, ...rule('!(self in ["b"])', 'not b') },
    'risky rule-changed: v1 spec.size: has to obey the rule !(self in ["b"]), and had to obey self != "b"',
  ],
  'another rule without words, in the place of the only one that is gone': [
    { ...text, 'x-kubernetes-validations': [{ rule: 'self != "b"' }] },
    { ...text, 'x-kubernetes-validations': [{ rule: 'self != "c"' }] },
    'risky rule-changed: v1 spec.size: has to obey the rule self != "c", and had to obey self != "b"',
  ],
  'another rule with words of its own': [
    { ...text, ...rule('self != "b"', 'not b') },
    { ...text, ...rule('self != "c"', 'not c') },
    'breaking rule-added: v1 spec.size: has to obey the rule self != "c"',
  ],
  'the same rule in other words': [
    { ...text, ...rule('self != "b"', 'not b') },
    { ...text, ...rule('self != "b"', 'never b') },
  ],
  'a rule that is gone': [{ ...text, ...rule('self != "b"') }, text],
  'one more to choose from': [
    { ...text, anyOf: [{ minLength: 1 }] },
    { ...text, anyOf: [{ minLength: 1 }, { enum: [''] }] },
  ],
  'one fewer to choose from': [
    { ...text, anyOf: [{ minLength: 1 }, { enum: [''] }] },
    { ...text, anyOf: [{ minLength: 1 }] },
    'risky union-changed: v1 spec.size: anyOf has changed',
  ],
  'a union that takes another value, in a field whose name is a word of schemas': [
    { ...anything, anyOf: [{ enum: [{ title: 'a' }] }] },
    { ...anything, anyOf: [{ enum: [{ title: 'b' }] }] },
    'risky union-changed: v1 spec.size: anyOf has changed',
  ],
  'a union that accepts the same value, and means something else': [
    { ...anything, anyOf: [{ enum: [{ title: 'a', size: 1 }], title: 'One' }] },
    { ...anything, anyOf: [{ title: 'Other', enum: [{ size: 1, title: 'a' }] }] },
  ],
  'one demand more': [
    { ...text, allOf: [{ minLength: 1 }] },
    { ...text, allOf: [{ minLength: 1 }, { maxLength: 9 }] },
    'risky union-changed: v1 spec.size: allOf has changed',
  ],
  'a bound that has moved into allOf': [
    { ...integer, maximum: 5 },
    { ...integer, allOf: [{ maximum: 5 }] },
  ],
  'a bound that has moved out of allOf': [
    { ...integer, allOf: [{ maximum: 5 }] },
    { ...integer, maximum: 5 },
  ],
  'a tighter bound in allOf': [
    { ...integer, maximum: 5 },
    { ...integer, allOf: [{ maximum: 4 }] },
    'breaking union-added: v1 spec.size: has to match allOf',
  ],
  'a choice that has moved into allOf': [
    { ...text, enum: ['a', 'b'] },
    { ...text, enum: ['a', 'b'], allOf: [{ enum: ['b', 'a', 'c'] }] },
  ],
  'choices that have moved into allOf': [
    { ...text, enum: ['a', 'b'] },
    { ...text, allOf: [{ enum: ['a', 'b'] }] },
  ],
  'choices that have moved out of allOf': [
    { ...text, allOf: [{ enum: ['a', 'b'] }] },
    { ...text, enum: ['b', 'a'] },
  ],
  'choices of which allOf took only these': [
    { ...text, enum: ['a', 'b', 'c'], allOf: [{ enum: ['b', 'c', 'd'] }] },
    { ...text, enum: ['b', 'c'] },
  ],
  'choices that are asked of null, too, out of allOf': [
    { ...text, nullable: true, allOf: [{ enum: ['a'] }] },
    { ...text, nullable: true, enum: ['a'] },
    'breaking choice-removed: v1 spec.size: no longer accepts null',
  ],
  'fewer choices than in allOf': [
    { ...text, allOf: [{ enum: ['a', 'b'] }] },
    { ...text, enum: ['a'] },
    'breaking choice-removed: v1 spec.size: no longer accepts "b"',
  ],
  'fewer choices in allOf': [
    { ...text, enum: ['a', 'b'] },
    { ...text, allOf: [{ enum: ['a'] }] },
    'breaking union-added: v1 spec.size: has to match allOf',
  ],
  'a pattern that has moved into allOf': [
    { ...text, pattern: '^a' },
    { ...text, allOf: [{ pattern: '^a' }] },
  ],
  'a pattern that has moved out of allOf': [
    { ...text, allOf: [{ pattern: '^a' }, { pattern: 'b$' }] },
    { ...text, pattern: 'b$' },
  ],
  'another pattern than those in allOf': [
    { ...text, allOf: [{ pattern: '^a' }, { pattern: 'b$' }] },
    { ...text, pattern: '^[ab]' },
    'risky pattern-changed: v1 spec.size: has to match ^[ab], and had to match ^a and b$',
  ],
  'a format that has moved out of allOf': [
    { ...text, allOf: [{ format: 'date-time' }] },
    { ...text, format: 'datetime' },
  ],
  'another format than those in allOf': [
    { ...text, allOf: [{ format: 'date' }, { format: 'date-time' }] },
    { ...text, format: 'uuid' },
    'breaking format-tightened: v1 spec.size: format "date" and "date-time" → "uuid"',
  ],
  'an int-or-string that is written the other way round': [
    { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
    { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'string' }, { type: 'integer' }] },
  ],
  'a rule that older ones ask for already': [
    { ...text, ...rule('self != "b" && self.size() <= 5') },
    { ...text, ...rule('self.size() <= 9') },
  ],
  'a rule with other spaces': [
    { ...text, ...rule("self != 'a b'||self in ['c']", 'm') },
    { ...text, ...rule("self != 'a b' ||\n  self in [ 'c' ] // or this", 'm') },
  ],
  'a rule with other spaces in a literal': [
    { ...text, ...rule("self != 'a b'", 'm') },
    { ...text, ...rule("self != 'a  b'", 'm') },
    "risky rule-changed: v1 spec.size: has to obey the rule self != 'a  b', and had to obey self != 'a b'",
  ],
  'one more of which only one may fit': [
    { ...text, oneOf: [{ minLength: 1 }] },
    { ...text, oneOf: [{ minLength: 1 }, { maxLength: 9 }] },
    'risky union-changed: v1 spec.size: oneOf has changed',
  ],
  'an exception that is new': [
    text,
    { ...text, not: { enum: ['b'] } },
    'breaking union-added: v1 spec.size: has to match not',
  ],
  'a list that may hold nothing twice': [
    { type: 'array', items: text },
    { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    'breaking duplicates-refused: v1 spec.size: list type atomic → set, which may have no duplicates',
  ],
  'a list that is merged as a whole': [
    { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    { type: 'array', items: text, 'x-kubernetes-list-type': 'atomic' },
    'risky merging-changed: v1 spec.size: list type set → atomic',
  ],
  'a map that is merged as a whole': [
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: text, 'x-kubernetes-map-type': 'atomic' },
    'risky merging-changed: v1 spec.size: map type granular → atomic',
  ],
  'items of another type': [
    { type: 'array', items: text },
    { type: 'array', items: integer },
    'breaking type-changed: v1 spec.size[]: type string → integer',
  ],
  'entries of another type': [
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: integer },
    'breaking type-changed: v1 spec.size{}: type string → integer',
  ],
  'a map whose keys are known now': [
    { type: 'object', additionalProperties: text },
    { type: 'object', properties: { a: { ...text, maxLength: 3 } } },
    'breaking free-fields-removed: v1 spec.size: accepts only the fields of the schema, and accepted any before',
    'breaking bound-tightened: v1 spec.size.a: maxLength none → 3',
  ],
  'fields whose keys are free now': [
    { type: 'object', properties: { a: text } },
    { type: 'object', additionalProperties: text },
  ],
  'unknown fields that are dropped now': [
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    { type: 'object' },
    'breaking free-fields-removed: v1 spec.size: accepts only the fields of the schema, and accepted any before',
  ],
  'an unknown field that has a schema now': [
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: text } },
    'risky free-field-claimed: v1 spec.size: a has a schema now, and could hold anything before',
  ],
  'an object that has to be whole': [
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-embedded-resource': true },
    'breaking embedded-resource-demanded: v1 spec.size: has to be a whole object with apiVersion, kind and metadata',
  ],
  'an object that is not a resource any more': [
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-embedded-resource': true },
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    'breaking embedded-resource-gone: v1 spec.size: is no longer a complete object',
  ],
  'words for people': [text, { ...text, description: 'How large it is.' }],
};

describe('the comparison of schemas', () => {
  for (const [title, [before, after, ...expected]] of Object.entries(cases)) {
    it(`check-upgrade reports ${expected.length === 0 ? 'nothing about ' : ''}a new schema with ${title}`, () => {
      assert.deepEqual(ofSize(before, after), expected);
    });
  }

  it('check-upgrade reports nothing about a new optional field of a schema', () => {
    assert.deepEqual(ofSize(undefined, text), []);
  });

  it('check-upgrade reports a removed field of a schema', () => {
    assert.deepEqual(ofSize(text, undefined), ['breaking field-removed: v1 spec: size is gone']);
  });

  it('check-upgrade reports a new required field of a schema, unless it has a default', () => {
    const demand = { required: ['size'] };
    const of = (before: JsonObject, after: JsonObject) =>
      findingTexts(
        {
          schema: { type: 'object', properties: { size: before }, ...(before.default !== undefined && demand) },
          sample: { size: 'a' },
        },
        { schema: { type: 'object', properties: { size: after }, ...demand } },
      );
    assert.deepEqual(of(text, text), ['breaking field-required: v1 spec: size is required, and was optional before']);
    assert.deepEqual(of(text, { ...text, default: 'a' }), ['risky default-changed: v1 spec.size: default none → "a"']);
    assert.deepEqual(of({ ...text, default: 'a' }, text), [
      'breaking field-required: v1 spec: size is required, and had a default before',
      'risky default-changed: v1 spec.size: default "a" → none',
    ]);
  });
});
