import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App, Chart } from 'cdk8s';
import { z } from 'zod';
import { CustomResource } from '../../../lib/api/index.ts';
import { immutable, listMap, quantity, rule } from '../../../lib/schema/index.ts';

const storage = quantity({ min: '1Gi' });

class Database extends CustomResource({
  group: 'db.example.com',
  version: 'v1',
  kind: 'Database',
  spec: z.object({
    engine: immutable(z.enum(['postgresql', 'mysql'])),
    replicas: z.int32().min(1).max(10).default(3),
    storage: rule(
      storage,
      'quantity(string(self)).compareTo(quantity(string(oldSelf))) >= 0',
      'storage only grows',
    ).default('10Gi'),
    window: rule(z.object({ from: z.int32(), to: z.int32() }), 'self.from < self.to', {
      messageExpression: 'self.to < 0 ? "to is negative" : "from is not before to"',
      fieldPath: '.from',
    }).optional(),
    users: listMap(z.object({ name: z.string().max(16), role: immutable(z.string().max(16)) }), ['name'])
      .max(4)
      .optional(),
  }),
  rules: [
    { rule: "self.metadata.name != 'root'", message: 'no database is called root' },
    {
      rule: "self.spec.engine != 'mysql' || self.spec.replicas <= 3",
      message: 'mysql has at most 3 replicas',
      fieldPath: '.spec.replicas',
    },
  ],
}) {}

const engine = 'postgresql' as const;
const metadata = { name: 'a' };

describe('the validation of a custom resource', () => {
  it('validate accepts a valid custom resource that obeys all rules', () => {
    assert.deepEqual(Database.validate({ metadata, spec: { engine } }), { findings: [], unevaluated: [] });
  });

  it('validate rejects a custom resource that breaks a rule, and names the field', () => {
    const { findings } = Database.validate({
      metadata: { name: 'root' },
      spec: { engine: 'mysql', replicas: 4, window: { from: 5, to: 3 } },
    });
    assert.deepEqual(findings, [
      { path: '', message: 'no database is called root' },
      { path: 'spec.replicas', message: 'mysql has at most 3 replicas', rulePath: '' },
      { path: 'spec.window.from', message: 'from is not before to', rulePath: 'spec.window' },
    ]);
  });

  it('validate reports a wrong value once, and no rules beside it', () => {
    const { findings } = Database.validate({ metadata, spec: { engine, storage: '1Mi', window: { from: 5, to: 3 } } });
    assert.deepEqual(findings, [{ path: 'spec.storage', message: 'must be at least 1Gi' }]);
  });

  it('validate rejects changes of immutable fields, also in items with keys', () => {
    const users = [
      { name: 'jane', role: 'admin' },
      { name: 'joe', role: 'guest' },
    ];
    const { findings } = Database.validate(
      {
        metadata,
        spec: {
          engine: 'mysql',
          storage: '5Gi',
          users: [
            { name: 'joe', role: 'guest' },
            { name: 'jane', role: 'guest' },
          ],
        },
      },
      { metadata, spec: { engine, users } },
    );
    assert.deepEqual(findings, [
      { path: 'spec.engine', message: 'engine is immutable' },
      { path: 'spec.storage', message: 'storage only grows' },
      { path: 'spec.users[1].role', message: 'role is immutable' },
    ]);
  });

  it('validate tolerates unchanged violations', () => {
    const window = { from: 5, to: 3 };
    const { findings } = Database.validate(
      { metadata, spec: { engine, window, replicas: 2 } },
      { metadata, spec: { engine, window } },
    );
    assert.deepEqual(findings, []);
  });

  it('validate tolerates violations of a new rule over the whole object while the spec stays the same', () => {
    const before = { metadata: { name: 'root' }, spec: { engine, replicas: 3 } };
    const labelled = { ...before, metadata: { name: 'root', labels: { a: 'b' } } };
    assert.deepEqual(Database.validate(labelled, before).findings, []);
    assert.deepEqual(Database.validate({ ...before, spec: { engine, replicas: 2 } }, before).findings, [
      { path: '', message: 'no database is called root' },
    ]);
  });

  it('validate leaves rules about a missing name to the API server', () => {
    const { findings, unevaluated } = Database.validate({ metadata: { generateName: 'a-' }, spec: { engine } });
    assert.deepEqual(findings, []);
    assert.deepEqual(unevaluated, [
      { path: '', rule: "self.metadata.name != 'root'", reason: 'metadata.name is not given' },
    ]);
    assert.equal(Database.validate({ spec: { engine } }).unevaluated.length, 1);
  });
});

