import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { z } from 'zod';
import { parse, structuralSchema } from '../../lib/schema/index.ts';
import type { ControlPlane } from '../../lib/testing/index.ts';
import { sharedControlPlane } from '../shared-control-plane.ts';
import { untilEstablished } from '../until-established.ts';
import { features } from './feature.ts';
import { formats, samples } from './string-format-sample.ts';

const group = 'schema.example.com';
const formatType = z.object(Object.fromEntries(Object.entries(formats).map(([name, type]) => [name, z.array(type)])));
const types: readonly z.ZodObject[] = [...features.map(({ type }) => type), formatType];

/** The response of the API server: the stored object, or the error. */
type WriteResult = { readonly object: { readonly spec: unknown } } | { readonly refusal: string };

describe('the API server', { timeout: 600_000 }, () => {
  let controlPlane: ControlPlane;
  let count = 0;

  before(async () => {
    controlPlane = await sharedControlPlane();
    const definitions = { apiVersion: 'v1', kind: 'List', items: types.map(customResourceDefinition) };
    const created = await controlPlane.kubectl(['create', '-f', '-'], { input: JSON.stringify(definitions) });
    assert.equal(created.stderr, '');
    await untilEstablished(controlPlane);
  });

  /** Sends a new object, or another version of a stored one. */
  async function send(index: number, spec: unknown, stored?: object): Promise<WriteResult> {
    const object = stored ?? { apiVersion: `${group}/v1`, kind: kind(index), metadata: { name: `a${count++}` } };
    const path = `/apis/${group}/v1/namespaces/default/${plural(index)}`;
    const [verb, url] =
      stored === undefined ? ['create', path] : ['replace', `${path}/${z.parse(named, stored).metadata.name}`];
    const input = JSON.stringify({ ...object, spec });
    const { stdout, stderr, exitCode } = await controlPlane.kubectl(
      [verb, '--raw', `${url}?fieldValidation=Strict`, '-f', '-'],
      { input },
    );
    return exitCode === 0 ? { object: JSON.parse(stdout) } : { refusal: stderr };
  }

  for (const [index, { name, type, accepted = [], refused = [], changes = [] }] of features.entries()) {
    describe(`enforces ${name}`, () => {
      for (const { spec, stored = spec } of accepted) {
        it(`the API server stores ${JSON.stringify(spec)}`, async () => {
          const response = await send(index, spec);
          assert.ok('object' in response, 'refusal' in response ? response.refusal : '');
          assert.deepEqual(response.object.spec, stored);
          assert.deepEqual(parse(type, spec), { value: type.parse(stored) });
        });
      }

      for (const { spec, response: expected } of refused) {
        it(`the API server refuses ${JSON.stringify(spec)}`, async () => {
          const response = await send(index, spec);
          assert.match('refusal' in response ? response.refusal : 'stored', expected);
        });
      }

      for (const { from, to, response: expected } of changes) {
        it(`the API server ${expected ? 'refuses to change' : 'changes'} ${JSON.stringify(from)} to ${JSON.stringify(to)}`, async () => {
          const before = await send(index, from);
          assert.ok('object' in before, 'refusal' in before ? before.refusal : '');
          const response = await send(index, to, before.object);
          if (expected === undefined) assert.ok('object' in response, 'refusal' in response ? response.refusal : '');
          else assert.match('refusal' in response ? response.refusal : 'stored', expected);
        });
      }
    });
  }

  it('the API server validates strings as zod does, in every format', async () => {
    const spec = Object.fromEntries(Object.keys(formats).map((name) => [name, samples]));
    const response = await send(features.length, spec);
    assert.ok('refusal' in response);
    const refused = new Set(response.refusal.match(/spec\.\w+\[\d+\]/g));
    const differences = Object.entries(formats).flatMap(([name, type]) =>
      samples
        .filter((sample, index) => type.safeParse(sample).success === refused.has(`spec.${name}[${index}]`))
        .map((sample) => `${name}: ${JSON.stringify(sample)}`),
    );
    assert.deepEqual(differences, []);
  });
});

const named = z.looseObject({ metadata: z.looseObject({ name: z.string() }) });

function kind(index: number): string {
  return `Feature${index}`;
}

function plural(index: number): string {
  return `feature${index}s`;
}

function customResourceDefinition(type: z.ZodObject, index: number) {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural(index)}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind: kind(index), listKind: `${kind(index)}List`, plural: plural(index), singular: `feature${index}` },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: structuralSchema(type, 'spec') } } },
        },
      ],
    },
  };
}
