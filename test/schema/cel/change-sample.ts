import type { JsonSchemaProps, Rule } from '../../../lib/schema/index.ts';

function text(...rules: readonly Rule[]): JsonSchemaProps {
  return { type: 'string', maxLength: 32, 'x-kubernetes-validations': rules };
}

function integer(...rules: readonly Rule[]): JsonSchemaProps {
  return { type: 'integer', 'x-kubernetes-validations': rules };
}

/** A spec with rules at every level, in all forms that rules have. */
export const changeSchema: JsonSchemaProps = {
  type: 'object',
  properties: {
    fixed: text({ rule: 'self == oldSelf', message: 'fixed is immutable' }),
    grows: integer({
      rule: 'self >= oldSelf',
      messageExpression: 'oldSelf > 4 ? "not below much" : "not below little"',
    }),
    first: integer({ rule: 'oldSelf.hasValue() ? self > oldSelf.value() : self == 1', optionalOldSelf: true }),
    lesser: integer({ rule: 'self <= oldSelf.orValue(9)', message: 'no more than before', optionalOldSelf: true }),
    forbidden: text({ rule: 'self != "x"', message: ' x is forbidden ', reason: 'FieldValueForbidden' }),
    required: text({ rule: 'self != "x"', message: 'something else is required', reason: 'FieldValueRequired' }),
    unsaid: text({ rule: ' self != "x" ' }),
    unsayable: text({ rule: 'self != "x"', messageExpression: '1 / (size(self) - 1) > 0 ? "a" : "b"' }),
    empty: text({ rule: 'self != "x"', messageExpression: '"  "', message: 'not x' }),
    lines: text({ rule: 'self != "x"', messageExpression: '"a\\nb"', message: 'not x' }),
    trimmed: text({ rule: 'self != "x"', messageExpression: '" a "' }),
    wrong: text({ rule: 'int(self) > 0' }),
    window: {
      type: 'object',
      properties: { from: integer(), to: integer(), 'a.b': text() },
      'x-kubernetes-validations': [
        { rule: 'self.from <= self.to', message: 'from is after to', fieldPath: '.from' },
        { rule: 'self.from != 7', message: 'not 7', fieldPath: "['a.b']" },
        { rule: 'has(self.to) == has(oldSelf.to)', message: 'to stays', fieldPath: '.to' },
      ],
    },
    users: {
      type: 'array',
      maxItems: 4,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name', 'realm'],
      items: {
        type: 'object',
        required: ['name', 'realm'],
        properties: {
          name: text(),
          realm: text(),
          role: text({ rule: 'self == oldSelf', message: 'role is immutable' }),
        },
      },
      'x-kubernetes-validations': [
        { rule: 'self == oldSelf || self.size() > oldSelf.size()', message: 'users change by growing' },
      ],
    },
    labels: {
      type: 'object',
      maxProperties: 4,
      additionalProperties: text(
        { rule: 'self == oldSelf', message: 'labels stay' },
        { rule: 'self != "x"', message: 'no x' },
      ),
    },
    tags: { type: 'array', maxItems: 4, items: text({ rule: 'self != "x"', message: 'no tag x' }) },
    nested: { type: 'array', maxItems: 4, items: { type: 'array', maxItems: 4, items: integer({ rule: 'self > 0' }) } },
  },
  'x-kubernetes-validations': [
    {
      rule: '!has(self.tags) || !has(oldSelf.tags) || self.tags.size() >= oldSelf.tags.size()',
      message: 'tags only come',
    },
    { rule: 'self.?grows.orValue(0) <= 100', message: 'grows has an end', fieldPath: '.grows' },
  ],
};

/** A stored spec and the spec that replaces it; without `from`, the spec of a new object. */
export interface Change {
  readonly from?: object;
  readonly to: object;
}

const user = { name: 'jane', realm: 'a', role: 'admin' };
const other = { name: 'joe', realm: 'a', role: 'guest' };

export const changes: readonly Change[] = [
  { to: {} },
  { to: { fixed: 'a', grows: 1, first: 1, lesser: 9 } },
  { to: { first: 2, lesser: 10, grows: 101 } },
  { to: { forbidden: 'x', required: 'x', unsaid: 'x', unsayable: 'x', empty: 'x', lines: 'x', trimmed: 'x' } },
  { to: { wrong: 'x' } },
  { to: { wrong: '0' } },
  { to: { window: { from: 2, to: 1 } } },
  { to: { window: { from: 7 } } },
  { to: { labels: { a: 'x', b: 'y' }, tags: ['a', 'x'], nested: [[1], [2, 0]] } },
  { from: { fixed: 'a', grows: 5, first: 1, lesser: 5 }, to: { fixed: 'a', grows: 5, first: 2, lesser: 5 } },
  { from: { fixed: 'a', grows: 5, first: 1, lesser: 5 }, to: { fixed: 'b', grows: 4, first: 1, lesser: 6 } },
  { from: {}, to: { fixed: 'b', grows: 4, first: 1, lesser: 6 } },
  { from: { fixed: 'a' }, to: {} },
  { from: { window: { from: 1, to: 2 } }, to: { window: { from: 1 } } },
  { from: { window: { from: 1, to: 2 } }, to: { window: { from: 3, to: 2 } } },
  { from: { users: [user, other] }, to: { users: [other, user] } },
  { from: { users: [user, other] }, to: { users: [other, { ...user, role: 'guest' }] } },
  { from: { users: [user] }, to: { users: [{ ...user, realm: 'b', role: 'guest' }, other] } },
  { from: { users: [user] }, to: { users: [{ ...user, realm: 'b', role: 'guest' }] } },
  { from: { labels: { a: '1', b: '2' } }, to: { labels: { a: '2', c: '3' } } },
  { from: { labels: { a: '1' } }, to: { labels: { a: '1', constructor: '2' } } },
  { from: { tags: ['a', 'b'] }, to: { tags: ['a'] } },
  { from: { tags: ['a', 'b'] }, to: { tags: ['x', 'b'] } },
];
