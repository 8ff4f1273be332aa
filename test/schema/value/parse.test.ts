import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { InvalidValueError, parse, parseStored } from '../../../lib/schema/index.ts';

const spec = z.object({
  size: z.int32().min(1).max(5),
  engine: z.enum(['a', 'b']),
  storage: z.object({ size: z.string().default('1Gi') }).prefault({}),
  ports: z.array(z.object({ name: z.string() })).default([]),
  labels: z.record(z.string(), z.object({ value: z.string() })).optional(),
});

const findings = (value: unknown, type: z.ZodType = spec) => {
  const parsed = parse(type, value, 'spec');
  return 'findings' in parsed ? parsed.findings.map(({ path, message }) => `${path}: ${message}`) : [];
};

describe('parse', () => {
  it('gives the value as the run time sees it', () => {
    assert.deepEqual(parse(spec, { size: 1, engine: 'a' }, 'spec'), {
      value: { size: 1, engine: 'a', storage: { size: '1Gi' }, ports: [] },
    });
  });

  it('finds everything that is wrong, and where', () => {
    assert.deepEqual(
      findings({ size: 9, ports: [{ name: 'a' }, { name: 1 }], storage: null, labels: { 'a/b': { value: 2 } } }),
      [
        'spec.size: must be at most 5, and is 9',
        'spec.engine: is required',
        'spec.storage: must be an object, and is null',
        'spec.ports[1].name: must be text, and is 1',
        'spec.labels["a/b"].value: must be text, and is 2',
      ],
    );
  });

  it('finds misspelt fields, also where what they should be is missing', () => {
    assert.deepEqual(findings({ sise: 3, engine: 'a' }), [
      'spec.sise: unknown field, did you mean size?',
      'spec.size: is required',
    ]);
  });

  it('finds unknown fields wherever fields are', () => {
    const value = {
      size: 1,
      engine: 'a',
      storage: { Size: '1Gi' },
      ports: [{ name: 'a', port: 1 }],
      labels: { a: { value: 'b', colour: 'c' } },
    };
    assert.deepEqual(findings(value), [
      'spec.storage.Size: unknown field, did you mean size?',
      'spec.ports[0].port: unknown field, known are name',
      'spec.labels.a.colour: unknown field, known are value',
    ]);
  });

  it('says it once where zod is strict itself', () => {
    const strict = z.strictObject({ size: z.int32(), options: z.strictObject({}).optional() });
    assert.deepEqual(findings({ size: 1, sizes: 2, options: { a: 1 } }, strict), [
      'spec.sizes: unknown field, did you mean size?',
      'spec.options.a: unknown field, there are none',
    ]);
  });

  it('knows that objects that are loose have no unknown fields', () => {
    assert.deepEqual(findings({ a: { b: 1 } }, z.looseObject({})), []);
  });

  it('finds unknown keys of maps that have a choice of them', () => {
    const map = z.partialRecord(z.enum(['read', 'write']), z.int());
    assert.deepEqual(findings({ read: 1, wrte: 2 }, map), ['spec.wrte: unknown field, did you mean write?']);
  });

  it('ignores fields that are undefined, which JSON does not have', () => {
    assert.deepEqual(findings({ size: 1, engine: 'a', sise: undefined }), []);
  });

  describe('of a union', () => {
    const source = z.discriminatedUnion('type', [
      z.object({ type: z.literal('git'), url: z.string() }),
      z.object({ type: z.literal('s3'), bucket: z.string() }),
    ]);

    it('knows the fields of the branch that is meant', () => {
      assert.deepEqual(findings({ type: 'git', url: 'a', bucket: 'b' }, source), [
        'spec.bucket: unknown field, known are type, url',
      ]);
    });

    it('names the branches that there are', () => {
      assert.deepEqual(findings({ type: 'svn' }, source), ['spec.type: must be one of "git", "s3", and is "svn"']);
      assert.deepEqual(findings('git', source).length, 1);
    });

    it('knows the fields beside null', () => {
      const nullable = z.union([z.object({ size: z.int() }), z.null()]);
      assert.deepEqual(findings({ sise: 1 }, nullable)[0], 'spec.sise: unknown field, did you mean size?');
      assert.deepEqual(findings(null, nullable), []);
    });

    it('takes the option that fits', () => {
      const either = z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]);
      assert.deepEqual(findings({ b: 1 }, either), []);
      assert.deepEqual(findings({ b: 1, c: 2 }, either), ['spec.c: unknown field, known are b']);
    });

    it('names the types of all options where none fits', () => {
      assert.deepEqual(findings(true, z.union([z.int(), z.string().min(1)])), [
        'spec: must be an integer or text, and is a boolean',
      ]);
    });
  });
});

describe('parseStored', () => {
  it('drops fields that the type does not have', () => {
    assert.deepEqual(parseStored(spec, { size: 1, engine: 'a', later: true }), {
      value: { size: 1, engine: 'a', storage: { size: '1Gi' }, ports: [] },
    });
  });

  it('finds what is wrong all the same', () => {
    assert.deepEqual(parseStored(spec, { size: 0, engine: 'a' }, 'spec'), {
      findings: [{ path: 'spec.size', message: 'must be at least 1, and is 0' }],
    });
  });
});

describe('InvalidValueError', () => {
  it('names the subject and every finding', () => {
    const error = new InvalidValueError('Memcached', [
      { path: 'spec.size', message: 'is required' },
      { path: '', message: 'must be an object' },
    ]);
    assert.equal(error.message, 'Memcached is not valid: spec.size: is required; must be an object');
    assert.equal(error.code, 'invalid-value');
    assert.ok(InvalidValueError.is(error));
    assert.ok(!InvalidValueError.is(new Error('other')));
  });
});
