import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import {
  CustomResource,
  convertObject,
  type FieldsV1,
  type KubernetesObject,
  type ManagedFieldsEntry,
  type StoredObject,
} from '../../lib/api/index.ts';
import { unwritableFindings } from '../../lib/api/manifest/unwritable-value.ts';
import { childName } from '../../lib/render/child-name.ts';
import type { Child } from '../../lib/render/index.ts';
import { ObjectIndex } from '../../lib/runtime/cache/object-index.ts';
import { ChildConflicts } from '../../lib/runtime/controller/child-conflicts.ts';
import { childDifferences } from '../../lib/runtime/reconcile/comparison/difference.ts';
import { formatPath } from '../../lib/runtime/reconcile/comparison/path-element.ts';
import { DeletionBudget } from '../../lib/runtime/reconcile/pruning/deletion-budget.ts';
import { standardConditions } from '../../lib/runtime/reconcile/status/standard-conditions.ts';
import { managedFieldsTransform, sharedFieldsTransform } from '../../lib/runtime/watch/index.ts';
import { listMap, listSet, quantity } from '../../lib/schema/author/index.ts';
import { parse, parseStored } from '../../lib/schema/index.ts';
import { canonicalQuantity } from '../../lib/schema/quantity/canonical-quantity.ts';
import { valueText } from '../../lib/schema/value/error-message.ts';
import { nearestName } from '../../lib/schema/value/nearest-name.ts';
import { admissionResponseOf, admissionWarnings, oneLine } from '../../lib/server/admission/admission-response.ts';
import { admissionReview } from '../../lib/server/admission/admission-review.ts';
import { objectPatch } from '../../lib/server/admission/object-patch.ts';
import { growth, mostGrowth } from './growth.ts';

const texts = (size: number) => Array.from({ length: size }, (_, index) => `t-${index}`);
const mapOf = (size: number) => Object.fromEntries(texts(size).map((text) => [text, text]));

/** Returns a live object with a keyed list, and one with the same keys in which each item has another value. */
function keyedLists(size: number): [StoredObject, KubernetesObject] {
  const owned: FieldsV1 = Object.fromEntries(
    texts(size).map((name) => [`k:${JSON.stringify({ name })}`, { '.': {}, 'f:name': {}, 'f:value': {} }]),
  );
  const objectWith = (value: string): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', namespace: 'default' },
    spec: { containers: [{ name: 'c', env: texts(size).map((name) => ({ name, value: `${value}-${name}` })) }] },
  });
  const fieldsV1 = { 'f:spec': { 'f:containers': { 'k:{"name":"c"}': { '.': {}, 'f:name': {}, 'f:env': owned } } } };
  const live = objectWith('old');
  const managedFields: ManagedFieldsEntry[] = [
    { manager: 'operator', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 },
  ];
  const identity = { uid: 'u', resourceVersion: '1', creationTimestamp: '2030-01-01T00:00:00Z', managedFields };
  return [{ ...live, metadata: { ...live.metadata, name: 'a', ...identity } }, objectWith('new')];
}

const content = { names: z.array(z.string()), sizes: z.record(z.string(), z.string()) };

class BoxV1Beta1 extends CustomResource({
  group: 'example.com',
  version: 'v1beta1',
  kind: 'Box',
  spec: z.object({ ...content, old: z.string().optional() }),
}) {}

class Box extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Box',
  spec: z.object(content),
  versions: [
    {
      of: BoxV1Beta1,
      up: ({ spec: { old: _old, ...spec }, status }) => ({ spec, status }),
      down: ({ spec, status }) => ({ spec, status }),
    },
  ],
}) {}

const plainLabels = z.record(z.string(), z.record(z.string(), z.object({ text: z.string() })));
const markedLabels = z.record(
  z.string(),
  z.record(z.string(), z.object({ text: z.string(), mark: z.string().optional() })),
);

class JarV1Beta1 extends CustomResource({
  group: 'example.com',
  version: 'v1beta1',
  kind: 'Jar',
  spec: z.object({ labels: plainLabels }),
}) {}

class Jar extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Jar',
  spec: z.object({ labels: markedLabels }),
  versions: [
    {
      of: JarV1Beta1,
      up: ({ spec, status }) => ({ spec, status }),
      down: ({ spec, status }) => ({ spec: { labels: plainLabels.parse(spec.labels) }, status }),
    },
  ],
}) {}

const box = (size: number, spec: object): KubernetesObject => ({
  apiVersion: 'example.com/v1beta1',
  kind: 'Box',
  metadata: { name: 'a', namespace: 'default', annotations: mapOf(size) },
  spec: { ...spec },
});

