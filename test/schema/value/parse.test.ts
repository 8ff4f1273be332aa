import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import {
  formatFindings,
  InvalidValueError,
  listMap,
  listSet,
  parse,
  parseStored,
  preserveUnknownFields,
} from '../../../lib/schema/index.ts';

const spec = z.object({
  size: z.int32().min(1).max(5),
  engine: z.enum(['a', 'b']),
  storage: z.object({ size: z.string().default('1Gi') }).prefault({}),
  ports: z.array(z.object({ name: z.string() })).default([]),
  labels: z.record(z.string(), z.object({ value: z.string() })).optional(),
});

const findings = (value: unknown, type: z.ZodType = spec) => {
  const parsed = parse(type, value, 'spec');
  return 'findings' in parsed ? parsed.findings.map(({ path, message }) => `${path}: ${message}`) : [];
};

describe('parse', () => {
  it('parse returns the value as the run time sees it', () => {
    assert.deepEqual(parse(spec, { size: 1, engine: 'a' }, 'spec'), {
      value: { size: 1, engine: 'a', storage: { size: '1Gi' }, ports: [] },
    });
  });

  it('parseStored gives zod no value to remember: it would keep those with too many levels forever', (t) => {
    const node: z.ZodType = z.lazy(() => z.object({ next: node.optional() }));
    const { memoizer } = z.config();
    const alloc = t.mock.method(memoizer ?? assert.fail('zod has a memoizer'), 'alloc');
    assert.equal(z.safeParse(node, { next: {} }).success, true);
    assert.equal(alloc.mock.callCount(), 2);
    const value = Array.from({ length: 9_000 }).reduce<object>((next) => ({ next }), {});
    assert.ok('findings' in parseStored(node, value));
    assert.equal(alloc.mock.callCount(), 2);
  });

  it('parse returns all findings with their paths', () => {
    assert.deepEqual(
      findings({ size: 9, ports: [{ name: 'a' }, { name: 1 }], storage: null, labels: { 'a/b': { value: 2 } } }),
      [
        'spec.size: must be at most 5, and is 9',
        'spec.engine: is required',
        'spec.storage: must be an object, and is null',
        'spec.ports[1].name: must be text, and is 1',
        'spec.labels["a/b"].value: must be text, and is 2',
      ],
    );
  });

  it('parse reports misspelt fields, also if the correct field is missing', () => {
    assert.deepEqual(findings({ sise: 3, engine: 'a' }), [
      'spec.sise: unknown field, did you mean size?',
      'spec.size: is required',
    ]);
  });

  it('parse reports unknown fields at any place', () => {
    const value = {
      size: 1,
      engine: 'a',
      storage: { Size: '1Gi' },
      ports: [{ name: 'a', port: 1 }],
      labels: { a: { value: 'b', colour: 'c' } },
    };
    assert.deepEqual(findings(value), [
      'spec.storage.Size: unknown field, did you mean size?',
      'spec.ports[0].port: unknown field, known are name',
      'spec.labels.a.colour: unknown field, known are value',
    ]);
  });

  it('parse reports an unknown field once if zod is strict itself', () => {
    const strict = z.strictObject({ size: z.int32(), options: z.strictObject({}).optional() });
    assert.deepEqual(findings({ size: 1, sizes: 2, options: { a: 1 } }, strict), [
      'spec.sizes: unknown field, did you mean size?',
      'spec.options.a: unknown field, there are none',
    ]);
  });

  it('parse reports no unknown fields in loose objects', () => {
    assert.deepEqual(findings({ a: { b: 1 } }, z.looseObject({})), []);
  });

  it('parse reports unknown keys of maps with enumerated keys', () => {
    const map = z.partialRecord(z.enum(['read', 'write']), z.int());
    assert.deepEqual(findings({ read: 1, wrte: 2 }, map), ['spec.wrte: unknown field, did you mean write?']);
  });

  it('parse ignores undefined fields, which JSON doesn’t have', () => {
    assert.deepEqual(findings({ size: 1, engine: 'a', sise: undefined }), []);
  });

  describe('of a union', () => {
    const source = z.discriminatedUnion('type', [
      z.object({ type: z.literal('git'), url: z.string() }),
      z.object({ type: z.literal('s3'), bucket: z.string() }),
    ]);

    it('parse uses the fields of the selected branch of a union', () => {
      assert.deepEqual(findings({ type: 'git', url: 'a', bucket: 'b' }, source), [
        'spec.bucket: unknown field, known are type, url',
      ]);
    });

    it('a finding about a union names the existing branches', () => {
      assert.deepEqual(findings({ type: 'svn' }, source), ['spec.type: must be one of "git", "s3", and is "svn"']);
      assert.deepEqual(findings('git', source).length, 1);
    });

    it('parse uses the fields of a nullable type in a union', () => {
      const nullable = z.union([z.object({ size: z.int() }), z.null()]);
      assert.deepEqual(findings({ sise: 1 }, nullable)[0], 'spec.sise: unknown field, did you mean size?');
      assert.deepEqual(findings(null, nullable), []);
    });

    it('parse uses the option of a union that fits', () => {
      const either = z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]);
      assert.deepEqual(findings({ b: 1 }, either), []);
      assert.deepEqual(findings({ b: 1, c: 2 }, either), ['spec.c: unknown field, known are b']);
    });

    it('parse reports the fields that the first option that fits drops, even if a later option has them', () => {
      const either = z.union([z.object({ a: z.int().optional() }), z.object({ b: z.int().optional() })]);
      assert.deepEqual(findings({ b: 1 }, either), ['spec.b: unknown field, known are a']);
      assert.deepEqual(findings({ in: [{ a: 1 }] }, z.object({ in: z.array(either) })), []);
    });

    it('parse reads a value few times, however deep in options of unions it is', () => {
      let reads = 0;
      const innermost = {
        get text() {
          reads += 1;
          return 'a';
        },
      };
      const value = Array.from({ length: 50 }).reduce<object>((inside) => ({ inside: [inside] }), innermost);
      assert.ok('value' in parse(z.json(), value));
      assert.ok(reads < 10, `it was read ${reads} times`);
    });

    it('parse names the unknown fields of the only option for objects, even if they are not valid', () => {
      const either = z.union([z.string(), z.array(z.object({})), z.object({ size: z.int() })]);
      assert.deepEqual(findings({ size: 'a', sise: 1 }, either)[0], 'spec.sise: unknown field, did you mean size?');
    });

    it('a finding about a union names the types of all options if none fits', () => {
      assert.deepEqual(findings(true, z.union([z.int(), z.string().min(1)])), [
        'spec: must be an integer or text, and is a boolean',
      ]);
    });
  });
});