describe('the validation of metadata', () => {
  const pathsOf = (metadata: Readonly<Record<string, unknown>>) =>
    Database.validate({ metadata, spec: { engine } }).findings.map(({ path }) => path);

  it('validate rejects unknown fields of metadata, and suggests the known one', () => {
    assert.deepEqual(Database.validate({ metadata: { ...metadata, ...{ nmae: 'b' } }, spec: { engine } }).findings, [
      { path: 'metadata.nmae', message: 'no metadata has such a field, did you mean name?' },
    ]);
  });

  it('validate combines findings about metadata and spec', () => {
    const { findings } = Database.validate({ metadata: { name: 'A' }, spec: { engine, replicas: 11 } });
    assert.deepEqual(
      findings.map(({ path }) => path),
      ['metadata.name', 'spec.replicas'],
    );
  });

  it('validate accepts all metadata of stored objects', () => {
    const stored = {
      name: 'a.b',
      namespace: 'shop',
      uid: '1',
      resourceVersion: '7',
      generation: 1,
      creationTimestamp: '2030-01-01T00:00:00Z',
      labels: { 'app.kubernetes.io/name': 'A_b.c', empty: '' },
      annotations: { 'Example.com/Any': 'what ever' },
      finalizers: ['example.com/cleanup'],
      managedFields: [],
    };
    assert.deepEqual(pathsOf(stored), []);
  });

  it('validate rejects metadata of wrong types', () => {
    assert.deepEqual(pathsOf({ name: 1, labels: { a: 1 } }), ['metadata.name', 'metadata.labels']);
  });
});

describe('a value that isn’t JSON', () => {
  class Free extends CustomResource({
    group: 'example.com',
    version: 'v1',
    kind: 'Free',
    spec: z.object({ any: z.unknown(), mode: z.enum(['a']).optional() }),
  }) {}
  const endless: { again?: object } = {};
  endless.again = endless;

  for (const [what, value, message] of [
    ['a date', new Date(0), /of the class Date/],
    ['a map', new Map(), /of the class Map/],
    ['a bigint', 5n, /is a bigint/],
    ['NaN', Number.NaN, /is NaN/],
    ['a gap', [undefined], /is undefined/],
    ['a value that contains itself', endless, /contains itself/],
  ] as const) {
    it(`a value that isn’t JSON is a finding of validate, and throws in a spec: ${what}`, () => {
      const { findings } = Free.validate({ spec: { any: value } });
      assert.equal(findings.length, 1);
      assert.match(findings[0]?.path ?? '', /^spec\.any/);
      assert.match(findings[0]?.message ?? '', message);
      assert.match(
        Free.validate({ spec: { any: 1 } }, { spec: { any: value } }).findings[0]?.path ?? '',
        /^previous\./,
      );
      assert.throws(() => Free.spec({ any: value, mode: 'a' }), message);
    });
  }
});

describe('rules', () => {
  it('a broken rule of a custom resource is a finding of its construct in a chart', () => {
    const chart = new Chart(new App(), 'chart');
    new Database(chart, 'Database', { metadata: { name: 'root' }, spec: { engine: 'mysql', replicas: 5 } });
    assert.deepEqual(
      chart.node.findAll().flatMap((construct) => construct.node.validate()),
      ['no database is called root; metadata.name is "root"', 'spec.replicas: mysql has at most 3 replicas'],
    );
  });

  it('creating the spec of a custom resource class throws for broken rules', () => {
    assert.throws(() => Database.spec({ engine: 'mysql', replicas: 5, window: { from: 2, to: 1 } }), {
      code: 'invalid-value',
      message:
        'Database is not valid: spec.replicas: mysql has at most 3 replicas; spec.window.from: from is not before to',
    });
    assert.deepEqual(Database.spec({ engine }), { engine, replicas: 3, storage: '10Gi' });
  });
});
