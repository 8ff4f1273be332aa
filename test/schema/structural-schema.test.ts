import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { SchemaError, schemaRefusals, structuralSchema } from '../../lib/schema/index.ts';

describe('structuralSchema', () => {
  it('a structural schema equals the author’s declarations', () => {
    const spec = z.object({
      size: z.int32().min(1).max(5).default(3).describe('Number of memcached pods.'),
      labels: z.record(z.string(), z.string()).optional(),
      ports: z.array(z.object({ name: z.string().max(63), port: z.uint32() })),
    });
    assert.deepEqual(structuralSchema(spec), {
      type: 'object',
      properties: {
        size: {
          type: 'integer',
          format: 'int32',
          minimum: 1,
          maximum: 5,
          default: 3,
          description: 'Number of memcached pods.',
        },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        ports: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string', maxLength: 63 },
              port: { type: 'integer', format: 'int64', minimum: 0, maximum: 4294967295 },
            },
            required: ['name', 'port'],
          },
        },
      },
      required: ['ports'],
    });
  });

  it('structuralSchema throws one error with all parts that Kubernetes can’t express, in the type’s order', () => {
    const spec = z.object({
      since: z.date(),
      storage: z.object({ size: z.bigint() }),
      ports: z.array(z.object({ pair: z.tuple([z.int(), z.int()]) })),
      labels: z.record(z.string(), z.map(z.string(), z.string())),
    });
    assert.throws(
      () => structuralSchema(spec, 'spec'),
      (error) => {
        assert.ok(SchemaError.is(error));
        assert.equal(error.code, 'schema-refused');
        assert.deepEqual(
          error.refusals.map(({ path }) => path),
          ['spec.since', 'spec.storage.size', 'spec.ports[].pair', 'spec.labels{}'],
        );
        assert.equal(
          error.message,
          [
            'the type has no Kubernetes schema:',
            '  spec.since: JSON has no Date; write z.iso.datetime()',
            '  spec.storage.size: JSON has no bigint; write z.int()',
            '  spec.ports[].pair: all items of a list must have one type, and a tuple has one for each item; write z.object({ … }) with a name for each position',
            '  spec.labels{}: JSON has no Map; write z.record(z.string(), …)',
          ].join('\n'),
        );
        return true;
      },
    );
  });

  it('structuralSchema returns the same schema each time, and doesn’t change the type', () => {
    const spec = z.object({ size: z.int32().default(3), tags: z.array(z.string()).prefault(['a']) });
    const first = structuralSchema(spec);
    assert.equal(JSON.stringify(structuralSchema(spec)), JSON.stringify(first));
    assert.deepEqual(spec.parse({}), { size: 3, tags: ['a'] });
  });
});

describe('schemaRefusals', () => {
  it('a type with a Kubernetes schema has no schema refusals', () => {
    assert.deepEqual(schemaRefusals(z.object({ size: z.int32() })), []);
  });

  it('a schema refusal names the path, the problem and the remedy', () => {
    assert.deepEqual(schemaRefusals(z.object({ 'a.b': z.set(z.string()) }), 'spec'), [
      { path: 'spec["a.b"]', message: 'JSON has no Set', remedy: 'write listSet(…)' },
    ]);
  });

  it('the path of a schema refusal begins with the field if the value has no name', () => {
    assert.deepEqual(
      schemaRefusals(z.object({ at: z.date() })).map(({ path }) => path),
      ['at'],
    );
  });

  it('schema refusals report one problem of a path once', () => {
    const broken = z
      .string()
      .refine((text) => text !== 'a')
      .refine((text) => text !== 'b');
    assert.equal(schemaRefusals(z.object({ broken })).length, 1);
  });
});
