import { z } from 'zod';
import {
  atomic,
  embeddedResource,
  immutable,
  intOrString,
  listMap,
  listSet,
  mapSize,
  preserveUnknownFields,
  quantity,
  rule,
} from '../../lib/schema/index.ts';

/** Something that a type can say, and what the API server has to make of it. */
export interface Feature {
  readonly name: string;
  readonly type: z.ZodObject;
  /** Specs that are stored: as they are, or as said. */
  readonly accepted?: readonly { readonly spec: unknown; readonly stored?: unknown }[];
  /** Specs that are refused, and what the response says. */
  readonly refused?: readonly { readonly spec: unknown; readonly response: RegExp }[];
  /** Changes that are refused, and what the response says; without a response, changes that are made. */
  readonly changes?: readonly { readonly from: unknown; readonly to: unknown; readonly response?: RegExp }[];
}

const port = z.object({ name: z.string(), port: z.int32(), protocol: z.enum(['TCP', 'UDP']).default('TCP') });

const source = z.discriminatedUnion('type', [
  z.object({ type: z.literal('git'), url: z.url(), ref: z.string().min(1).optional() }),
  z.object({ type: z.enum(['s3', 'gcs']), bucket: z.string(), ref: z.string().optional() }),
]);

const tree = z.object({
  value: z.string(),
  get children() {
    return z.array(tree).optional();
  },
});

