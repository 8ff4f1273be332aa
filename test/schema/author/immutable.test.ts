import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { immutable, schemaRefusals, structuralSchema } from '../../../lib/schema/index.ts';

const isUnchanged = (field: string) => ({ rule: 'self == oldSelf', message: `${field} is immutable` });
const staysOrStaysAway = (field: string) => ({
  rule: `has(self.${field}) == has(oldSelf.${field})`,
  message: `${field} is immutable`,
  fieldPath: `.${field}`,
});

describe('immutable', () => {
  it('forbids to change a field, and names it', () => {
    const { properties, ...object } = structuralSchema(z.object({ engine: immutable(z.string()) }));
    assert.deepEqual(properties?.engine?.['x-kubernetes-validations'], [isUnchanged('engine')]);
    assert.equal(object['x-kubernetes-validations'], undefined);
  });

  for (const [name, type] of [
    ['optional', immutable(z.string()).optional()],
    ['optional before', immutable(z.string().optional())],
    ['null', immutable(z.string()).nullable()],
  ] as const) {
    it(`forbids to add or remove a field that may be ${name}`, () => {
      const object = structuralSchema(z.object({ engine: type }));
      assert.deepEqual(object['x-kubernetes-validations'], [staysOrStaysAway('engine')]);
      assert.deepEqual(object.properties?.engine?.['x-kubernetes-validations'], [isUnchanged('engine')]);
    });
  }

  it('needs one rule for a field with a default, which is never missing', () => {
    const object = structuralSchema(z.object({ engine: immutable(z.string()).default('a') }));
    assert.equal(object['x-kubernetes-validations'], undefined);
  });

  it('selects fields as CEL can', () => {
    const [rule] =
      structuralSchema(z.object({ 'max-size': immutable(z.int()).optional() }))['x-kubernetes-validations'] ?? [];
    assert.equal(rule?.rule, 'has(self.max__dash__size) == has(oldSelf.max__dash__size)');
    assert.equal(rule.fieldPath, "['max-size']");
    const [refusal] = schemaRefusals(z.object({ größe: immutable(z.int()).optional() }), 'spec');
    assert.match(refusal?.message ?? '', /no name in CEL/);
  });

  it('names entries, or the value itself if it has no field name', () => {
    const entry = structuralSchema(z.record(z.string(), immutable(z.string())), 'spec').additionalProperties;
    assert.deepEqual(entry?.['x-kubernetes-validations'], [isUnchanged('an entry of spec')]);
    assert.deepEqual(structuralSchema(immutable(z.string()))['x-kubernetes-validations'], [isUnchanged('the value')]);
  });

  it('stays with the type', () => {
    const engine = immutable(z.string()).min(1).describe('The engine.').readonly();
    assert.equal(structuralSchema(z.object({ engine })).properties?.engine?.['x-kubernetes-validations']?.length, 1);
  });
});
