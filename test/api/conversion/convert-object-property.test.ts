// Generates fields that some versions of a kind can't express, and checks that no conversion loses them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type CustomResourceClass, convertObject, type KubernetesObject } from '../../../lib/api/index.ts';
import { Database, DatabaseV1Alpha1, DatabaseV1Beta1 } from './database.ts';
import { valueArbitrary } from './value-arbitrary.ts';

const classes = [Database, DatabaseV1Beta1, DatabaseV1Alpha1];
const classArbitrary = fc.constantFrom<CustomResourceClass>(...classes);
const condition = {
  type: 'Ready',
  status: 'True',
  reason: 'Ready',
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
};

const annotationsArbitrary = fc.constantFrom<Record<string, string> | undefined>(undefined, {}, { team: 'data' });

/** An object from an API server: with and without its parts. */
function objects({
  definition: { group, version, kind, spec, status },
}: CustomResourceClass): fc.Arbitrary<KubernetesObject> {
  const standard = fc.record(
    { conditions: fc.constant([condition]), observedGeneration: fc.nat(3) },
    { requiredKeys: [] },
  );
  const parts = fc.record(
    {
      spec: valueArbitrary(spec),
      status: fc.tuple(valueArbitrary(status.partial()), standard).map(([own, other]) => Object.assign({}, own, other)),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
  return fc.tuple(parts, annotationsArbitrary).map(([content, annotations]) => ({
    apiVersion: `${group}/${version}`,
    kind,
    metadata: { name: 'my-db', namespace: 'team', ...(annotations && { annotations }) },
    ...content,
  }));
}

function to(api: CustomResourceClass, object: KubernetesObject): KubernetesObject {
  const { group, version } = api.definition;
  return convertObject(Database.definition, object, `${group}/${version}`);
}

describe('an object that is converted and converted back', () => {
  it('an object that is converted through any versions and back equals the original', () => {
    const journeys = classArbitrary.chain((home) =>
      fc.tuple(fc.constant(home), objects(home), fc.array(classArbitrary)),
    );
    fc.assert(
      fc.property(journeys, ([home, object, stops]) => {
        const before = structuredClone(object);
        const away = stops.reduce((current, stop) => to(stop, current), object);
        assert.deepEqual(to(home, away), before);
        assert.deepEqual(object, before);
      }),
      { numRuns: 300 },
    );
  });
});

/** A field of the kind: its place in the versions that have it, and its values. Undefined is an absent field. */
interface Field {
  readonly values: readonly unknown[];
  readonly places: Readonly<Record<string, readonly string[]>>;
}

const flags = [undefined, true, false];
const words = [undefined, 'a', 'b'];

function everywhere(...place: string[]): Field['places'] {
  return { v1: place, v1beta1: place, v1alpha1: place };
}

function user(name: string): Record<string, Field> {
  const place = (field: string) => ['spec', 'users', name, field];
  return {
    [`${name}.admin`]: { values: flags, places: { v1: place('admin'), v1beta1: place('admin') } },
    [`${name}.quota`]: { values: [undefined, 1, 2], places: { v1: place('quota') } },
  };
}

const fields: Readonly<Record<string, Field>> = {
  engine: {
    values: ['postgresql', 'mysql', 'mongodb'],
    places: { v1: ['spec', 'engine'], v1beta1: ['spec', 'dbType'], v1alpha1: ['spec', 'dbType'] },
  },
  version: { values: ['14.5', '15.1'], places: everywhere('spec', 'version') },
  replicas: { values: [undefined, 1, 5], places: everywhere('spec', 'replicas') },
  ...Object.fromEntries(['a', 'b'].map((key) => [key, { values: words, places: everywhere('spec', 'config', key) }])),
  size: {
    values: [undefined, '1Gi', '2Gi'],
    places: { v1: ['spec', 'storage', 'size'], v1beta1: ['spec', 'storage', 'size'], v1alpha1: ['spec', 'disk'] },
  },
  class: { values: words, places: { v1: ['spec', 'storage', 'class'] } },
  legacy: { values: flags, places: { v1beta1: ['spec', 'legacy'] } },
  remark: { values: words, places: { v1alpha1: ['spec', 'remark'] } },
  mode: { values: [undefined, 'on', 'off'], places: { v1: ['spec', 'tls', 'mode'] } },
  hosts: { values: [undefined, ['x'], ['x', 'y']], places: { v1: ['spec', 'tls', 'hosts'] } },
  ...user('ann'),
  ...user('bob'),
  ready: { values: [true, false], places: everywhere('status', 'ready') },
  phase: { values: words, places: { v1: ['status', 'phase'] } },
  engineName: { values: words, places: { v1beta1: ['status', 'engineName'] } },
};

const editArbitrary = classArbitrary.chain((api) => {
  const visible = Object.entries(fields).filter(([, { places }]) => api.definition.version in places);
  const edit = fc
    .constantFrom(...visible)
    .chain(([name, { values }]) => fc.tuple(fc.constant(name), fc.constantFrom(...values)));
  return fc.record({ api: fc.constant(api), changes: fc.array(edit, { maxLength: 2 }) });
});

/** Returns the value at a place; items of lists are identified by their names. */
function valueAt(object: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value.find(({ name }) => name === step);
    return typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
  }, object);
}

/** Sets or removes the value at a place; creates missing parents, and keeps them. */
function setAt(object: object, [step = '', ...place]: readonly string[], value: unknown): void {
  const isItem = Array.isArray(object);
  const inner: unknown = valueAt(object, [step]);
  if (place.length === 0 && value === undefined) return void Reflect.deleteProperty(object, step);
  if (place.length === 0) return void Reflect.set(object, step, value);
  if (inner === undefined && value === undefined) return;
  const next = inner ?? (isItem ? { name: step } : step === 'users' ? [] : {});
  if (inner === undefined && isItem) object.push(next);
  else if (inner === undefined) Reflect.set(object, step, next);
  setAt(next, place, value);
}

describe('an object that clients edit in all its versions', () => {
  it('an object that clients edit in all its versions has the last set value of each field', () => {
    const start = { apiVersion: 'example.com/v1', kind: 'Database', metadata: { name: 'my-db' } };
    fc.assert(
      fc.property(fc.array(editArbitrary, { maxLength: 8 }), (edits) => {
        const expected = new Map<string, unknown>([
          ['engine', 'postgresql'],
          ['version', '14.5'],
          ['ready', false],
        ]);
        const initial: KubernetesObject = {
          ...start,
          spec: { engine: 'postgresql', version: '14.5' },
          status: { ready: false, conditions: [condition] },
        };
        const final = edits.reduce((object, { api, changes }) => {
          const edited = structuredClone(to(api, object));
          for (const [name, value] of changes) {
            setAt(edited, fields[name]?.places[api.definition.version] ?? [], value);
            expected.set(name, value);
          }
          return edited;
        }, initial);
        for (const api of classes) {
          const seen = to(api, final);
          for (const [name, { places }] of Object.entries(fields)) {
            const place = places[api.definition.version];
            if (place !== undefined)
              assert.deepEqual(valueAt(seen, place), expected.get(name), `${api.definition.version} ${name}`);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});
