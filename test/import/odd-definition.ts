import type { JsonObject, JsonValue } from '../../lib/api/index.ts';
import { objectSchema } from './definition.ts';

/** An unusual CRD that API servers accept, and objects to validate with it. */
export interface OddDefinition {
  readonly title: string;
  /** The schema of whole objects. */
  readonly schema: JsonObject;
  /** Their fields beside kind and name; API servers accept some of them. */
  readonly contents: readonly JsonObject[];
}

const text = { type: 'string' };
const integer = { type: 'integer' };
const anything = { 'x-kubernetes-preserve-unknown-fields': true };
const either = { 'x-kubernetes-int-or-string': true };

/** Returns a CRD with one field in its spec, and values of it. */
function field(title: string, schema: JsonObject, values: readonly JsonValue[]): OddDefinition {
  return { title, schema: objectSchema({ f: schema }), contents: values.map((f) => ({ spec: { f } })) };
}

function fields(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...more };
}

function list(items: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'array', items, ...more };
}

function map(entries: JsonValue, more: JsonObject = {}): JsonObject {
  return { type: 'object', additionalProperties: entries, ...more };
}

function rules(...all: readonly (readonly [rule: string, more?: JsonObject])[]): JsonObject {
  return { 'x-kubernetes-validations': all.map(([rule, more = {}]) => ({ rule, ...more })) };
}

/** Returns nested objects, `depth` of them. */
function nested(depth: number): JsonObject {
  return depth === 0 ? text : fields({ a: nested(depth - 1) });
}

function nestedValue(depth: number, end: JsonValue): JsonValue {
  return depth === 0 ? end : { a: nestedValue(depth - 1, end) };
}

const choices = Array.from({ length: 1000 }, (_, index) => `choice-${index}`);

const reserved = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'default', 'class', 'then', '$ref', 'type'];

