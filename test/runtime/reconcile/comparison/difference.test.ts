import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { FieldsV1, JsonObject, JsonValue, KubernetesObject, StoredObject } from '../../../../lib/api/index.ts';
import { childDifferences } from '../../../../lib/runtime/reconcile/comparison/difference.ts';
import { changed, crowded, ownership, pathOf, tree, treeAndLeaf } from './field-tree.ts';

const owner = { fieldManager: 'operator' };
const mine: FieldsV1 = {};

/** An object from the cache, with the managed fields of the operator's apply, if there was one. */
function stored(object: JsonObject, owned: FieldsV1 | undefined, entry: JsonObject = {}): StoredObject {
  const { metadata = {}, ...fields } = object;
  const own = {
    manager: 'operator',
    operation: 'Apply',
    apiVersion: object.apiVersion,
    fieldsType: 'FieldsV1',
    fieldsV1: owned,
  };
  const managedFields = owned === undefined ? [] : [{ ...own, ...entry }];
  const identity = {
    name: 'a',
    namespace: 'default',
    uid: 'uid-a',
    resourceVersion: '7',
    creationTimestamp: '2030-01-01T00:00:00Z',
  };
  return JSON.parse(JSON.stringify({ ...fields, metadata: { ...Object(metadata), ...identity, managedFields } }));
}

function rendered({ metadata = {}, ...fields }: JsonObject): KubernetesObject {
  return JSON.parse(JSON.stringify({ ...fields, metadata: { name: 'a', namespace: 'default', ...Object(metadata) } }));
}

function sentences(live: StoredObject, desired: KubernetesObject): string[] {
  return childDifferences(live, desired, owner).map(({ reason, path }) => `${reason} ${path}`);
}

