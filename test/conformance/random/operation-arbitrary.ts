import fc from 'fast-check';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/api/index.ts';
import type { RandomKind } from './kind.ts';
import type { Operation } from './operation.ts';

const names = fc.constantFrom('a', 'b');
const managers = fc.constantFrom('x', 'y');
const bit = fc.constantFrom('0', '1');
const labels = fc.record({ k: bit, l: bit }, { requiredKeys: ['k'], noNullPrototype: true });

/**
 * Metadata whose maps are never empty: the real server stores an applied empty map of a custom resource's metadata, shows it
 * nowhere, and drops it at the next write, which then isn't without effect.
 */
const metadata = fc.oneof(
  { weight: 3, arbitrary: fc.constant<JsonObject>({}) },
  { weight: 3, arbitrary: labels.map((labels): JsonObject => ({ labels })) },
  { weight: 1, arbitrary: fc.record({ labels, finalizers: fc.constantFrom<JsonValue>(['a/b'], ['a/b', 'a/c']) }) },
  { weight: 1, arbitrary: labels.map((annotations): JsonObject => ({ annotations })) },
  { weight: 1, arbitrary: fc.constant<JsonObject>({ labels: { k: 'a b' } }) },
) as fc.Arbitrary<JsonObject>;

const unknown = fc.oneof(
  { weight: 9, arbitrary: fc.constant<JsonObject>({}) },
  { weight: 1, arbitrary: fc.constant<JsonObject>({ zz: 1 }) },
);

/** Options that all writes have. */
const written = fc.record(
  {
    fieldManager: managers,
    fieldValidation: fc.constantFrom('Strict', 'Ignore', 'Warn'),
    dryRun: fc.constant('All'),
  },
  { requiredKeys: ['fieldManager'], noNullPrototype: true },
);
const query = fc.oneof(
  { weight: 3, arbitrary: managers.map((fieldManager): Readonly<Record<string, string>> => ({ fieldManager })) },
  { weight: 1, arbitrary: written },
);

const selection = fc.record(
  {
    labelSelector: fc.constantFrom('k', 'k=0', 'k!=0', 'k in (0,1),l', '!l', 'l notin (1)', 'k=='),
    fieldSelector: fc.constantFrom('metadata.name=a', 'metadata.name!=a', 'spec.x=1'),
    limit: fc.constantFrom('1', '2'),
  },
  { requiredKeys: [], noNullPrototype: true },
) as fc.Arbitrary<Readonly<Record<string, string>>>;

const deletion = fc.oneof(
  { weight: 4, arbitrary: fc.constant<JsonObject>({}) },
  {
    weight: 5,
    arbitrary: fc.constantFrom<JsonObject>(
      { propagationPolicy: 'Background' },
      { propagationPolicy: 'Foreground' },
      { propagationPolicy: 'Orphan' },
      { propagationPolicy: 'Sideways' },
      { orphanDependents: true },
      { preconditions: { uid: '$uid' } },
      { preconditions: { resourceVersion: '$version' } },
      { preconditions: { resourceVersion: '1' } },
      { preconditions: { uid: 'other' } },
      { dryRun: ['All'] },
      { gracePeriodSeconds: 0 },
    ),
  },
);

/** Returns operations on objects of some kinds. */
export function operationArbitrary(kinds: readonly RandomKind[]): fc.Arbitrary<Operation> {
  return fc.constantFrom(...kinds).chain(operationsOf);
}