/** Every feature once. */
export const features: readonly Feature[] = [
  {
    name: 'bounds of integers',
    type: z.object({ size: z.int32().min(1).max(5).default(3).describe('Number of pods.') }),
    accepted: [{ spec: { size: 5 } }, { spec: {}, stored: { size: 3 } }],
    refused: [
      { spec: { size: 6 }, response: /spec\.size.*less than or equal to 5/ },
      { spec: { size: 0 }, response: /spec\.size.*greater than or equal to 1/ },
      { spec: { size: 1.5 }, response: /spec\.size.*int32/ },
      { spec: { size: '1' }, response: /spec\.size.*integer/ },
    ],
  },
  {
    name: 'formats of numbers',
    type: z
      .object({ a: z.int32(), b: z.uint32(), c: z.int(), d: z.number(), e: z.float32(), f: z.float64() })
      .partial(),
    accepted: [{ spec: { a: -(2 ** 31), b: 2 ** 32 - 1, c: Number.MAX_SAFE_INTEGER, d: 0.5, e: 1e38, f: 1e308 } }],
    refused: [
      { spec: { a: 2 ** 31 }, response: /int32 in spec\.a/ },
      { spec: { b: -1 }, response: /spec\.b/ },
      { spec: { b: 2 ** 32 }, response: /spec\.b/ },
      { spec: { e: 1e39 }, response: /float in spec\.e/ },
    ],
  },
  {
    name: 'exclusive bounds and multiples',
    type: z.object({ part: z.number().gt(0).lt(1), even: z.int().multipleOf(2).multipleOf(3) }).partial(),
    accepted: [{ spec: { part: 0.5, even: 6 } }],
    refused: [
      { spec: { part: 0 }, response: /spec\.part/ },
      { spec: { part: 1 }, response: /spec\.part/ },
      { spec: { even: 4 }, response: /spec\.even/ },
    ],
  },
  {
    name: 'bounds between whole numbers',
    type: z
      .object({
        least: z.number().min(0.5),
        above: z.number().gt(-0.5),
        most: z.float32().max(-0.5),
        below: z.number().lt(1.5),
        plain: z.number().min(-0.5).max(1.5),
        huge: z.number().max(1e20),
        whole: z.int().gt(0.5).max(2.5),
        port: z.int32().max(3e9).multipleOf(2),
      })
      .partial(),
    accepted: [
      { spec: { least: 1, above: 0, most: -1, below: 1, plain: 0, huge: 1, whole: 2, port: 8 } },
      { spec: { least: 0.5, above: -0.4, most: -0.5, below: 1.4, plain: 1.5, huge: 0.5, whole: 1 } },
    ],
    refused: [
      { spec: { least: 0 }, response: /spec\.least.*must be at least 0\.5/ },
      { spec: { above: -1 }, response: /spec\.above.*must be more than -0\.5/ },
      { spec: { above: -0.5 }, response: /spec\.above.*must be more than -0\.5/ },
      { spec: { most: 0 }, response: /spec\.most.*must be at most -0\.5/ },
      { spec: { below: 2 }, response: /spec\.below.*must be less than 1\.5/ },
      { spec: { below: 1.5 }, response: /spec\.below.*must be less than 1\.5/ },
      { spec: { plain: -1 }, response: /spec\.plain/ },
      { spec: { plain: 2 }, response: /spec\.plain/ },
      { spec: { huge: 1e21 }, response: /spec\.huge.*must be at most 100000000000000000000/ },
      { spec: { whole: 0 }, response: /spec\.whole/ },
      { spec: { whole: 3 }, response: /spec\.whole/ },
      { spec: { port: 2 ** 31 }, response: /int32 in spec\.port/ },
    ],
  },
  {
    name: 'lengths and patterns of strings',
    type: z.object({
      name: z
        .string()
        .min(2)
        .max(3)
        .regex(/^[a-zé]/i)
        .regex(/\u{1F600}$|[^0-9]$/u),
    }),
    accepted: [{ spec: { name: 'ab' } }, { spec: { name: 'É😀😀' } }],
    refused: [
      { spec: { name: 'a' }, response: /spec\.name.*at least 2/ },
      { spec: { name: 'abcd' }, response: /spec\.name.*(at most|more than) 3/ },
      { spec: { name: '1a' }, response: /spec\.name.*match/ },
      { spec: { name: 'a1' }, response: /spec\.name.*match/ },
    ],
  },
  {
    name: 'choices',
    type: z.object({
      engine: z.enum(['a', 'b']).default('a'),
      level: z.literal([1, 2]).optional(),
      maybe: z.enum(['x', 'y']).nullable().optional(),
      on: z.literal(true).optional(),
    }),
    accepted: [
      { spec: { level: 2, maybe: 'x', on: true }, stored: { engine: 'a', level: 2, maybe: 'x', on: true } },
      { spec: { engine: 'b', maybe: null } },
    ],
    refused: [
      { spec: { engine: 'c' }, response: /spec\.engine.*supported values: "a", "b"/ },
      { spec: { level: 3 }, response: /spec\.level/ },
      { spec: { maybe: 'z' }, response: /spec\.maybe.*supported values: "x", "y"/ },
      { spec: { on: false }, response: /spec\.on/ },
    ],
  },
  {
    name: 'defaults inside of defaults',
    type: z.object({
      storage: z.object({ size: z.string().default('1Gi'), class: z.string().optional() }).prefault({ class: 'fast' }),
      probe: z.object({ seconds: z.int32().default(10), path: z.string().default('/') }).prefault({}),
      list: z.array(z.object({ port: z.int32().default(80) })).default([{ port: 1 }]),
    }),
    accepted: [
      {
        spec: {},
        stored: {
          storage: { size: '1Gi', class: 'fast' },
          probe: { seconds: 10, path: '/' },
          list: [{ port: 1 }],
        },
      },
      {
        spec: { storage: {}, probe: { path: '/x' }, list: [{}] },
        stored: { storage: { size: '1Gi' }, probe: { seconds: 10, path: '/x' }, list: [{ port: 80 }] },
      },
    ],
  },
  {
    name: 'fields that have to be there, and such that are unknown',
    type: z.object({ inner: z.object({ a: z.string(), b: z.string().optional() }).strict() }),
    accepted: [{ spec: { inner: { a: '' } } }],
    refused: [
      { spec: { inner: { b: '' } }, response: /spec\.inner\.a: Required value/ },
      { spec: { inner: { a: '', c: '' } }, response: /unknown field "spec\.inner\.c"/ },
    ],
  },
  {
    name: 'null',
    type: z.object({ text: z.string().min(1).nullable(), object: z.object({ a: z.string() }).nullish() }),
    accepted: [{ spec: { text: null, object: null } }, { spec: { text: 'a', object: { a: '' } } }],
    refused: [
      { spec: { text: '' }, response: /spec\.text/ },
      { spec: {}, response: /spec\.text: Required value/ },
    ],
  },
  {
    name: 'maps',
    type: z.object({
      labels: mapSize(z.record(z.string(), z.string().max(3)), { min: 1, max: 2 }),
      limits: z.partialRecord(z.enum(['cpu', 'memory']), quantity()).optional(),
    }),
    accepted: [{ spec: { labels: { a: 'b', 'c/d': 'e' }, limits: { cpu: '500m' } } }],
    refused: [
      { spec: { labels: {} }, response: /spec\.labels.*at least 1/ },
      { spec: { labels: { a: '', b: '', c: '' } }, response: /spec\.labels.*(at most|more than) 2/ },
      { spec: { labels: { a: 'long' } }, response: /spec\.labels\.a/ },
      { spec: { labels: { a: 'b' }, limits: { disk: 1 } }, response: /unknown field "spec\.limits\.disk"/ },
    ],
  },
  {
    name: 'sizes of lists',
    type: z.object({ items: z.array(z.string().min(1)).min(1).max(2) }),
    accepted: [{ spec: { items: ['a', 'a'] } }],
    refused: [
      { spec: { items: [] }, response: /spec\.items.*at least 1/ },
      { spec: { items: ['a', 'b', 'c'] }, response: /spec\.items/ },
      { spec: { items: ['a', ''] }, response: /spec\.items\[1\]/ },
    ],
  },
  {
    name: 'list maps',
    type: z.object({ ports: listMap(port, ['port', 'protocol']) }),
    accepted: [
      {
        spec: {
          ports: [
            { name: 'a', port: 1 },
            { name: 'b', port: 1, protocol: 'UDP' },
          ],
        },
        stored: {
          ports: [
            { name: 'a', port: 1, protocol: 'TCP' },
            { name: 'b', port: 1, protocol: 'UDP' },
          ],
        },
      },
    ],
    refused: [
      {
        spec: {
          ports: [
            { name: 'a', port: 1 },
            { name: 'b', port: 1, protocol: 'TCP' },
          ],
        },
        response: /spec\.ports\[1\]: Duplicate value: .*"port":1/,
      },
    ],
  },
  {
    name: 'sets',
    type: z.object({
      tags: listSet(z.string()),
      pairs: listSet(atomic(z.object({ a: z.int(), b: z.int() }))).optional(),
      groups: listSet(z.array(z.string())).optional(),
    }),
    accepted: [
      {
        spec: {
          tags: ['a', 'b'],
          pairs: [
            { a: 1, b: 2 },
            { a: 2, b: 1 },
          ],
          groups: [['a'], ['b']],
        },
      },
    ],
    refused: [
      { spec: { tags: ['a', 'b', 'a'] }, response: /spec\.tags\[2\]: Duplicate value: "a"/ },
      {
        spec: {
          tags: [],
          pairs: [
            { a: 1, b: 2 },
            { b: 2, a: 1 },
          ],
        },
        response: /spec\.pairs\[1\]: Duplicate value/,
      },
    ],
  },
  {
    name: 'atomic lists, maps and objects',
    type: z.object({
      list: atomic(z.array(z.string())),
      map: atomic(z.record(z.string(), z.string())),
      object: atomic(z.object({ a: z.string() })),
    }),
    accepted: [{ spec: { list: ['a', 'a'], map: { a: 'b' }, object: { a: '' } } }],
  },
  {
    name: 'integer or string',
    type: z.object({
      port: intOrString().default('http'),
      share: z.union([z.int32().min(1), z.string().regex(/^\d+%$/), z.null()]).optional(),
      workers: z.union([z.int(), z.literal('auto')]).optional(),
    }),
    accepted: [
      { spec: { share: '50%', workers: 'auto' }, stored: { port: 'http', share: '50%', workers: 'auto' } },
      { spec: { port: 80, share: 1, workers: 3 } },
      { spec: { port: 80, share: null } },
    ],
    refused: [
      { spec: { port: 0.5 }, response: /spec\.port/ },
      { spec: { port: true }, response: /spec\.port/ },
      { spec: { share: 0 }, response: /spec\.share.*greater than or equal to 1/ },
      { spec: { share: 2 ** 31 }, response: /spec\.share.*less than or equal to 2147483647/ },
      { spec: { share: 'half' }, response: /spec\.share.*match/ },
      { spec: { workers: 'many' }, response: /spec\.workers.*match/ },
    ],
  },
  {
    name: 'quantities',
    type: z.object({
      cpu: quantity().default('100m'),
      storage: quantity({ min: '1Gi', max: '2Ti' }),
      volumes: z
        .array(quantity({ min: 1 }))
        .max(16)
        .optional(),
    }),
    accepted: [
      { spec: { storage: '1024Mi' }, stored: { cpu: '100m', storage: '1024Mi' } },
      { spec: { cpu: 2, storage: 2199023255552, volumes: ['1', 2] } },
    ],
    refused: [
      { spec: { storage: '1G' }, response: /spec\.storage: Invalid value: "1G": must be at least 1Gi/ },
      { spec: { storage: 1 }, response: /must be at least 1Gi/ },
      { spec: { storage: '3Ti' }, response: /must be at most 2Ti/ },
      { spec: { storage: '1GiB' }, response: /spec\.storage.*match/ },
      { spec: { storage: '1Gi', volumes: ['0'] }, response: /spec\.volumes\[0\].*must be at least 1/ },
    ],
  },
  {
    name: 'discriminated unions',
    type: z.object({ source }),
    accepted: [
      { spec: { source: { type: 'git', url: 'https://example.com/a', ref: 'main' } } },
      { spec: { source: { type: 'gcs', bucket: 'b', ref: '' } } },
    ],
    refused: [
      { spec: { source: { type: 'git' } }, response: /spec\.source\.url: Required value/ },
      { spec: { source: { type: 'svn' } }, response: /spec\.source\.type.*supported values: "git", "s3", "gcs"/ },
      { spec: { source: { url: 'https://example.com' } }, response: /spec\.source\.type: Required value/ },
      { spec: { source: { type: 'git', url: 'https://example.com', ref: '' } }, response: /spec\.source\.ref/ },
      { spec: { source: { type: 's3', bucket: 'b', url: 'https://example.com' } }, response: /spec\.source\.url/ },
    ],
    changes: [
      {
        from: { source: { type: 'git', url: 'https://example.com' } },
        to: { source: { type: 's3', bucket: 'b' } },
      },
    ],
  },
  {
    name: 'rules',
    type: rule(
      z.object({
        min: z.int(),
        max: rule(rule(z.int(), 'self < 100', 'must be below 100'), 'self % 2 == 0', 'must be even'),
        'a-b': z.string().optional(),
      }),
      "self.min <= self.max && (!has(self.a__dash__b) || self.a__dash__b != '')",
      {
        messageExpression: "self.min > 2 ? 'max must not be below min' : 'max must be positive'",
        reason: 'FieldValueForbidden',
        fieldPath: '.max',
      },
    ),
    accepted: [{ spec: { min: 1, max: 2 } }],
    refused: [
      { spec: { min: 3, max: 2 }, response: /spec\.max: Forbidden: max must not be below min/ },
      { spec: { min: 3, max: 101 }, response: /must be below 100.*must be even/s },
    ],
  },
  {
    name: 'rules about changes',
    type: z.object({
      storage: rule(quantity(), 'quantity(string(self)).compareTo(quantity(string(oldSelf))) >= 0', 'must not shrink'),
      ports: listMap(z.object({ name: z.string().max(63), port: immutable(z.int32()) }), ['name']).optional(),
      selector: atomic(z.object({ app: immutable(z.string().max(63)), tier: z.string() })).optional(),
      labels: atomic(z.record(z.string(), immutable(z.int32()))).optional(),
    }),
    changes: [
      {
        from: { storage: 1, selector: { app: 'a', tier: 'a' }, labels: { a: 1 } },
        to: { storage: 1, selector: { app: 'a', tier: 'b' }, labels: { a: 1, b: 2 } },
      },
      {
        from: { storage: 1, selector: { app: 'a', tier: 'a' } },
        to: { storage: 1, selector: { app: 'b', tier: 'a' } },
        response: /spec\.selector\.app.*app is immutable/,
      },
      {
        from: { storage: 1, labels: { a: 1 } },
        to: { storage: 1, labels: { a: 2 } },
        response: /spec\.labels\[?.?a\]?.*is immutable/,
      },
      { from: { storage: '1Gi' }, to: { storage: '2Gi' } },
      { from: { storage: '2Gi' }, to: { storage: '1Gi' }, response: /spec\.storage.*must not shrink/ },
      {
        from: {
          storage: 1,
          ports: [
            { name: 'a', port: 1 },
            { name: 'b', port: 2 },
          ],
        },
        to: { storage: 1, ports: [{ name: 'b', port: 3 }] },
        response: /spec\.ports\[.*\]\.port.*port is immutable/,
      },
      {
        from: { storage: 1, ports: [{ name: 'a', port: 1 }] },
        to: { storage: 1, ports: [{ name: 'b', port: 3 }] },
      },
    ],
  },
  {
    name: 'immutable fields',
    type: z.object({
      engine: immutable(z.string()),
      mode: immutable(z.string()).default('on'),
      class: immutable(z.string()).optional(),
      'max-size': immutable(z.int()).optional(),
      zone: immutable(z.string().nullable()),
      list: immutable(z.array(z.string())).optional(),
      map: immutable(z.record(z.string(), z.object({ b: z.any() }))).optional(),
      size: z.int().optional(),
    }),
    changes: [
      { from: { engine: 'a', zone: null }, to: { engine: 'a', zone: null, size: 1 } },
      {
        from: { engine: 'a', zone: null },
        to: { engine: 'b', zone: null },
        response: /spec\.engine.*engine is immutable/,
      },
      {
        from: { engine: 'a', zone: null, mode: 'off' },
        to: { engine: 'a', zone: null },
        response: /spec\.mode.*mode is immutable/,
      },
      {
        from: { engine: 'a', zone: null },
        to: { engine: 'a', zone: null, class: 'x' },
        response: /spec\.class.*class is immutable/,
      },
      {
        from: { engine: 'a', zone: null, class: 'x' },
        to: { engine: 'a', zone: null },
        response: /spec\.class.*class is immutable/,
      },
      {
        from: { engine: 'a', zone: null, 'max-size': 1 },
        to: { engine: 'a', zone: null },
        response: /max-size is immutable/,
      },
      { from: { engine: 'a', zone: null }, to: { engine: 'a', zone: 'b' }, response: /spec\.zone.*zone is immutable/ },
      {
        from: { engine: 'a', zone: null, list: ['a', 'b'] },
        to: { engine: 'a', zone: null, list: ['b', 'a'] },
        response: /spec\.list.*list is immutable/,
      },
      {
        from: { engine: 'a', zone: null, map: { a: { b: 1 } } },
        to: { engine: 'a', zone: null, map: { a: { b: 2 } } },
        response: /spec\.map.*map is immutable/,
      },
    ],
  },
  {
    name: 'what is kept unread',
    type: z.object({
      any: z.any(),
      json: z.json(),
      tree: preserveUnknownFields(tree),
      pair: preserveUnknownFields(z.tuple([z.string(), z.int()])),
      loose: z.looseObject({ a: z.string() }),
    }),
    accepted: [
      {
        spec: {
          any: [1, { b: null }],
          json: 'text',
          tree: { value: 'a', children: [{ value: 'b' }] },
          pair: ['a', 1],
          loose: { a: '', b: { c: 1 } },
        },
      },
    ],
    refused: [
      { spec: { any: 1, json: 1, tree: {}, pair: [], loose: { b: 1 } }, response: /spec\.loose\.a: Required value/ },
      { spec: { any: 1, json: 1, tree: 'a', pair: [], loose: { a: '' } }, response: /spec\.tree/ },
    ],
  },
  {
    name: 'embedded resources',
    type: z.object({ template: embeddedResource() }),
    accepted: [
      { spec: { template: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { nodeName: 'b' } } } },
    ],
    refused: [
      { spec: { template: { kind: 'Pod' } }, response: /spec\.template\.apiVersion: Required value/ },
      { spec: { template: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: 1 } } }, response: /labels/ },
    ],
  },
];
