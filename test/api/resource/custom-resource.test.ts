import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiObject, App, Chart, Duration, JsonPatch, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import { z } from 'zod';
import { CustomResource } from '../../../lib/index.ts';
import { InvalidValueError } from '../../../lib/schema/index.ts';

class Cache extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Cache',
  spec: z.object({
    size: z.int32().max(5).default(1),
    note: z.string().nullable().optional(),
    tags: z.array(z.string()).optional(),
    more: z.unknown().optional(),
    labels: z.record(z.string(), z.string()).optional(),
  }),
}) {}

function findings(spec: ConstructorParameters<typeof Cache>[2]['spec']): string[] {
  const chart = new Chart(new App(), 'caches');
  return new Cache(chart, 'Cache', { metadata: { name: 'one' }, spec }).node.validate();
}

describe('a custom resource in a chart', () => {
  it('a custom resource in a chart is written without defaults, which the API server adds', () => {
    const chart = new Chart(new App(), 'caches', { namespace: 'web' });
    new Cache(chart, 'Cache', { metadata: { name: 'one' }, spec: { tags: ['a'] } });
    assert.deepEqual(chart.toJson(), [
      {
        apiVersion: 'example.com/v1',
        kind: 'Cache',
        metadata: { name: 'one', namespace: 'web' },
        spec: { tags: ['a'] },
      },
    ]);
  });

  it('a custom resource is refused with the path of the construct and of the field', () => {
    const chart = new Chart(new App(), 'caches');
    new Cache(chart, 'Large', { spec: { size: 6 } });
    assert.throws(() => chart.toJson(), /\[caches\/Large] spec\.size: must be at most 5, and is 6/);
  });

  it('a custom resource may hold objects without a prototype', () => {
    const chart = new Chart(new App(), 'caches');
    const more = { list: [Object.groupBy(['a', 'b'], (letter) => letter)], later: Lazy.any({ produce: () => 1 }) };
    const cache = new Cache(chart, 'Cache', { spec: { more } });
    assert.deepEqual(cache.node.validate(), []);
    assert.deepEqual(cache.toJson().spec, { more: { list: [{ a: ['a'], b: ['b'] }], later: 1 } });
  });

  it('a custom resource is validated with resolved Lazy values', () => {
    assert.deepEqual(findings({ size: Lazy.any({ produce: () => 2 }) }), []);
    assert.deepEqual(findings({ size: Lazy.any({ produce: () => 6 }) }), ['spec.size: must be at most 5, and is 6']);
  });

  it('a custom resource may have null values if its type allows them, which cdk8s alone would leave out', () => {
    const chart = new Chart(new App(), 'caches');
    const spec = { note: null, more: { list: [1, null], 'a/b~c': { d: null } } };
    const cache = new Cache(chart, 'Cache', { spec });
    assert.deepEqual(cache.node.validate(), []);
    assert.deepEqual(cache.toJson().spec, spec);
    assert.deepEqual(findings({ tags: null, size: null } as object), [
      'spec.size: must be an integer, and is null',
      'spec.tags: must be a list, and is null',
    ]);
  });

  it('a custom resource may have fields named constructor, which cdk8s alone can’t write', () => {
    const chart = new Chart(new App(), 'caches');
    const spec = { labels: { constructor: 'Bau', value: 'a' }, more: [{ constructor: { inner: [null] } }] };
    const cache = new Cache(chart, 'Cache', { spec });
    assert.deepEqual(cache.node.validate(), []);
    assert.deepEqual(cache.toJson().spec, spec);
    const later = Lazy.any({ produce: () => 1 });
    assert.match(findings({ more: { constructor: [later] } })[0] ?? '', /^spec\.more\.constructor\[0]: .*class Lazy/);
  });

  it('a custom resource is refused with a field that JavaScript treats as a prototype', () => {
    const labels: Record<string, string> = JSON.parse('{ "__proto__": "a" }');
    assert.deepEqual(findings({ labels, more: [labels] }), [
      'spec.labels.__proto__: no JavaScript object can have a field of this name: choose another',
      'spec.more[0].__proto__: no JavaScript object can have a field of this name: choose another',
    ]);
  });

  it('a custom resource is refused with numbers and gaps that JSON can’t express, in fields of any type', () => {
    const gaps: unknown[] = [1];
    gaps[2] = Number.NaN;
    const later = Lazy.any({ produce: () => [undefined, Number.POSITIVE_INFINITY] });
    const gap = 'is undefined, and lists have no gaps: leave it out';
    const infinite = 'must be a JSON value, and is Infinity: write a finite number';
    assert.deepEqual(findings({ more: { gaps, rate: Number.POSITIVE_INFINITY, none: undefined } }), [
      `spec.more.gaps[1]: ${gap}`,
      'spec.more.gaps[2]: must be a JSON value, and is NaN: write a finite number',
      `spec.more.rate: ${infinite}`,
    ]);
    assert.deepEqual(findings({ more: later }), [`spec.more[0]: ${gap}`, `spec.more[1]: ${infinite}`]);
  });

  it('a custom resource is refused with a Lazy value that resolves to null, which would get lost', () => {
    const lost =
      'is null, which cdk8s drops as the result of a Lazy value: give null itself, or produce undefined to leave it out';
    const later = (value: unknown): unknown => Lazy.any({ produce: () => value });
    assert.deepEqual(findings({ more: { a: later(null), list: [later({ b: [null] })], c: later(later(null)) } }), [
      `spec.more.a: ${lost}`,
      `spec.more.list[0].b[0]: ${lost}`,
      `spec.more.c: ${lost}`,
    ]);
    assert.deepEqual(findings({ more: { a: later(undefined), b: null } }), []);
    const broken: unknown = Lazy.any({
      produce: () => {
        throw new Error('no such luck');
      },
    });
    assert.match(findings({ more: broken })[0] ?? '', /no such luck/);
  });

  it('a custom resource is refused with a value that a manifest can’t contain', () => {
    class Note {
      readonly text = 'a';
    }
    const endless: { again?: object } = {};
    endless.again = { back: [endless] };
    const instance = (name: string) =>
      `must be a JSON value, and is of the class ${name}: write the number or text that it stands for`;
    assert.deepEqual(findings({ more: { at: new Date(0), list: [Duration.minutes(5)] }, note: 'a' }), [
      `spec.more.at: ${instance('Date')}`,
      `spec.more.list[0]: ${instance('Duration')}`,
    ]);
    assert.deepEqual(findings({ more: new Note() }), [`spec.more: ${instance('Note')}`]);
    assert.deepEqual(findings({ more: endless }), ['spec.more.again.back[0]: contains itself: leave it out']);
    assert.deepEqual(findings({ more: 5n }), [
      'spec.more: must be a JSON value, and is a bigint: write a number or text',
    ]);
    const later = Lazy.any({ produce: () => new Date(0) });
    assert.match(findings({ more: later })[0] ?? '', /caches\/Cache.+can't render non-simple object of type 'Date'/);
  });

  it('a custom resource may contain one object in several places', () => {
    const shared = { a: [1] };
    assert.deepEqual(findings({ more: { one: shared, other: [shared, shared] } }), []);
  });

  it('a custom resource is refused for fields beside its spec that a patch adds', () => {
    const chart = new Chart(new App(), 'caches');
    const cache = new Cache(chart, 'Cache', { metadata: { name: 'one' }, spec: {} });
    cache.addJsonPatch(JsonPatch.add('/specs', {}), JsonPatch.add('/foo', 1));
    assert.deepEqual(cache.node.validate(), [
      'specs: unknown field, did you mean spec?',
      'foo: unknown field, leave it out',
    ]);
  });

  it('a custom resource of a cluster-scoped kind has no namespace', () => {
    class Zone extends CustomResource({
      group: 'example.com',
      version: 'v1',
      kind: 'Zone',
      scope: 'Cluster',
      spec: z.object({}),
    }) {}
    const chart = new Chart(new App(), 'zones', { namespace: 'web' });
    const labels = { a: 'b' };
    assert.deepEqual(new Zone(chart, 'One', { metadata: { name: 'one', labels }, spec: {} }).toJson().metadata, {
      name: 'one',
      labels,
    });
    assert.deepEqual(Object.keys(new Zone(chart, 'Other', { spec: {} }).toJson().metadata), ['name']);
    const misplaced = new Zone(chart, 'Misplaced', { metadata: { name: 'one', namespace: 'web' }, spec: {} });
    assert.deepEqual(misplaced.node.validate(), [
      'metadata.namespace: is set, and Zone is cluster-scoped: leave it out',
    ]);
  });
});

describe('the metadata of a custom resource', () => {
  class Named extends CustomResource({
    group: 'example.com',
    version: 'v1',
    kind: 'Named',
    spec: z.object({ size: z.int32().default(1) }),
    rules: [
      { rule: 'size(self.metadata.name) <= 12', message: 'use at most 12 characters' },
      { rule: 'self.spec.size < 9', message: 'none is so large' },
    ],
  }) {}

  const findingsOf = (metadata: object | undefined, size = 1) => {
    const chart = new Chart(new App(), 'caches');
    return new Named(chart, 'OfAllTheTeams', { ...(metadata && { metadata }), spec: { size } }).node.validate();
  };

  it('the metadata of a custom resource is validated as by the API server', () => {
    assert.deepEqual(findingsOf({ name: 'Orders_X', labels: { 'a b': 'x y' }, ...{ nmae: 'x' } }), [
      'metadata.nmae: no metadata has such a field, did you mean name?',
      "metadata.name: must be lower-case letters, digits, '-' and '.', at most 253, with a letter or digit at both ends, and is \"Orders_X\"",
      "metadata.labels[\"a b\"]: its key must be letters, digits, '-', '_' and '.', at most 63, with a letter or digit at both ends, after a domain and '/' if there is one",
      "metadata.labels[\"a b\"]: must be letters, digits, '-', '_' and '.', at most 63, with a letter or digit at both ends, and is \"x y\"",
    ]);
  });

  it('the metadata of a custom resource is validated with empty fields, which cdk8s leaves out', () => {
    assert.deepEqual(findingsOf({ name: 'one', lables: {}, annotations: {} }), [
      'metadata.lables: no metadata has such a field, did you mean labels?',
    ]);
  });

  it('Lazy values in metadata are validated when they are resolved', () => {
    const lazy = (name: string): unknown => Lazy.any({ produce: () => name });
    assert.deepEqual(findingsOf({ name: lazy('one') }), []);
    assert.match(findingsOf({ name: lazy('One') })[0] ?? '', /^metadata\.name: .*and is "One"$/);
    assert.match(findingsOf({ name: 'one', labels: { a: lazy('b c') } })[0] ?? '', /^metadata\.labels\.a: .*"b c"$/);
  });

  it('metadata with null values, which cdk8s would leave out silently, is refused', () => {
    assert.deepEqual(findingsOf({ name: 'one', labels: { a: null } }), [
      'metadata.labels.a: null is not written into metadata: leave the field out',
    ]);
  });

  it('metadata with a label named constructor, at which cdk8s fails, is refused', () => {
    assert.deepEqual(findingsOf({ name: 'one', labels: { constructor: 'a' } }), [
      "metadata.labels.constructor: cdk8s can't write metadata of this name: choose another",
    ]);
  });

  it('a finding of a rule about the name quotes the name, also if cdk8s made it', () => {
    assert.deepEqual(findingsOf({ name: 'much-too-long' }), [
      'use at most 12 characters; metadata.name is "much-too-long"',
    ]);
    assert.match(
      findingsOf(undefined).join('\n'),
      /^use at most 12 characters; metadata\.name is "caches-ofalltheteams-c\w+", which was made from the construct's path: give one$/,
    );
  });

  it('a finding of a rule about other fields doesn’t quote the name', () => {
    assert.deepEqual(findingsOf({ name: 'one' }, 9), ['none is so large']);
  });
});

describe('props that only JavaScript accepts', () => {
  const findingsOf = (props?: object | null) => {
    const chart = new Chart(new App(), 'caches');
    const cache = Reflect.construct(Cache, [chart, 'Cache', props]) as Cache;
    return cache.node.validate();
  };

  it('an unknown field of props has a finding instead of being dropped silently', () => {
    assert.deepEqual(findingsOf({ spec: {}, status: {}, metdata: {} }), [
      'status: is not written, only metadata and spec are: leave it out',
      'metdata: is not written, only metadata and spec are: did you mean metadata?',
    ]);
    assert.deepEqual(findingsOf({ spec: {}, later: undefined }), []);
  });

  it('the props of a construct may be a whole object of the kind, and not of another kind', () => {
    assert.deepEqual(findingsOf({ apiVersion: 'example.com/v1', kind: 'Cache', spec: {} }), []);
    assert.deepEqual(findingsOf({ apiVersion: 'example.com/v2', kind: 'Cache', spec: {} }), [
      'apiVersion: is example.com/v1: leave it out',
    ]);
  });

  it('a construct without any props has a finding', () => {
    assert.deepEqual(findingsOf(), ['spec: is required']);
    assert.deepEqual(findingsOf({}), ['spec: is required']);
    assert.deepEqual(findingsOf(null), ['spec: is required']);
  });
});

describe('an instance of a custom resource class', () => {
  class Later extends CustomResource({ group: 'example.com', version: 'v2', kind: 'Cache', spec: z.object({}) }) {}
  const chart = new Chart(new App(), 'caches');

  it('each object of a kind in a version is an instance of its custom resource class', () => {
    const cache = new Cache(chart, 'Cache', { spec: {} });
    const plain = new ApiObject(chart, 'Plain', { apiVersion: 'example.com/v1', kind: 'Cache' });
    assert.deepEqual([cache instanceof Cache, plain instanceof Cache], [true, true]);
    assert.ok(cache instanceof ApiObject);
  });

  it('an object is an instance of a subclass only if that class has constructed it', () => {
    class LargeCache extends Cache {}
    const large = new LargeCache(chart, 'Large', { spec: {} });
    const cache = new Cache(chart, 'Small', { spec: {} });
    const classes = [LargeCache, Cache, ApiObject];
    const instances = (object: unknown) => classes.map((each) => object instanceof each);
    assert.deepEqual(instances(large), [true, true, true]);
    assert.deepEqual(instances(cache), [false, true, true]);
  });

  it('a value of another kind is not an instance of a custom resource class', () => {
    const other = new ApiObject(chart, 'Other', { apiVersion: 'apps/v1', kind: 'Deployment' });
    const others: unknown[] = [other, new Later(chart, 'Later', { spec: {} }), chart, undefined, null, 'Cache'];
    assert.deepEqual(
      others.filter((each) => each instanceof Cache),
      [],
    );
  });
});

describe('the spec of a custom resource class', () => {
  it('the spec of a custom resource class equals the spec that children receive', () => {
    assert.deepEqual(Cache.spec({ tags: ['a'] }), { size: 1, tags: ['a'] });
  });

  it('the spec of a custom resource class is refused with a finding for each invalid field', () => {
    assert.throws(
      () => Cache.spec({ size: 6, note: null, tags: [''], more: 1, ...{ sise: 2 } }),
      (error) => {
        assert.ok(InvalidValueError.is(error));
        assert.deepEqual(
          error.findings.map(({ path }) => path),
          ['spec.sise', 'spec.size'],
        );
        return true;
      },
    );
  });

  it('the spec of a custom resource class is refused with the path of the construct that receives it', () => {
    const chart = new Chart(new App(), 'caches');
    assert.throws(() => Cache.spec({ size: 6 }, new Construct(chart, 'Server')), {
      message: '[caches/Server] Cache is not valid: spec.size: must be at most 5, and is 6',
    });
  });
});