function operationsOf(kind: RandomKind): fc.Arbitrary<Operation> {
  const { resource, apiVersion, kind: kindName, status, hasScale = false } = kind;
  const type = { apiVersion, kind: kindName };
  const object = fc.tuple(names, metadata, kind.fields, unknown).map(
    ([name, metadata, fields, unknown]): JsonObject => ({
      ...type,
      metadata: { name, ...metadata },
      ...fields,
      ...unknown,
    }),
  );
  const updated = fc.tuple(
    object,
    fc.constantFrom<JsonObject>({}, {}, { resourceVersion: '$version' }, { resourceVersion: '1' }),
  );
  const force = fc.constantFrom<Readonly<Record<string, string>>>({}, { force: 'true' });
  const all: { readonly weight: number; readonly arbitrary: fc.Arbitrary<Operation> }[] = [
    {
      weight: 4,
      arbitrary: fc.record({
        verb: fc.constant('create'),
        resource: fc.constant(resource),
        query,
        body: object,
      }),
    },
    {
      weight: 7,
      arbitrary: fc.tuple(object, query, force).map(([body, query, force]) => ({
        verb: 'patch',
        form: 'apply',
        resource,
        name: nameOf(body),
        query: { ...query, ...force },
        body,
      })),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(updated, query, fc.boolean()).map(([[body, version], query, isWhole]) => ({
        verb: 'update',
        resource,
        name: nameOf(body),
        query,
        body: isWhole
          ? { ...body, metadata: { ...(body.metadata as JsonObject), ...version } }
          : { ...body, metadata: {} },
      })),
    },
    { weight: 5, arbitrary: patches(kind, object) },
    { weight: 1, arbitrary: fc.tuple(names).map(([name]) => ({ verb: 'get', resource, name })) },
    { weight: 1, arbitrary: selection.map((query) => ({ verb: 'list', resource, query })) },
    {
      weight: 2,
      arbitrary: fc.tuple(names, deletion).map(([name, body]) => ({ verb: 'delete', resource, name, body })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(selection, deletion).map(([{ limit: _, ...query }, { preconditions: _none, ...body }]) => ({
        verb: 'deletecollection',
        resource,
        query,
        body,
      })),
    },
  ];
  if (status !== undefined) {
    const body = status.map((status): JsonObject => ({ ...type, status }));
    all.push({
      weight: 3,
      arbitrary: fc.oneof(
        fc.tuple(names, body, query).map(
          ([name, body, query]): Operation => ({
            verb: 'update',
            resource,
            name,
            subresource: 'status',
            query,
            body: { ...body, metadata: {} },
          }),
        ),
        fc.tuple(names, body, query, fc.constantFrom('merge', 'apply', 'strategic'), force).map(
          ([name, body, query, form, force]): Operation => ({
            verb: 'patch',
            form,
            resource,
            name,
            subresource: 'status',
            query: form === 'apply' ? { ...query, ...force } : query,
            body: form === 'apply' ? { ...body, metadata: { name } } : { status: body.status ?? null },
          }),
        ),
      ),
    });
  }
  if (hasScale) {
    const replicas = fc.constantFrom(0, 1, 2, -1);
    all.push({
      weight: 2,
      arbitrary: fc.oneof(
        names.map((name): Operation => ({ verb: 'get', resource, name, subresource: 'scale' })),
        fc.tuple(names, replicas, query).map(
          ([name, replicas, query]): Operation => ({
            verb: 'update',
            resource,
            name,
            subresource: 'scale',
            query,
            body: { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: {}, spec: { replicas } },
          }),
        ),
        fc.tuple(names, replicas, query).map(
          ([name, replicas, query]): Operation => ({
            verb: 'patch',
            form: 'merge',
            resource,
            name,
            subresource: 'scale',
            query,
            body: { spec: { replicas } },
          }),
        ),
      ),
    });
  }
  return fc.oneof(...all);
}

function patches({ resource, directives }: RandomKind, object: fc.Arbitrary<JsonObject>): fc.Arbitrary<Operation> {
  const partial = object.chain(({ metadata, apiVersion: _, kind: _kind, ...fields }) => {
    const { name: _name, ...written } = isJsonObject(metadata) ? metadata : {};
    return fc.oneof(partOf(fields), partOf({ metadata: written }));
  });
  const merges = fc.tuple(names, query, fc.constantFrom('merge', 'merge', 'strategic'), partial);
  const steps = object.chain((whole) => fc.array(stepOf(whole), { minLength: 1, maxLength: 3 }));
  const own = directives ?? fc.constant<JsonObject>({ metadata: { labels: { $patch: 'replace', k: '1' } } });
  const common = fc.constantFrom<JsonObject>(
    { metadata: { '$deleteFromPrimitiveList/finalizers': ['a/b'] } },
    { metadata: { finalizers: null } },
    { metadata: { labels: { $patch: 'delete' } } },
  );
  return fc.oneof(
    {
      weight: 3,
      arbitrary: merges.map(
        ([name, query, form, body]): Operation => ({ verb: 'patch', form, resource, name, query, body }),
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(names, query, steps)
        .map(([name, query, body]): Operation => ({ verb: 'patch', form: 'json', resource, name, query, body })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(names, query, fc.oneof(own, common))
        .map(([name, query, body]): Operation => ({ verb: 'patch', form: 'strategic', resource, name, query, body })),
    },
    {
      weight: 1,
      arbitrary: names.map(
        (name): Operation => ({
          verb: 'patch',
          form: 'merge',
          resource,
          name,
          query: {},
          body: { metadata: { finalizers: null } },
        }),
      ),
    },
  );
}

/**
 * Returns merge patches: parts of an object, some of them null, none of them empty. For the real server empty lists and maps
 * differ from absent ones until they are stored.
 */
function partOf(value: JsonObject): fc.Arbitrary<JsonObject> {
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  if (fields.length === 0) return fc.constant({});
  const inner = fields.map(([name, field]): [string, fc.Arbitrary<JsonValue>] => [
    name,
    fc.oneof(
      { weight: 5, arbitrary: isJsonObject(field) ? partOf(field) : fc.constant(field) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
  ]);
  const requiredKeys = fields.slice(0, 1).map(([name]) => name);
  return fc.record(Object.fromEntries(inner), { requiredKeys, noNullPrototype: true });
}

/** Returns steps of JSON patches, at places that objects of the kind have. */
function stepOf(whole: JsonObject): fc.Arbitrary<JsonObject> {
  const { apiVersion: _, kind: _kind, ...fields } = whole;
  const places = placesOf(fields, '');
  const place = fc.constantFrom(...places);
  const path = fc.oneof(
    { weight: 5, arbitrary: place.map(([path]) => path) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('/metadata/labels/k', '/spec/none/x', '/metadata/finalizers/-', '/data/new', ''),
    },
  );
  return fc.oneof(
    place.chain(([path, value]) => fc.constantFrom('add', 'replace', 'test').map((op) => ({ op, path, value }))),
    path.map((path) => ({ op: 'remove', path })),
    fc.tuple(path, path, fc.constantFrom('copy', 'move')).map(([from, path, op]) => ({ op, from, path })),
    fc
      .tuple(path, fc.constantFrom<JsonValue>(null, 'v', 1, {}, []))
      .map(([path, value]) => ({ op: 'add', path, value })),
  );
}

function placesOf(value: JsonValue, path: string): (readonly [string, JsonValue])[] {
  const own = path === '' || path === '/metadata' ? [] : [[path, value] as const];
  if (Array.isArray(value))
    return [...own, ...value.flatMap((item: JsonValue, index) => placesOf(item, `${path}/${index}`))];
  if (!isJsonObject(value)) return own;
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, inner]) =>
      placesOf(inner, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ),
  ];
}

function nameOf({ metadata }: JsonObject): string {
  return isJsonObject(metadata) ? String(metadata.name) : '';
}
