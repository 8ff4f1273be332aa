import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiObject, App, Chart, Lazy } from 'cdk8s';
import {
  ImportedResource,
  type ImportedResourceProps,
  type KubernetesObject,
  resolveKind,
} from '../../../lib/api/index.ts';

const schema = JSON.stringify({
  type: 'object',
  required: ['spec'],
  properties: {
    metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 8 } } },
    spec: {
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer', minimum: 1, maximum: 5 },
        mode: { type: 'string', enum: ['fast', 'safe'], default: 'safe' },
        host: { type: 'string', pattern: '^[a-z.]+$' },
        limit: { type: 'integer', format: 'int64', default: 2 ** 63 },
        burst: { type: 'integer', nullable: true, default: 5 },
        hints: { type: 'object', additionalProperties: { type: 'string', nullable: true } },
        class: {
          type: 'string',
          'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'class is immutable' }],
        },
        parts: {
          type: 'array',
          items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
        },
      },
      'x-kubernetes-validations': [{ rule: "self.mode != 'fast' || self.size > 1", message: 'fast takes two' }],
    },
  },
  'x-kubernetes-validations': [{ rule: "self.metadata.name != 'taken'", message: 'the name is taken' }],
});

interface BoxProps extends ImportedResourceProps {
  readonly spec: {
    readonly size: number;
    readonly mode?: 'fast' | 'safe';
    readonly host?: string;
    readonly limit?: number;
    readonly burst?: number | null;
    readonly hints?: Readonly<Record<string, string | null>>;
    readonly class?: string;
    readonly parts?: readonly { readonly name: string }[];
  };
}

class Box extends ImportedResource<BoxProps, { readonly ready?: boolean }>({
  group: 'example.com',
  version: 'v1',
  kind: 'Box',
  plural: 'boxes',
  scope: 'Namespaced',
  schema,
}) {}

/** Returns the findings at synth about a chart with one box. */
function refusal(props: object): string {
  const app = new App();
  new Box(new Chart(app, 'store'), 'Small', props as BoxProps);
  try {
    app.synthYaml();
    return '';
  } catch (error) {
    assert.ok(error instanceof Error);
    const [, ...lines] = error.message.split('\n');
    return lines.map((line) => line.trim()).join('\n');
  }
}

describe('the construct of an imported kind', () => {
  it('a construct of an imported kind is written as it was given, with its kind', () => {
    const app = new App();
    const chart = new Chart(app, 'store', { namespace: 'things' });
    new Box(chart, 'Small', {
      metadata: { name: 'small' },
      spec: { size: 1, host: Lazy.any({ produce: () => 'a.b' }) },
    });
    assert.deepEqual(chart.toJson(), [
      {
        apiVersion: 'example.com/v1',
        kind: 'Box',
        metadata: { name: 'small', namespace: 'things' },
        spec: { size: 1, host: 'a.b' },
      },
    ]);
    assert.match(app.synthYaml(), /kind: Box/);
  });

  const refusals: readonly (readonly [what: string, spec: object, sentence: RegExp])[] = [
    ['a bound', { size: 9 }, /^\[store\/Small\] spec\.size: .*5/],
    ['a choice', { size: 1, mode: 'slow' }, /^\[store\/Small\] spec\.mode: /],
    ['a pattern', { size: 1, host: 'A' }, /^\[store\/Small\] spec\.host: must match/],
    ['a type', { size: '1' }, /^\[store\/Small\] spec\.size: /],
    ['a field that is missing', {}, /^\[store\/Small\] spec\.size: is required$/],
    [
      'a field that there isn’t',
      { size: 1, sise: 2 },
      /^\[store\/Small\] spec\.sise: the schema has no such field, did you mean size\?/,
    ],
    ['a rule', { size: 1, mode: 'fast' }, /^\[store\/Small\] spec: .*fast takes two/],
    ['a key that is there twice', { size: 1, parts: [{ name: 'a' }, { name: 'a' }] }, /^\[store\/Small\] spec\.parts/],
    [
      'null that API servers would drop',
      { size: 1, host: null },
      /^\[store\/Small\] spec\.host: is null, and must not be: leave it out$/,
    ],
    ['null where something is required', { size: null }, /^\[store\/Small\] spec\.size: is null, .*leave it out$/],
    [
      'a number that JavaScript writes otherwise',
      { size: 1, limit: 2 ** 63 },
      /^\[store\/Small\] spec\.limit: must fit into int64, and JavaScript writes it as 9223372036854776000$/,
    ],
  ];
  for (const [what, spec, sentence] of refusals) {
    it(`a construct of an imported kind is refused at synthesis with its path for ${what}`, () => {
      assert.match(refusal({ metadata: { name: 'small' }, spec }), sentence);
    });
  }

  it('a construct of an imported kind may have a key named constructor, and null if its schema allows it', () => {
    const chart = new Chart(new App(), 'store');
    const spec = { size: 1, burst: null, hints: { a: null, constructor: 'b' } };
    new Box(chart, 'Small', { metadata: { name: 'small' }, spec });
    assert.deepEqual(chart.toJson()[0].spec, spec);
  });

  it('a construct of an imported kind is refused for an invalid name', () => {
    assert.match(refusal({ metadata: { name: 'taken' }, spec: { size: 1 } }), /the name is taken/);
    assert.match(refusal({ metadata: { name: 'much-too-long' }, spec: { size: 1 } }), /metadata\.name: /);
  });

  it('a construct of an imported kind is refused for metadata as any object is', () => {
    const props = { metadata: { name: 'Small', ...{ nmae: 'x' } }, spec: { size: 1 } };
    assert.deepEqual(refusal(props).split('\n'), [
      '[store/Small] metadata.nmae: no metadata has such a field, did you mean name?',
      "[store/Small] metadata.name: must be lower-case letters, digits, '-' and '.', at most 253, with a letter or digit at both ends, and is \"Small\"",
    ]);
  });

  it('a finding about the name of an imported kind’s construct quotes the name that cdk8s made', () => {
    assert.match(
      refusal({ spec: { size: 1 } }),
      /^\[store\/Small\] metadata\.name: .*8.*; it was made from the construct's path: give one$/,
    );
    assert.match(
      refusal({ metadata: { name: 'taken' }, spec: { size: 1 } }),
      /the name is taken; metadata\.name is "taken"$/,
    );
  });

  it('a construct of an imported kind is refused for a status, which only JavaScript can pass', () => {
    assert.match(
      refusal({ metadata: { name: 'small' }, spec: { size: 1 }, ...{ status: { ready: true } } }),
      /^\[store\/Small\] status: is written by controllers only: leave it out$/,
    );
  });

  it('a construct of an imported kind is refused without props, which only JavaScript allows', () => {
    const box = Reflect.construct(Box, [new Chart(new App(), 'store'), 'Small']) as Box;
    const findings = box.node.validate();
    assert.ok(findings.includes('spec: is required'), findings.join('\n'));
  });

  it('a construct is of its imported kind, even if its props have another one', () => {
    const chart = new Chart(new App(), 'store');
    for (const other of ['Other', null]) {
      const props = { apiVersion: other, kind: other, metadata: { name: 'small' }, spec: { size: 1 } };
      const box = Reflect.construct(Box, [chart, String(other), props]) as Box;
      const { apiVersion, kind }: KubernetesObject = box.toJson();
      assert.deepEqual([apiVersion, kind], ['example.com/v1', 'Box']);
      const findings = ['apiVersion: is example.com/v1: leave it out', 'kind: is Box: leave it out'];
      assert.deepEqual(box.node.validate(), findings);
    }
  });
});