describe('parseStored', () => {
  it('a value that is nested deeper than the stack has a finding', () => {
    for (const levels of [2_000, 9_000]) {
      const settings = JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
      const message = 'has more levels of objects and lists than can be read: nest fewer';
      for (const parsed of [parse, parseStored]) {
        assert.deepEqual(parsed(z.object({ settings: z.json() }), { settings }, 'spec'), {
          findings: [{ path: 'spec', message }],
        });
      }
    }
  });

  it('a RangeError of a refinement is thrown', () => {
    const type = z.string().refine((text) => new Date(text).toISOString() !== '');
    assert.throws(() => parseStored(type, 'never'), RangeError);
  });

  it('parseStored drops fields that the type does not have', () => {
    assert.deepEqual(parseStored(spec, { size: 1, engine: 'a', later: true }), {
      value: { size: 1, engine: 'a', storage: { size: '1Gi' }, ports: [] },
    });
  });

  it('parseStored returns all findings that are not about unknown fields', () => {
    assert.deepEqual(parseStored(spec, { size: 0, engine: 'a' }, 'spec'), {
      findings: [{ path: 'spec.size', message: 'must be at least 1, and is 0' }],
    });
  });
});

describe('a value with thousands of faults', () => {
  const many = 20_000;
  const texts = Array.from({ length: many }, (_, index) => `${index}`);
  const keyed = Object.fromEntries(texts.map((text) => [text, text]));
  let issues = 0;
  const counted = z.int({
    error: () => {
      issues += 1;
      return 'is not an integer';
    },
  });
  const tree = z.object({
    size: counted,
    get children() {
      return z.array(tree);
    },
  });

  for (const [name, type, value] of [
    ['a list', z.array(counted), texts],
    ['a map', z.record(z.string(), counted), keyed],
    ['a map with wrong keys', z.record(z.string().max(0), counted), keyed],
    ['an object with other fields', z.object({}).catchall(counted), keyed],
    ['a strict object', z.strictObject({ size: counted }), keyed],
    ['a list of objects', z.array(z.object({ size: counted })), texts.map((size) => ({ size }))],
    ['lists in a list', z.array(z.array(counted)), texts.map((text) => [text, text])],
    ['an object that holds its like', tree, { size: 1, children: texts.map((size) => ({ size, children: [] })) }],
    ['an optional list behind a lazy type', z.lazy(() => z.array(counted)).optional(), texts],
    ['an intersection', z.intersection(z.array(counted), z.array(counted)), texts],
    ['one of several types', z.union([z.array(counted), z.record(z.string(), counted)]), texts],
    [
      'types of which none fits, item by item',
      z.array(z.union([z.array(counted), z.boolean()])),
      texts.map((text) => [text, text]),
    ],
    ['a set', listSet(z.string()), texts.map(() => 'a')],
    ['a list with keys', listMap(z.object({ name: z.string() }), ['name']), texts.map(() => ({ name: 'a' }))],
    ['unknown fields', z.object({}), keyed],
    ['unknown fields in a list', z.array(z.object({})), texts.map(() => keyed).slice(0, 20)],
  ] as const) {
    it(`thousands of faults in ${name} cause at most 20 findings, and few more issues`, () => {
      for (const parsed of [parse(type, value, 'spec'), parseStored(type, value, 'spec')]) {
        const found = 'findings' in parsed ? parsed.findings : [];
        assert.ok(found.length <= 20, `${found.length} findings`);
        assert.ok(formatFindings(found).length < 30_000);
      }
      assert.notDeepEqual(findings(value, type), []);
      assert.ok(issues < 200, `${issues} issues`);
      issues = 0;
    });
  }

  it('a long list is not read to its end if its first items are invalid', () => {
    let readCount = 0;
    const counted = new Proxy(Array(280_000).fill('x'), {
      get(items, name) {
        readCount += 1;
        return Reflect.get(items, name);
      },
    });
    const parsed = parseStored(z.object({ items: z.array(z.int()).max(300_000) }), { items: counted }, 'spec');
    assert.equal('findings' in parsed && parsed.findings.length, 20);
    assert.ok(readCount < 10_000, `${readCount}`);
  });

  it('a value fits a later option of a union after thousands of findings of an earlier option', () => {
    const either = z.union([z.array(z.int()), z.array(z.string())]);
    assert.deepEqual(parse(z.object({ a: either, b: either }), { a: texts, b: texts }), {
      value: { a: texts, b: texts },
    });
  });

  it('a value that fits no option of a union is refused when the budget for findings is used up', () => {
    const either = z.union([z.array(counted), z.array(z.boolean())]);
    assert.match(
      findings(texts, either).join('\n'),
      /^spec: \[0\]: is not an integer; .*, or \[0\]: must be a boolean.*$/,
    );
    assert.ok(issues < 200, `${issues} issues`);
    issues = 0;
  });

  it('a check of a whole list runs only if all its items have been read, and have the right types', () => {
    let ranCount = 0;
    const items = z.array(z.object({ name: z.string().min(2) })).refine(
      (list) => {
        ranCount += 1;
        return list.every(({ name }) => name !== 'root');
      },
      { error: 'names root' },
    );
    const found = (...names: readonly string[]) =>
      findings({ items: names.map((name) => ({ name })) }, z.object({ items }));
    assert.deepEqual([found('ann'), found('ann', 'root')], [[], ['spec.items: names root']]);
    assert.equal(ranCount, 2);
    assert.equal(findings({ items: [{ name: 'root' }, null] }, z.object({ items })).length, 1);
    assert.equal(found(...texts.slice(0, 20).map(() => 'a'), 'root').length, 20);
    assert.equal(ranCount, 2);
  });

  it('a finding quotes a long value in part', () => {
    const [finding = ''] = findings([{ ['x'.repeat(many)]: 'y'.repeat(many) }], z.array(z.enum(['a'])));
    assert.ok(finding.length < 200, finding);
  });
});

