/** Specs of one schema, and what API servers have against each. */
export interface ValueSample {
  readonly title: string;
  readonly schema: object;
  /** The specs, and the paths in them that are wrong; none if it is good. */
  readonly specs: readonly (readonly [spec: unknown, ...wrongAt: readonly string[]])[];
}

const keyed = (...keys: readonly string[]) => ({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys });
const object = (properties: object, words: object = {}) => ({ type: 'object', properties, ...words });

export const valueSamples: readonly ValueSample[] = [
  {
    title: 'types',
    schema: object({
      integer: { type: 'integer' },
      number: { type: 'number' },
      text: { type: 'string' },
      flag: { type: 'boolean' },
      list: { type: 'array', items: { type: 'integer' } },
      map: { type: 'object', additionalProperties: { type: 'integer' } },
      either: { 'x-kubernetes-int-or-string': true },
      nullable: { type: 'integer', nullable: true },
    }),
    specs: [
      [{ integer: 1, number: 1.5, text: 'a', flag: true, list: [1], map: { a: 1 }, either: 1, nullable: null }],
      [{ integer: 1.5 }, 'integer'],
      [{ integer: '1' }, 'integer'],
      [{ number: 1, either: 'a' }],
      [{ either: 1.5 }, 'either'],
      [{ either: true }, 'either'],
      [{ flag: 'true' }, 'flag'],
      [{ text: 1 }, 'text'],
      [{ list: {} }, 'list'],
      [{ list: [1, 'a', null] }, 'list[1]', 'list[2]'],
      [{ map: { a: 'b' } }, 'map.a'],
      [{ map: [] }, 'map'],
      [{ integer: null }],
    ],
  },
  {
    title: 'bounds of numbers',
    schema: object({
      inclusive: { type: 'integer', minimum: 1, maximum: 3 },
      exclusive: { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: true },
      small: { type: 'integer', format: 'int32' },
      even: { type: 'integer', multipleOf: 2 },
      tenths: { type: 'number', multipleOf: 0.1 },
    }),
    specs: [
      [{ inclusive: 1, exclusive: 1.1, small: 2_147_483_647, even: 4, tenths: 0.3 }],
      [{ inclusive: 0 }, 'inclusive'],
      [{ inclusive: 4 }, 'inclusive'],
      [{ exclusive: 1 }, 'exclusive'],
      [{ exclusive: 3 }, 'exclusive'],
      [{ small: 2_147_483_648 }, 'small'],
      [{ even: 3 }, 'even'],
      [{ tenths: 0.35 }, 'tenths'],
    ],
  },
  {
    title: 'bounds of numbers with a fraction',
    schema: object({
      least: { type: 'number', minimum: 0.5 },
      above: { type: 'number', minimum: -0.5, exclusiveMinimum: true },
      most: { type: 'number', maximum: -0.5 },
      below: { type: 'number', maximum: 1.5, exclusiveMaximum: true },
      halves: { type: 'number', multipleOf: 0.5 },
      thirds: { type: 'number', multipleOf: 1.5 },
      tenths: { type: 'number', multipleOf: 0.1 },
      cents: { type: 'number', multipleOf: 0.01 },
      either: { 'x-kubernetes-int-or-string': true, minimum: 0.5 },
      condition: { type: 'number', not: { minimum: 0.5 } },
      integer: { type: 'integer', maximum: 2.5 },
      steps: { type: 'integer', multipleOf: 0.5 },
      small: { type: 'integer', format: 'int32', maximum: 3e9 },
      float: { type: 'number', format: 'float', maximum: 1e39 },
      large: { type: 'integer', maximum: 2 ** 63 },
      least64: { type: 'integer', minimum: -(2 ** 63) },
      within: { type: 'integer', minimum: 1024 - 2 ** 63, maximum: 2 ** 63 - 1024 },
    }),
    specs: [
      [{ least: 0, above: 1, most: 0, below: 0, halves: 1.5, thirds: 2, either: 0, condition: 0.4, within: 1 }],
      [{ least: 0.5, above: -0.4, most: -0.5, below: 1.4 }],
      [{ least: 0.4 }, 'least'],
      [{ least: -1 }, 'least'],
      [{ above: 0 }, 'above'],
      [{ most: 1 }, 'most'],
      [{ below: 1 }, 'below'],
      [{ halves: 1 }, 'halves'],
      [{ halves: 0.3 }, 'halves'],
      [{ thirds: 2.5 }, 'thirds'],
      [{ tenths: 1.1, cents: 1.1 }],
      [{ tenths: -0.3 }],
      [{ cents: -1.1 }, 'cents'],
      [{ cents: 4.35 }, 'cents'],
      [{ either: -1 }, 'either'],
      [{ condition: 0 }, 'condition'],
      [{ integer: 1 }, 'integer'],
      [{ steps: 1 }, 'steps'],
      [{ small: 1 }, 'small'],
      [{ float: 0.5 }, 'float'],
      [{ large: 1 }, 'large'],
      [{ least64: 1 }, 'least64'],
    ],
  },
  {
    title: 'maps of anything',
    schema: object({
      any: { type: 'object', additionalProperties: true },
      kept: { type: 'object', additionalProperties: true, 'x-kubernetes-preserve-unknown-fields': true },
    }),
    specs: [
      [{ any: { a: 1, b: [1], c: {}, d: [[{}]] }, kept: { a: 'x' } }],
      [{ any: { a: { b: 1 } } }, 'any.a.b'],
      [{ any: { a: [1, { b: 1 }] } }, 'any.a[1].b'],
      [{ any: { a: [[{ b: { c: 1 } }]] } }, 'any.a[0][0].b'],
      [{ kept: { a: { b: 1 } } }, 'kept.a.b'],
      [{ kept: { a: [{ b: 1 }] } }, 'kept.a[0].b'],
    ],
  },
  {
    title: 'texts',
    schema: object({
      short: { type: 'string', minLength: 2, maxLength: 3 },
      pattern: { type: 'string', pattern: '^[a-c]+$' },
      choice: { type: 'string', enum: ['a', 'b'] },
      level: { type: 'integer', enum: [1, 2] },
    }),
    specs: [
      [{ short: 'ab', pattern: 'abc', choice: 'a', level: 2 }],
      [{ short: '😀😀😀' }],
      [{ short: 'abcd' }, 'short'],
      [{ short: 'a' }, 'short'],
      [{ pattern: 'abd' }, 'pattern'],
      [{ choice: 'c' }, 'choice'],
      [{ level: 3 }, 'level'],
      [{ choice: null }],
    ],
  },
  {
    title: 'lists and maps',
    schema: object(
      {
        list: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
        map: { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1, maxProperties: 2 },
        inner: object({ a: { type: 'string' } }, { required: ['a'] }),
      },
      { required: ['list'] },
    ),
    specs: [
      [{ list: ['a'], map: { a: 'b' }, inner: { a: 'b' } }],
      [{}, 'list'],
      [{ list: [] }, 'list'],
      [{ list: ['a', 'b', 'c'] }, 'list'],
      [{ list: ['a'], map: {} }, 'map'],
      [{ list: ['a'], map: { a: 'a', b: 'b', c: 'c' } }, 'map'],
      [{ list: ['a'], inner: {} }, 'inner.a'],
      [{ list: ['a'], inner: { a: null } }, 'inner.a'],
    ],
  },
  {
    title: 'lists whose items are identified',
    schema: object({
      set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
      one: { type: 'array', items: object({ name: { type: 'string' } }, { required: ['name'] }), ...keyed('name') },
      two: {
        type: 'array',
        items: object(
          { port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' } },
          { required: ['port'] },
        ),
        ...keyed('port', 'protocol'),
      },
    }),
    specs: [
      [{ set: ['a', 'b'], one: [{ name: 'a' }, { name: 'b' }], two: [{ port: 1 }, { port: 1, protocol: 'UDP' }] }],
      [{ set: ['a', 'b', 'a'] }, 'set[2]'],
      [{ one: [{ name: 'a' }, { name: 'a' }] }, 'one[1]'],
      [{ one: [{}] }, 'one[0].name'],
      [{ two: [{ port: 1 }, { port: 1, protocol: 'TCP' }] }, 'two[1]'],
    ],
  },
  {
    title: 'conditions',
    schema: object({
      any: object(
        { a: { type: 'string' }, b: { type: 'string' } },
        { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      ),
      one: object(
        { a: { type: 'string' }, b: { type: 'string' } },
        { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      ),
      none: { type: 'string', not: { enum: ['a', 'b'] } },
      all: { type: 'string', allOf: [{ maxLength: 2 }, { pattern: '^a' }] },
    }),
    specs: [
      [{ any: { a: '' }, one: { b: '' }, none: 'c', all: 'ab' }],
      [{ any: { a: '', b: '' } }],
      [{ any: {} }, 'any'],
      [{ one: {} }, 'one'],
      [{ one: { a: '', b: '' } }, 'one'],
      [{ none: 'b' }, 'none'],
      [{ all: 'abc' }, 'all'],
      [{ all: 'b' }, 'all'],
    ],
  },
  {
    title: 'defaults and rules',
    schema: object(
      {
        size: { type: 'integer', default: 3 },
        most: { type: 'integer' },
        inner: object({ mode: { type: 'string', default: 'a' } }, { default: {} }),
      },
      {
        'x-kubernetes-validations': [
          { rule: '!has(self.most) || self.size <= self.most', message: 'size must not exceed most' },
          { rule: "self.inner.mode != 'b'", fieldPath: '.inner.mode', message: 'no b' },
        ],
      },
    ),
    specs: [
      [{}],
      [{ most: 3 }],
      [{ most: 2 }, ''],
      [{ size: null, most: 2 }, ''],
      [{ inner: { mode: 'b' } }, 'inner.mode'],
      [{ most: 'a' }, 'most'],
    ],
  },
  {
    title: 'embedded resources',
    schema: object({
      resource: {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-preserve-unknown-fields': true,
      },
    }),
    specs: [
      [{ resource: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', labels: { a: 'b' } }, spec: {} } }],
      [{ resource: { kind: 'Pod' } }, 'resource.apiVersion'],
      [{ resource: { apiVersion: 'v1' } }, 'resource.kind'],
      [{ resource: { apiVersion: 'v1', kind: '' } }, 'resource.kind'],
      [{ resource: { apiVersion: 'v1', kind: 'a.b' } }, 'resource.kind'],
      [{ resource: { apiVersion: 'a/b/c', kind: 'Pod' } }, 'resource.apiVersion'],
      [{ resource: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'Any_name', generateName: 'x_' } } }],
      [{ resource: { apiVersion: 'v1', kind: 'Pod', metadata: { name: '', namespace: '' } } }],
      [{ resource: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a/b' } } }, 'resource.metadata.name'],
      [{ resource: { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'A_' } } }, 'resource.metadata.namespace'],
      [
        { resource: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 'b c' } } } },
        'resource.metadata.labels.a',
      ],
      [
        { resource: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { 'a b': '' } } } },
        'resource.metadata.labels["a b"]',
      ],
      [
        { resource: { apiVersion: 'v1', kind: 'Pod', metadata: { annotations: { 'a b': '' } } } },
        'resource.metadata.annotations["a b"]',
      ],
      [
        { resource: { apiVersion: 'v1', kind: 'Pod', metadata: { finalizers: ['a b'] } } },
        'resource.metadata.finalizers[0]',
      ],
      [
        { resource: { apiVersion: 'v1', kind: 'Pod', metadata: { creationTimestamp: 'x' } } },
        'resource.metadata.creationTimestamp',
      ],
      [
        {
          resource: {
            apiVersion: 'v1',
            kind: 'Pod',
            metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b', nmae: 'a' }] },
          },
        },
        'resource.metadata.ownerReferences[0].nmae',
      ],
    ],
  },
];

