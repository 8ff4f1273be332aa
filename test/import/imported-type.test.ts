// Types of random schemas: they compile, and accept the values that API servers accept.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../lib/api/index.ts';
import { structuralSchema } from '../../lib/schema/index.ts';
import { valueFindings } from '../../lib/schema/structural/index.ts';
import { typeArbitrary } from '../schema/type-arbitrary.ts';
import { definition } from './definition.ts';
import { Project } from './project.ts';

/** The number of kinds that the compiler checks in a few seconds. */
const kindCount = 200;

/** Some of them are valid. */
const valueCount = 8;

interface Sample {
  readonly kind: string;
  readonly schema: JsonObject;
  readonly values: readonly JsonValue[];
}

describe('types of imported kinds', () => {
  it('types of imported kinds accept every valid value, for any schema', async () => {
    const seed = Date.now();
    const samples = samplesOf(seed);
    await using project = await Project.create();
    await project.import(samples.map(({ kind, schema }) => definition({ kind, schema })));
    await project.write('use.ts', samples.map(useOf).join('\n'));
    assert.equal(await project.compilerErrors(), '', `with the seed ${seed}`);
    assert.ok(samples.flatMap(({ values }) => values).length > kindCount, 'most schemas have values to try');
  });

  it('types of imported kinds reject values that no API server accepts', async () => {
    const schema = {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string' },
            size: { type: 'integer' },
            mode: { type: 'string', enum: ['fast', 'safe'] },
            port: { 'x-kubernetes-int-or-string': true },
            tags: { type: 'array', items: { type: 'string' } },
            labels: { type: 'object', additionalProperties: { type: 'string' } },
            empty: { type: 'object' },
          },
        },
      },
    };
    const wrong = [
      ...['{}', '{ name: 1 }', "{ name: 'a', sise: 1 }", "{ name: 'a', size: '1' }", "{ name: 'a', mode: 'slow' }"],
      ...[
        "{ name: 'a', port: true }",
        "{ name: 'a', tags: 'a' }",
        "{ name: 'a', tags: [1] }",
        "{ name: 'a', size: null }",
      ],
      ...["{ name: 'a', labels: { a: 1 } }", "{ name: 'a', empty: { a: 1 } }", "{ name: 'a', size: undefined }"],
    ];
    await using project = await Project.create();
    await project.import([definition({ schema })]);
    const lines = wrong.map((value, index) => `export const wrong${index}: BoxSpec = ${value};`);
    await project.write(
      'use.ts',
      ["import type { BoxSpec } from './imports/example.com/v1/index.ts';", ...lines].join('\n'),
    );
    const compilerErrors = await project.compilerErrors();
    const refused = wrong.filter((_, index) => compilerErrors.includes(`use.ts(${index + 2},`));
    assert.deepEqual(refused, wrong);
  });
});

function samplesOf(seed: number): Sample[] {
  return fc.sample(typeArbitrary, { seed, numRuns: kindCount }).map(({ type, values }, index) => {
    const schema = asJson(structuralSchema(z.object({ spec: z.object({ field: type.optional() }) })));
    const written = fc.sample(values, { seed, numRuns: valueCount }).map((field) => asJson({ field }));
    return {
      kind: `Kind${index}`,
      schema,
      // An API server drops null where it isn't allowed, which types can't express.
      values: written.filter((spec) => !JSON.stringify(spec).includes('null') && isValid(schema, spec)),
    };
  });
}

function isValid(schema: JsonObject, spec: JsonValue): boolean {
  return (
    valueFindings(schema, { apiVersion: 'example.com/v1', kind: 'Kind', metadata: { name: 'a' }, spec }).length === 0
  );
}

function useOf({ kind, values }: Sample): string {
  const uses = values.map((value, index) => `export const ${kind}_${index}: ${kind}Spec = ${JSON.stringify(value)};`);
  return [
    `import type { ${kind}Spec } from './imports/example.com/v1/index.ts';`,
    ...uses,
    `export type { ${kind}Spec };`,
  ].join('\n');
}

function asJson(value: object): JsonObject {
  const json: JsonObject = JSON.parse(JSON.stringify(value));
  return json;
}