describe('difference', () => {
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap' };
  const thing = { apiVersion: 'example.com/v1', kind: 'Thing' };
  const data = { ...configMap, data: { a: '1' } };

  describe('managed fields', () => {
    const owned = { 'f:data': { 'f:a': mine } };

    it('finds no difference in a field that the operator’s own apply owns', () => {
      assert.deepEqual(sentences(stored(data, owned), rendered(data)), []);
    });

    for (const [whose, entry] of [
      ['of another manager', { manager: 'editor' }],
      ['of our updates', { operation: 'Update' }],
      ['of a subresource', { subresource: 'status' }],
    ] as const) {
      it(`reports a field that only managed fields ${whose} own`, () => {
        assert.deepEqual(sentences(stored(data, owned, entry), rendered(data)), ['unowned data.a']);
      });
    }

    it('reports another apiVersion of the rendered object or of the managed fields', () => {
      const other = { ...data, apiVersion: 'v2' };
      assert.deepEqual(sentences(stored(data, owned, { apiVersion: 'v0' }), rendered(data)), ['changed apiVersion']);
      assert.deepEqual(sentences(stored(data, owned), rendered(other)), ['changed apiVersion']);
    });
  });

  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    it(`finds a field that is missing or no longer rendered under a name that every object inherits: ${name}`, () => {
      const owned = { 'f:data': { 'f:a': mine, [`f:${name}`]: mine } };
      const full = JSON.parse(`{"a":"1","${name}":"1"}`);
      const [both, rest] = [full, { a: '1' }].map((fields) => ({ ...configMap, data: fields }));
      assert.ok(both !== undefined && rest !== undefined);
      assert.deepEqual(sentences(stored(both, owned), rendered(both)), []);
      assert.deepEqual(sentences(stored(both, owned), rendered(rest)), [`surplus data.${name}`]);
      assert.deepEqual(sentences(stored(rest, { 'f:data': { 'f:a': mine } }), rendered(both)), [`absent data.${name}`]);
    });
  }

  describe('metadata', () => {
    it('ignores rendered identity fields, such as the generation, which have no owner', () => {
      const identity = { uid: 'uid-a', resourceVersion: '1', generation: 3, creationTimestamp: null };
      assert.deepEqual(sentences(stored(configMap, undefined), rendered({ ...configMap, metadata: identity })), []);
    });

    it('reports an object whose uid isn’t the rendered one', () => {
      const metadata = { uid: 'uid-b' };
      assert.deepEqual(sentences(stored(configMap, undefined), rendered({ ...configMap, metadata })), [
        'changed metadata.uid',
      ]);
    });

    it('finds no difference in the metadata of an object that renders only its name', () => {
      assert.deepEqual(
        sentences(stored({ ...configMap, metadata: { labels: { a: 'a' } } }, undefined), rendered(configMap)),
        [],
      );
    });
  });

  describe('quantities and texts', () => {
    const pod = (value: JsonValue): JsonObject => ({
      apiVersion: 'v1',
      kind: 'Pod',
      spec: { containers: [{ name: 'web', resources: { limits: { cpu: value } } }] },
    });
    const container = { '.': mine, 'f:name': mine, 'f:resources': { 'f:limits': { 'f:cpu': mine } } };
    const owned = { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': container } } };
    const path = 'spec.containers[name=web].resources.limits.cpu';

    for (const value of ['1', '1000m', 1, '1.0', '1e0']) {
      it(`treats a quantity of ${JSON.stringify(value)} as one CPU`, () => {
        assert.deepEqual(sentences(stored(pod('1'), owned), rendered(pod(value))), []);
      });
    }

    for (const value of ['1001m', '2', 'one', '', true, null]) {
      it(`doesn’t treat a quantity of ${JSON.stringify(value)} as one CPU`, () => {
        assert.deepEqual(sentences(stored(pod('1'), owned), rendered(pod(value))), [`changed ${path}`]);
      });
    }

    it('compares the data of a ConfigMap as text', () => {
      const live = stored(data, { 'f:data': { 'f:a': mine } });
      assert.deepEqual(sentences(live, rendered({ ...configMap, data: { a: '1000m' } })), ['changed data.a']);
    });
  });

  describe('built-in kinds', () => {
    const deployment = (spec: JsonObject): JsonObject => ({ apiVersion: 'apps/v1', kind: 'Deployment', spec });
    const cases: readonly (readonly [
      what: string,
      written: JsonObject,
      kept: JsonObject,
      owned: FieldsV1,
      expected: readonly string[],
    ])[] = [
      ['0', { minReadySeconds: 0 }, {}, { 'f:minReadySeconds': mine }, []],
      ['false', { paused: false }, {}, { 'f:paused': mine }, []],
      ['1 that is missing', { minReadySeconds: 1 }, {}, { 'f:minReadySeconds': mine }, ['absent spec.minReadySeconds']],
      ['0 where there is 1', { replicas: 0 }, { replicas: 1 }, { 'f:replicas': mine }, ['changed spec.replicas']],
      [
        'an empty map that was filled',
        { strategy: {} },
        { strategy: { type: 'RollingUpdate' } },
        { 'f:strategy': mine },
        [],
      ],
      ['an empty map that is missing', { strategy: {} }, {}, { 'f:strategy': mine }, ['absent spec.strategy']],
      [
        'a map with other fields',
        { strategy: { type: 'A' } },
        { strategy: { type: 'A', b: 1 } },
        { 'f:strategy': { 'f:type': mine } },
        [],
      ],
      ['an empty selector', { selector: {} }, { selector: {} }, { 'f:selector': mine }, []],
      [
        'another selector',
        { selector: {} },
        { selector: { matchLabels: { a: 'a' } } },
        { 'f:selector': mine },
        ['changed spec.selector'],
      ],
      [
        'a map that was applied empty',
        { strategy: { type: 'A' } },
        { strategy: { type: 'A' } },
        { 'f:strategy': mine },
        ['unowned spec.strategy.type'],
      ],
    ];
    for (const [what, written, kept, owned, expected] of cases) {
      it(`${expected.length === 0 ? 'accepts' : 'reports'} ${what} in a built-in kind`, () => {
        assert.deepEqual(
          sentences(stored(deployment(kept), { 'f:spec': owned }), rendered(deployment(written))),
          expected,
        );
      });
    }

    const policy = (rule: JsonObject): JsonObject => ({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      spec: { ingress: [rule] },
    });
    const parts: readonly (readonly [what: string, written: JsonObject, kept: JsonObject, isSame: boolean])[] = [
      ['a protocol', { ports: [{ port: 80 }] }, { ports: [{ port: 80, protocol: 'TCP' }] }, true],
      ['another protocol', { ports: [{ port: 80 }] }, { ports: [{ port: 80, protocol: 'UDP' }] }, false],
      ['an empty list', { from: [] }, {}, true],
      ['an empty choice, which chooses all, for none', { from: [{ podSelector: {} }] }, { from: [{}] }, false],
      ['0 for nothing', { ports: [{ port: 80, endPort: 0 }] }, { ports: [{ port: 80 }] }, false],
      ['a member more', { ports: [{ port: 80 }] }, { ports: [{ port: 80, endPort: 90 }] }, false],
      ['an item more', { ports: [{ port: 80 }] }, { ports: [{ port: 80 }, { port: 81 }] }, false],
      ['another order', { ports: [{ port: 80 }, { port: 81 }] }, { ports: [{ port: 81 }, { port: 80 }] }, false],
    ];
    for (const [what, written, kept, isSame] of parts) {
      it(`${isSame ? 'accepts' : 'reports'} ${what} inside a list of one owner in a built-in kind`, () => {
        const live = stored(policy(kept), { 'f:spec': { 'f:ingress': mine } });
        assert.deepEqual(sentences(live, rendered(policy(written))), isSame ? [] : ['changed spec.ingress']);
      });
    }
  });

  describe('custom resources', () => {
    const cases: readonly (readonly [
      what: string,
      written: JsonObject,
      kept: JsonObject,
      owned: FieldsV1,
      expected: readonly string[],
    ])[] = [
      ['0 that is missing', { a: 0 }, {}, { 'f:a': mine }, ['absent spec.a']],
      ['a list of one owner', { a: [{ b: 1 }] }, { a: [{ b: 1 }] }, { 'f:a': mine }, []],
      ['a member that was filled in', { a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }] }, { 'f:a': mine }, ['changed spec.a']],
      [
        'a set',
        { a: ['x', '<y>'] },
        { a: ['x', 'z', '<y>'] },
        { 'f:a': { 'v:"x"': mine, 'v:"\\u003cy\\u003e"': mine } },
        [],
      ],
      [
        'a set in another order',
        { a: [1, 2] },
        { a: [2, 1] },
        { 'f:a': { 'v:1': mine, 'v:2': mine } },
        ['reordered spec.a[2]'],
      ],
      [
        'an item with a key that was filled in',
        { a: [{ b: 1 }] },
        { a: [{ b: 1, c: 2 }] },
        { 'f:a': { 'k:{"b":1,"c":2}': { '.': mine, 'f:b': mine } } },
        [],
      ],
      [
        'an item with a key that was rendered',
        { a: [{ b: 1 }] },
        { a: [{ b: 1, c: 2 }] },
        { 'f:a': { 'k:{"b":1,"c":2}': { '.': mine, 'f:b': mine, 'f:c': mine } } },
        ['absent spec.a[b=1,c=null]', 'surplus spec.a[b=1,c=2]'],
      ],
      [
        'an item whose place is not ours',
        { a: [{ b: 1 }] },
        { a: [{ b: 1 }] },
        { 'f:a': { 'k:{"b":1}': { 'f:b': mine } } },
        ['unowned spec.a[b=1]'],
      ],
      ['an item of one owner', { a: [{ b: 1, c: 2 }] }, { a: [{ b: 1, c: 2 }] }, { 'f:a': { 'k:{"b":1}': mine } }, []],
      [
        'twins',
        { a: [{ b: 1 }] },
        { a: [{ b: 1 }, { b: 1 }] },
        { 'f:a': { 'k:{"b":1}': { '.': mine, 'f:b': mine } } },
        ['changed spec.a'],
      ],
      [
        'twins of its own',
        { a: [{ b: 1 }, { b: 1 }] },
        { a: [{ b: 1 }] },
        { 'f:a': { 'k:{"b":1}': { '.': mine, 'f:b': mine } } },
        ['reordered spec.a[b=1]'],
      ],
      ['a map that may be atomic', { a: { b: 1 } }, { a: { b: 1 } }, { 'f:a': mine }, ['changed spec.a']],
      ['an empty map', { a: {} }, { a: {} }, { 'f:a': mine }, []],
      ['an empty map with something in it', { a: {} }, { a: { b: 1 } }, { 'f:a': mine }, ['changed spec.a']],
      [
        'an empty list that may have left no trace',
        { a: [], b: 1 },
        { a: [], b: 1 },
        { 'f:b': mine },
        ['unowned spec.a'],
      ],
      ['nothing for null', { a: null }, {}, { 'f:a': mine }, []],
      ['null in a list of one owner', { a: [{ b: null }] }, { a: [{}] }, { 'f:a': mine }, ['changed spec.a']],
      ['something for null', { a: null }, { a: 1 }, { 'f:a': mine }, ['changed spec.a']],
      [
        'a map that has become a list',
        { a: [1] },
        { a: { b: 1 } },
        { 'f:a': { 'f:b': mine } },
        ['absent spec.a[1]', 'surplus spec.a.b'],
      ],
      [
        'a scalar that managed fields take for a map',
        { a: 1 },
        { a: 1 },
        { 'f:a': { 'f:b': mine } },
        ['changed spec.a'],
      ],
      ['a map that has become a scalar', { a: 1 }, { a: { b: 1 } }, { 'f:a': { 'f:b': mine } }, ['changed spec.a']],
      [
        'names that every object has',
        { toString: 'a', constructor: 'b' },
        { toString: 'a' },
        { 'f:toString': mine, 'f:constructor': mine },
        ['absent spec.constructor'],
      ],
      ['names with dots', { 'a.b/c': 1 }, { 'a.b/c': 2 }, { 'f:a.b/c': mine }, ['changed spec["a.b/c"]']],
    ];
    for (const [what, written, kept, owned, expected] of cases) {
      it(`${expected.length === 0 ? 'accepts' : 'reports'} ${what} in a custom resource`, () => {
        const live = stored({ ...thing, spec: kept }, { 'f:spec': owned });
        assert.deepEqual(sentences(live, rendered({ ...thing, spec: written })), expected);
      });
    }
  });

  describe('any tree of fields', () => {
    const found = (rendering: JsonObject, keeping: JsonObject, owning: JsonObject) =>
      sentences(
        stored({ ...thing, spec: keeping }, { 'f:spec': ownership(owning) }),
        rendered({ ...thing, spec: rendering }),
      );

    it('finds no difference as long as no field changes', () => {
      fc.assert(fc.property(tree, (spec) => assert.deepEqual(found(spec, spec, spec), [])));
    });

    it('accepts fields that other managers add', () => {
      fc.assert(fc.property(tree, (spec) => assert.deepEqual(found(spec, crowded(spec), spec), [])));
    });

    it('names the field that has another value', () => {
      fc.assert(
        fc.property(treeAndLeaf, ({ whole, leaf }) => {
          const other = changed(whole, leaf, 'other');
          assert.deepEqual(found(other, whole, whole), [`changed spec${pathOf(leaf)}`]);
          assert.deepEqual(found(whole, other, whole), [`changed spec${pathOf(leaf)}`]);
        }),
      );
    });

    it('names a missing field, and the side that lacks it', () => {
      fc.assert(
        fc.property(treeAndLeaf, ({ whole, leaf }) => {
          // With a second field, a map that loses the leaf still exists.
          const spec = crowded(whole);
          const less = changed(spec, leaf, undefined);
          assert.deepEqual(found(spec, less, spec), [`absent spec${pathOf(leaf)}`]);
          assert.deepEqual(found(less, spec, spec), [`surplus spec${pathOf(leaf)}`]);
          assert.deepEqual(found(spec, spec, less), [`unowned spec${pathOf(leaf)}`]);
        }),
      );
    });
  });
});