/** Texts of formats, and texts that aren't. */
export const formatSamples: Readonly<
  Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>
> = {
  byte: { good: ['YWI=', 'YWJj'], bad: ['YWI', 'Y', '', 'a b='] },
  cidr: { good: ['10.0.0.0/8', 'fd00::/8', '010.0.0.0/8'], bad: ['10.0.0.0', '10.0.0.0/33'] },
  date: { good: ['2024-02-29'], bad: ['2023-02-29', '2024-2-1', 'today'] },
  'date-time': {
    good: ['2024-02-29T12:00:00Z', '2024-02-29t12:00:00.5+01:00'],
    bad: ['2024-02-29', '2024-02-29T24:00:00Z'],
  },
  duration: { good: ['1h30m', '3 days', '1.5s', '-1s', 'P1D'], bad: ['1', 'soon'] },
  email: { good: ['a@example.com', 'A B <a@example.com>'], bad: ['a', 'a@', '@example.com'] },
  hostname: {
    good: ['example.com', 'example', 'a-b.example.com'],
    bad: ['a b', '-a.example.com', 'a_b.example.com', 'example.c'],
  },
  ipv4: { good: ['10.0.0.1', '010.0.0.1'], bad: ['10.0.0', '::1', '10.0.0.256'] },
  ipv6: { good: ['::1', 'fd00::1'], bad: ['10.0.0.1', ':1'] },
  'k8s-short-name': { good: ['a', 'a-1'], bad: ['A', 'a.b', '-a'] },
  'k8s-long-name': { good: ['a.b', '1-a.b'], bad: ['a..b', 'A.b'] },
  mac: { good: ['00:00:5e:00:53:01', '00-00-5e-00-53-01', '0000.5e00.5301'], bad: ['00:00:5e', 'g0:00:5e:00:53:01'] },
  uri: {
    good: ['https://example.com/a?b=c#d', 'http://a/b#c', 'http://a?b#c', '/a', 'mailto:a@example.com'],
    bad: ['a', 'example.com', '', '/%zz', 'http://a#b'],
  },
  uuid: {
    good: ['123e4567-e89b-12d3-a456-426614174000', '123E4567E89B12D3A456426614174000'],
    bad: ['123e4567', 'g23e4567-e89b-12d3-a456-426614174000'],
  },
  uuid4: { good: ['123e4567-e89b-42d3-a456-426614174000'], bad: ['123e4567-e89b-12d3-a456-426614174000'] },
  hexcolor: { good: ['#ff0000', 'fff'], bad: ['#ff', 'red'] },
  password: { good: ['', 'anything'], bad: [] },
  unheard: { good: ['anything'], bad: [] },
};