describe('a pattern', () => {
  const text = `${'a'.repeat(150)}!`;
  const name = /^([a-z0-9]+-?)+$/;

  for (const [place, type] of [
    ['a text', z.string().regex(name)],
    ['a format', z.email({ pattern: name })],
    ['a check of a format', z.string().check(z.email({ pattern: name }))],
    ['a format of its author', z.stringFormat('name', name)],
    ['a template', z.templateLiteral([z.string().regex(name), z.literal('-')])],
    ['the host of an address', z.url({ hostname: name })],
    ['what only zod checks', preserveUnknownFields(z.object({ a: z.string().regex(name) }))],
    ['the keys of a map', z.record(z.string().regex(name), z.string())],
  ] as const) {
    it(`a pattern of ${place} takes linear time, as in the API server`, () => {
      const values = [text, { a: text }, { [text]: text }, `https://${text}/`];
      const outcomes = values.map((value) => parseStored(type, value));
      assert.ok(outcomes.filter((outcome) => 'findings' in outcome).length >= 3);
    });
  }

  it('a pattern has the meaning of RE2 for white space and code points', () => {
    assert.deepEqual(findings('\u00a0', z.string().regex(/^\s$/)), [`spec: must match ^\\s$, and is "\u00a0"`]);
    assert.deepEqual(findings('😀', z.string().regex(/^.$/)), []);
  });

  it('a pattern that RE2 doesn’t support matches nothing', () => {
    assert.deepEqual(findings('a', z.string().regex(/^(?=a)/)), ['spec: must match ^(?=a), and is "a"']);
  });
});

describe('InvalidValueError', () => {
  it('InvalidValueError names the subject and every finding', () => {
    const error = new InvalidValueError('Memcached', [
      { path: 'spec.size', message: 'is required' },
      { path: '', message: 'must be an object' },
    ]);
    assert.equal(error.message, 'Memcached is not valid: spec.size: is required; must be an object');
    assert.equal(error.code, 'invalid-value');
    assert.ok(InvalidValueError.is(error));
    assert.ok(!InvalidValueError.is(new Error('other')));
  });
});
