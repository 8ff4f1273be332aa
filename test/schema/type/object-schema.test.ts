import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { schemaRefusals, structuralSchema } from '../../../lib/schema/index.ts';

describe('objects', () => {
  it('an object requires the fields that an author has to write', () => {
    const { required } = structuralSchema(
      z.object({
        plain: z.string(),
        nullable: z.string().nullable(),
        readonly: z.string().readonly(),
        present: z.string().optional().nonoptional(),
        optional: z.string().optional(),
        nullish: z.string().nullish(),
        exact: z.string().exactOptional(),
        defaulted: z.string().default('a'),
        prefaulted: z.string().prefault('a'),
        inside: z.string().default('a').nullable(),
        branded: z.string().brand('Name'),
      }),
    );
    assert.deepEqual(required, ['plain', 'nullable', 'readonly', 'present', 'branded']);
  });

  it('an object has no keyword for unknown fields that are dropped', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    assert.deepEqual(structuralSchema(z.object({ a: z.string() })), schema);
    assert.deepEqual(structuralSchema(z.strictObject({ a: z.string() })), schema);
  });

  it('a loose object keeps unknown fields', () => {
    assert.deepEqual(structuralSchema(z.looseObject({ a: z.string() })), {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      'x-kubernetes-preserve-unknown-fields': true,
    });
  });

  it('an object may have no fields', () => {
    assert.deepEqual(structuralSchema(z.object({})), { type: 'object' });
  });

  it('an object with fields and a type for other fields is refused', () => {
    const [refusal] = schemaRefusals(z.object({ env: z.object({ a: z.string() }).catchall(z.string()) }), 'spec');
    assert.equal(refusal?.path, 'spec.env');
    assert.match(refusal.remedy, /z\.record/);
  });

  it('an object that contains itself is refused, also if it does by copies', () => {
    const tree = z.object({
      value: z.string(),
      get children() {
        return z.array(tree);
      },
    });
    const described = z.object({
      get child() {
        return described.describe('Another one.').optional();
      },
    });
    const endless = (): z.ZodType =>
      z.object({
        get child() {
          return endless();
        },
      });
    assert.deepEqual(
      schemaRefusals(z.object({ tree, described }), 'spec').map(({ path, message }) => ({ path, message })),
      [
        { path: 'spec.tree.children[]', message: 'the type contains itself' },
        { path: 'spec.described.child', message: 'the type contains itself' },
      ],
    );
    assert.equal(schemaRefusals(endless())[0]?.message, 'the type contains itself');
  });

  it('an optional field with the name of an inherited property is refused', () => {
    const type = z.object({
      valueOf: z.string().optional(),
      inner: z.object({ constructor: z.int32().default(1), toString: z.string() }),
    });
    assert.deepEqual(
      schemaRefusals(type, 'spec').map(({ path, message }) => `${path}: ${message}`),
      [
        "spec.valueOf: every JavaScript object has a property valueOf, so the field can't be optional",
        "spec.inner.constructor: every JavaScript object has a property constructor, so the field can't be optional",
      ],
    );
  });

  it('an object type may be used in several places', () => {
    const port = z.object({ port: z.int32() });
    assert.deepEqual(schemaRefusals(z.object({ one: port, two: port, list: z.array(port) })), []);
  });
});