/** Returns an object in the form of a cache. */
function stored({ metadata, ...fields }: { readonly metadata?: object; readonly spec?: object }): StoredObject {
  const identity = { name: 'a', namespace: 'default', uid: 'u', resourceVersion: '1' };
  const creationTimestamp = '2030-01-01T00:00:00Z';
  return { ...box(0, {}), ...fields, metadata: { ...identity, creationTimestamp, ...metadata } };
}

function childrenOf(size: number): Child[] {
  const kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' } as const;
  return texts(size).map((name) => {
    const key = { namespace: 'default', name };
    return { kind, key, object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: key } };
  });
}

const page: z.ZodType = z.lazy(() =>
  z.union([
    z.object({ text: z.string().optional(), children: z.array(page).optional() }),
    z.object({ image: z.string().optional(), children: z.array(page).optional() }),
  ]),
);

const port = z.object({ name: z.string(), port: z.int() });

/** Every operation on a tenant's text → a size for which quadratic work would take seconds, and the work. */
const works: Readonly<Record<string, readonly [number, (size: number) => () => unknown]>> = {
  'the name of a child, of hyphens': [
    200_000,
    (n) => () => childName(`a${'-'.repeat(n)}b`, ['C'], { kind: 'ConfigMap' }),
  ],
  'the name of a child, of dots': [200_000, (n) => () => childName(`a${'.-'.repeat(n)}b`, ['C'], { kind: 'Secret' })],
  'the name of a Service': [100_000, (n) => () => childName(`${'_-'.repeat(n)}b`, ['C'], { kind: 'Service' })],
  'the turns of children that wait for their deletion': [
    5_000,
    (n) => {
      const clock = { monotonic: () => 0 };
      const budget = new DeletionBudget(clock, { deletionsWaiting() {} }, { perMinute: 60 });
      const uids = texts(n);
      for (const owner of ['a/shelf', 'b/shelf'])
        for (const uid of uids) budget.turnsOf(owner).waitMs(`${owner} ${uid}`);
      return () => {
        const turns = budget.turnsOf('a/shelf');
        for (const uid of uids) turns.waitMs(`a/shelf ${uid}`);
        budget.release('b/shelf');
      };
    },
  ],
  'a text in one line, of blanks': [200_000, (n) => () => oneLine(`a${' '.repeat(n)}b`)],
  'a text in one line, of line breaks': [200_000, (n) => () => oneLine(`a${'\n '.repeat(n)}b`)],
  warnings: [100_000, (n) => () => admissionWarnings([`a${' \n'.repeat(n)}`])],
  'a quantity of digits': [40_000, (n) => () => canonicalQuantity('7'.repeat(n))],
  'a quantity with a fraction': [40_000, (n) => () => canonicalQuantity(`1.${'0'.repeat(n)}7Gi`)],
  'a bounded quantity': [40_000, (n) => () => parseStored(quantity({ min: '1Gi', max: '2Gi' }), '7'.repeat(n))],
  'a path': [50_000, (n) => () => formatPath(texts(n).map((text) => `f:${text}`))],
  'a quoted value': [
    20_000,
    (n) => {
      const value = mapOf(n);
      return () => valueText(value);
    },
  ],
  'a misspelled name': [100_000, (n) => () => nearestName('a'.repeat(n), texts(100))],
  'a difference of keyed lists': [
    3_000,
    (n) => {
      const [live, desired] = keyedLists(n);
      return () => childDifferences(live, desired, { fieldManager: 'operator' });
    },
  ],
  'a list of wrong values': [
    50_000,
    (n) => {
      const value = texts(n);
      return () => parseStored(z.array(z.int()), value);
    },
  ],
  'a list with an option that fits last': [
    20_000,
    (n) => {
      const value = texts(n);
      return () => parseStored(z.array(z.union([z.int(), z.boolean(), z.string()])), value);
    },
  ],
  'unknown fields': [
    20_000,
    (n) => {
      const value = mapOf(n);
      return () => parse(z.object({ size: z.int() }), value);
    },
  ],
  'a chain of values that fit two options of a union': [
    100,
    (n) => {
      const value = texts(n).reduce<object>((inside) => ({ children: [inside] }), {});
      return () => parse(page, value);
    },
  ],
  'a list map': [
    10_000,
    (n) => {
      const value = texts(n).map((name) => ({ name, port: 1 }));
      return () => parse(listMap(port, ['name']), value);
    },
  ],
  'a set': [
    20_000,
    (n) => {
      const value = texts(n);
      return () => parse(listSet(z.string()), value);
    },
  ],
  'the validation of a manifest': [
    50_000,
    (n) => {
      const value = texts(n).map((text) => ({ text }));
      return () => unwritableFindings(value, 'spec');
    },
  ],
  'the validation of a deep value in a manifest': [
    300,
    (n) => {
      const value = texts(n).reduce<object>((inside) => ({ inside, around: [1, 2] }), {});
      return () => unwritableFindings(value, 'spec');
    },
  ],
  'the check of a kind': [
    5_000,
    (n) => {
      const object = { metadata: { name: 'a' }, spec: { names: texts(n), sizes: mapOf(n) } };
      return () => Box.validate(object);
    },
  ],
  'the references of a resource, in an index': [
    20_000,
    (n) => {
      const index = new ObjectIndex(({ spec }) => (spec as { names: string[] }).names);
      const [before, after] = [stored({ spec: { names: texts(n) } }), stored({ spec: { names: texts(n) } })];
      index.add(before);
      return () => {
        index.replace(before, after);
        index.replace(after, before);
      };
    },
  ],
  'the names that a resource waits for': [
    10_000,
    (n) => {
      const [conflicts, children] = [new ChildConflicts(), childrenOf(n)];
      return () => conflicts.set('default/a', children);
    },
  ],
  'the conditions of many children': [
    10_000,
    (n) => {
      const children = childrenOf(n);
      return () => standardConditions({ children, observe: () => undefined, recreated: children });
    },
  ],
  'the record of set fields': [
    20_000,
    (n) => {
      const fieldsV1: FieldsV1 = { 'f:data': Object.fromEntries(texts(n).map((name) => [`f:${name}`, {}])) };
      const child = stored({ metadata: { managedFields: [{ manager: 'operator', operation: 'Apply', fieldsV1 }] } });
      return () => sharedFieldsTransform()(managedFieldsTransform('operator')(child));
    },
  ],
  'the records of many managers': [
    50_000,
    (n) => {
      const managedFields = texts(n).map((manager): ManagedFieldsEntry => ({ manager, operation: 'Apply' }));
      const child = stored({ metadata: { managedFields, annotations: mapOf(n) } });
      return () => managedFieldsTransform('operator')(child);
    },
  ],
  'a review': [
    20_000,
    (n) => {
      const object = box(n, { names: texts(n) });
      const userInfo = { username: 'ada', groups: texts(n), extra: { a: texts(n) } };
      const kind = { group: 'example.com', version: 'v1', kind: 'Box' };
      const request = { uid: 'u', kind, operation: 'UPDATE', userInfo, object, oldObject: object };
      const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request };
      return () => admissionReview(review);
    },
  ],
  'the response to findings of many fields': [
    100_000,
    (n) => {
      const findings = texts(n).flatMap((field) => [{ field, message: field }, { warning: field }]);
      return () => admissionResponseOf(findings, Box.definition, box(1, {}));
    },
  ],
  'the patch of a list in another order': [
    3_000,
    (n) => {
      const names = texts(n);
      const spec = { before: { names }, after: { names: names.toReversed().slice(1) } };
      return () => objectPatch(box(n, { names }), { spec });
    },
  ],
  'a conversion': [
    3_000,
    (n) => {
      const object = box(n, { names: texts(n), sizes: mapOf(n) });
      return () => convertObject(Box.definition, object, 'example.com/v1');
    },
  ],
  'a conversion of many fields below a long key': [
    250,
    (n) => {
      const below = Object.fromEntries(texts(n).map((text) => [text, { text, mark: text }]));
      const spec = { labels: { ['k'.repeat(50_000)]: below } };
      const marked = { apiVersion: 'example.com/v1', kind: 'Jar', metadata: { name: 'a' }, spec };
      const plain = convertObject(Jar.definition, marked, 'example.com/v1beta1');
      const { labels } = JarV1Beta1.spec(plain.spec as { labels: z.infer<typeof plainLabels> });
      const edited = { ...plain, spec: { labels: { ...labels, other: {} } } };
      return () => convertObject(Jar.definition, edited, 'example.com/v1');
    },
  ],
};

describe('work on a tenant’s text', () => {
  for (const [title, [size, work]] of Object.entries(works)) {
    it(`the work on a tenant’s text grows at most by n·log n: ${title}`, () => {
      const measured = growth(work, size);
      assert.ok(measured < mostGrowth, `sixteen times the size takes ${measured.toFixed(1)} times the processor time`);
    });
  }

  it('the measurement of growth detects quadratic work', () => {
    const quadratic = (n: number) => () => {
      let sum = 0;
      for (let i = 0; i < n; i += 1) for (let j = 0; j < n; j += 1) sum += i ^ j;
      return sum;
    };
    assert.ok(growth(quadratic, 3_000) > mostGrowth);
  });
});