describe('the class of an imported kind', () => {
  it('the instances of an imported class are the objects of that kind and version, and no others', () => {
    const chart = new Chart(new App(), 'store');
    const objects = [
      new Box(chart, 'Small', { spec: { size: 1 } }),
      new ApiObject(chart, 'Plain', { apiVersion: 'example.com/v1', kind: 'Box' }),
      new ApiObject(chart, 'Later', { apiVersion: 'example.com/v2', kind: 'Box' }),
      new ApiObject(chart, 'Other', { apiVersion: 'apps/v1', kind: 'Deployment' }),
    ];
    assert.deepEqual(
      objects.map((object) => object instanceof Box),
      [true, true, false, false],
    );
  });

  it('an imported class names its kind wherever a definition names kinds', () => {
    const { group, version, kind, plural, scope } = resolveKind(Box);
    assert.deepEqual(
      { group, version, kind, plural, scope },
      {
        group: 'example.com',
        version: 'v1',
        kind: 'Box',
        plural: 'boxes',
        scope: 'Namespaced',
      },
    );
    assert.deepEqual(Box.GVK, { apiVersion: 'example.com/v1', kind: 'Box' });
  });

  it('an imported class validates an object as an API server would, without an API server', () => {
    const { findings, unevaluated } = Box.validate({ spec: { size: 9 } });
    assert.deepEqual(
      findings.map(({ path }) => path),
      ['spec.size'],
    );
    assert.deepEqual(
      unevaluated.map(({ reason }) => reason),
      ['metadata is not given'],
    );
    assert.deepEqual(Box.validate({ metadata: { name: 'a' }, spec: { size: 1 } }), { findings: [], unevaluated: [] });
  });

  it('an imported class reports values that aren’t JSON, instead of their JSON form', () => {
    const paths = (input: object) => Box.validate(input as BoxProps).findings.map(({ path }) => path);
    const endless: { again?: object } = {};
    endless.again = endless;
    assert.deepEqual(paths({ spec: { size: 5n, host: new Date(0) } }), ['spec.size', 'spec.host']);
    assert.deepEqual(paths({ spec: { size: Number.NaN, parts: [undefined] } }), ['spec.size', 'spec.parts[0]']);
    assert.deepEqual(paths({ spec: endless }), ['spec.again']);
    assert.deepEqual(paths({ spec: null }), ['spec']);
  });

  it('an imported class validates a change as an API server would', () => {
    const before = { metadata: { name: 'a' }, spec: { size: 1, class: 'one' } };
    const after = { metadata: { name: 'a' }, spec: { size: 1, class: 'two' } };
    assert.deepEqual(Box.validate(after).findings, []);
    assert.deepEqual(
      Box.validate(after, before).findings.map(({ path, message }) => `${path}: ${message}`),
      ['spec.class: class is immutable'],
    );
  });
});