export const oddDefinitions: readonly OddDefinition[] = [
  field(
    'fields that every object of JavaScript has',
    fields(Object.fromEntries(reserved.map((name) => [name, text]))),
    [
      {},
      Object.fromEntries(reserved.map((name) => [name, 'a'])),
      { constructor: 1 },
      { toLocaleString: 'a' },
      { propertyIsEnumerable: 1 },
    ],
  ),
  field(
    'required fields that every object of JavaScript has',
    fields({ constructor: text }, { required: ['constructor'] }),
    [{}, { constructor: 'a' }, { toString: 'a', constructor: 'a' }],
  ),
  field('maps with such keys', map(integer, { maxProperties: 2 }), [
    { constructor: 1, toString: 2 },
    { constructor: 'a' },
    { a: 1, b: 2, c: 3 },
  ]),
  field(
    'names that differ by signs',
    fields({ 'a-b': text, a_b: integer, 'a.b': { type: 'boolean' }, aB: list(text) }),
    [{ 'a-b': 'x', a_b: 1, 'a.b': true, aB: ['x'] }, { 'a-b': 1 }, { a_b: 'x' }, { 'a.b': 'x' }, { 'a/b': 'x' }],
  ),
  field('names in other scripts', fields({ größe: integer, 名前: text, '😀': text }), [
    { größe: 1, 名前: 'a', '😀': 'b' },
    { größe: 'a' },
    { grösse: 1 },
  ]),
  field('anything', anything, [null, 1, 'a', true, [1], { a: { b: null } }]),
  field('an object with some known fields', fields({ known: integer }, { ...anything, required: ['known'] }), [
    { known: 1, other: { a: [1] } },
    { known: 'a' },
    { other: 1 },
  ]),
  field('known fields inside of unknown ones', fields({ inner: fields({ known: integer }) }, anything), [
    { inner: { known: 1 } },
    { inner: { known: 1, other: 1 } },
    { other: { known: 'a' } },
  ]),
  field('lists of anything', list(anything), [[1, 'a', { b: 1 }, [2]], { a: 1 }, [null]]),
  field('lists whose items are open', list(fields({ known: text }, anything), { maxItems: 2 }), [
    [{ known: 'a', other: 1 }],
    [{ known: 1 }],
    ['a'],
    [{}, {}, {}],
  ]),
  field('open lists', list(fields({ known: text }), anything), [[{ known: 'a' }], [{ known: 'a', other: 1 }], ['a']]),
  field('maps of integers or texts', map({ ...either, pattern: '^\\d+%$' }), [
    { a: 1, b: '50%' },
    { a: 'half' },
    { a: 1.5 },
    { a: null },
    { a: true },
  ]),
  field('integers or texts with conditions', { ...either, anyOf: [integer, text], maximum: 5, maxLength: 2 }, [
    5,
    6,
    'ab',
    'abc',
    1.5,
  ]),
  field(
    'integers or texts with conditions in conditions',
    { ...either, allOf: [{ anyOf: [integer, text] }, { pattern: '^a' }] },
    [1, 'a', 'b'],
  ),
  field('choices that may be null', { ...text, nullable: true, enum: ['a', 'b', null] }, ['a', null, 'c']),
  field('choices that could be null, but null is none of them', { ...text, nullable: true, enum: ['a', 'b'] }, [
    'a',
    null,
    'c',
  ]),
  field('choices with null in them that cannot be null', { ...text, enum: ['a', null] }, ['a', null]),
  field('lists of choices that may be null', list({ ...text, nullable: true, enum: ['a', null] }), [
    ['a', null],
    ['b'],
    null,
  ]),
  field('objects that may be null', fields({ a: text }, { nullable: true, required: ['a'] }), [null, { a: 'x' }, {}]),
  field(
    'choices of numbers, flags and objects',
    fields({
      n: { type: 'number', enum: [1, 1.5, -0.5] },
      b: { type: 'boolean', enum: [true] },
      o: { ...map(integer), enum: [{ a: 1 }, {}] },
      l: list(text, { enum: [['a'], []] }),
    }),
    [
      { n: 1.5, b: true, o: { a: 1 }, l: ['a'] },
      { n: 2 },
      { b: false },
      { o: { a: 2 } },
      { o: {} },
      { l: ['b'] },
      { l: [] },
    ],
  ),
  field('a thousand choices', { ...text, enum: choices }, ['choice-0', 'choice-999', 'choice-1000', '']),
  field('choices with signs in them', { ...text, enum: ['', "it's", '"', '\\', '\n', '*/', '`', `\${x}`, ' '] }, [
    '',
    "it's",
    '"',
    '\\',
    '\n',
    '*/',
    '`',
    `\${x}`,
    ' ',
    '  ',
  ]),
  field('deep objects', nested(60), [
    nestedValue(60, 'a'),
    nestedValue(60, 1),
    nestedValue(59, 'a'),
    nestedValue(61, 'a'),
  ]),
  field('lists of maps of lists', list(map(list(list(fields({ a: integer }))))), [
    [{ x: [[{ a: 1 }], []] }, {}],
    [{ x: [[{ a: 'b' }]] }],
    [{ x: [{ a: 1 }] }],
    [{ x: [[{ b: 1 }]] }],
  ]),
  field('objects without fields', { type: 'object' }, [{}, { a: 1 }, []]),
  field('objects that require an undeclared field', { type: 'object', ...anything, required: ['a'] }, [{}, { a: 1 }]),
  field('maps of anything', map(anything), [{ a: 1, b: { c: null } }, { a: null }, []]),
  field('embedded resources', { type: 'object', 'x-kubernetes-embedded-resource': true, ...anything }, [
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', labels: { a: 'b' } }, spec: { x: 1 } },
    { apiVersion: 'v1', kind: 'Pod' },
    { kind: 'Pod' },
    { apiVersion: 'v1' },
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 1 } },
    { apiVersion: 'v1', kind: 'Pod', metadata: { unknown: 1 } },
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'Not_A_Name' } },
    { apiVersion: 'a/b/c', kind: 'Pod' },
    { apiVersion: '', kind: 'Pod' },
  ]),
  field(
    'embedded resources with a known spec',
    {
      'x-kubernetes-embedded-resource': true,
      ...fields({
        apiVersion: { ...text, enum: ['v1'] },
        metadata: fields({ name: { ...text, maxLength: 3 } }),
        spec: fields({ a: integer }),
      }),
    },
    [
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { a: 1 } },
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'long' }, spec: { a: 1 } },
      { apiVersion: 'v2', kind: 'Pod' },
      { apiVersion: 'v1', kind: 'Pod', spec: { b: 1 } },
      { apiVersion: 'v1', kind: 'Pod', data: {} },
    ],
  ),
  field('lists of embedded resources', list({ type: 'object', 'x-kubernetes-embedded-resource': true, ...anything }), [
    [{ apiVersion: 'v1', kind: 'Pod' }],
    [{ kind: 'Pod' }],
  ]),
  field(
    'one of two required fields',
    fields({ a: text, b: text }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
    [{ a: 'x' }, { b: 'x' }, { a: 'x', b: 'x' }, {}],
  ),
  field(
    'any of required fields, but not both of two',
    fields(
      { a: text, b: text, c: text },
      { anyOf: [{ required: ['a'] }, { required: ['b', 'c'] }], not: { required: ['a', 'b'] } },
    ),
    [{ a: 'x' }, { b: 'x', c: 'x' }, { b: 'x' }, { a: 'x', b: 'x' }, { a: 'x', c: 'x' }],
  ),
  field(
    'conditions on fields',
    fields(
      { kind: text, size: integer },
      {
        oneOf: [
          { properties: { kind: { enum: ['small'] }, size: { maximum: 1 } } },
          { properties: { kind: { enum: ['large'] } }, required: ['size'] },
        ],
      },
    ),
    [{ kind: 'small' }, { kind: 'small', size: 2 }, { kind: 'large', size: 2 }, { kind: 'large' }, {}],
  ),
  field(
    'sets, and lists with keys that have defaults',
    fields({
      set: list(text, { 'x-kubernetes-list-type': 'set' }),
      ports: list(fields({ port: integer, protocol: { ...text, default: 'TCP' } }, { required: ['port'] }), {
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['port', 'protocol'],
      }),
    }),
    [
      { set: ['a', 'b'], ports: [{ port: 1 }, { port: 1, protocol: 'UDP' }] },
      { set: ['a', 'a'] },
      { ports: [{ port: 1 }, { port: 1, protocol: 'TCP' }] },
      { ports: [{ protocol: 'TCP' }] },
    ],
  ),
  field(
    'defaults in defaults',
    {
      ...fields({
        a: { ...fields({ b: { ...integer, default: 2, maximum: 3 } }), default: {} },
        c: list(fields({ d: { ...text, default: 'x' } }, { required: ['d'] })),
      }),
      default: {},
    },
    [{}, { a: { b: 4 } }, { c: [{}] }, { a: null }],
  ),
  field(
    'rules with messages',
    {
      ...fields({ min: integer, max: integer, list: list(integer, { maxItems: 5 }) }),
      ...rules(
        ['self.min <= self.max', { message: 'min is at most max' }],
        [
          '!has(self.list) || self.list.all(x, x > 0)',
          { messageExpression: "size(self.list) > 1 ? 'many' : 'one'", fieldPath: '.list' },
        ],
      ),
    },
    [{ min: 1, max: 2 }, { min: 3, max: 2 }, { min: 1, max: 2, list: [1, 0] }, { max: 2 }],
  ),
  field(
    'rules about names that mean something in rules',
    {
      ...fields({ in: text, 'a-b': integer, true: text, namespace: text }),
      ...rules(
        ["!has(self.__in__) || self.__in__ != ''"],
        ['!has(self.a__dash__b) || self.a__dash__b > 0'],
        ["!has(self.__namespace__) || self.__namespace__ == 'x'"],
      ),
    },
    [{ in: 'a', 'a-b': 1, namespace: 'x' }, { in: '' }, { 'a-b': 0 }, { namespace: 'y' }],
  ),
  field(
    'patterns in the syntax of Go',
    fields({
      insensitive: { ...text, pattern: '(?i)^abc$' },
      letters: { ...text, pattern: '^\\pL+\\z' },
      quantity: { ...either, pattern: '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$' },
    }),
    [
      { insensitive: 'ABC', letters: 'äb', quantity: '1Gi' },
      { insensitive: 'abd' },
      { letters: 'a1' },
      { quantity: 'much' },
      { quantity: 1 },
    ],
  ),
  field(
    'numbers at their limits',
    fields({
      small: { ...integer, format: 'int32' },
      float: { type: 'number', format: 'float' },
      above: { type: 'number', minimum: 0, exclusiveMinimum: true },
      part: { type: 'number', multipleOf: 0.1 },
    }),
    [
      { small: 2147483647, float: 1.5, above: 0.1, part: 0.3 },
      { small: 2147483648 },
      { above: 0 },
      { part: 0.35 },
      { small: 1.5 },
    ],
  ),
  {
    title: 'fields beside a spec, and no spec',
    schema: fields(
      {
        data: map(text),
        rules: list(fields({ a: text }, { required: ['a'] })),
        replicas: { ...integer, default: 1 },
        immutable: { type: 'boolean' },
      },
      { required: ['data'] },
    ),
    contents: [
      { data: { a: 'b' } },
      {},
      { data: { a: 1 } },
      { data: {}, rules: [{}] },
      { data: {}, spec: {} },
      { data: {}, replicas: 'a' },
    ],
  },
  {
    title: 'a spec that is a text, and a status that is a list',
    schema: fields({ spec: { ...text, minLength: 1 }, status: list(text) }),
    contents: [{ spec: 'a' }, { spec: '' }, { spec: { a: 1 } }, {}, { status: [1] }],
  },
  {
    title: 'a spec without a schema',
    schema: fields({ spec: anything, status: anything }),
    contents: [{ spec: { a: 1 } }, { spec: 1 }, { other: 1 }],
  },
  {
    title: 'objects without a schema',
    schema: { type: 'object', ...anything },
    contents: [{ spec: { a: 1 }, other: [1] }, {}],
  },
  {
    title: 'a name with bounds, and rules about the whole object',
    schema: {
      ...fields(
        { metadata: fields({ name: { ...text, maxLength: 5, pattern: '^o' } }), spec: fields({ a: integer }) },
        { required: ['spec'] },
      ),
      ...rules(["self.metadata.name == 'odd'"], ['has(self.spec.a)', { message: 'a is needed' }]),
    },
    contents: [{ spec: { a: 1 } }, { spec: {} }, {}],
  },
  {
    title: 'fields of a spec with names of an object’s fields',
    schema: objectSchema({
      apiVersion: integer,
      kind: { type: 'boolean' },
      metadata: fields({ name: integer }),
      status: text,
      spec: fields({ spec: text }),
    }),
    contents: [
      { spec: { apiVersion: 1, kind: true, metadata: { name: 1 }, status: 'a', spec: { spec: 'a' } } },
      { spec: { kind: 'a' } },
      { spec: { metadata: { name: 'a' } } },
    ],
  },
  {
    title: 'a status that is required',
    schema: fields(
      { spec: fields({ a: text }), status: fields({ phase: { ...text, enum: ['On'] } }, { required: ['phase'] }) },
      { required: ['status'] },
    ),
    contents: [
      { spec: {} },
      { spec: {}, status: { phase: 'On' } },
      { spec: {}, status: {} },
      { spec: {}, status: { phase: 'Off' } },
    ],
  },
];
