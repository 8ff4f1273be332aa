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
  it('an immutable field has a rule against changes that names the field', () => {
    const { properties, ...object } = structuralSchema(z.object({ engine: immutable(z.string()) }));
    assert.deepEqual(properties?.engine?.['x-kubernetes-validations'], [isUnchanged('engine')]);
    assert.equal(object['x-kubernetes-validations'], undefined);
  });

  for (const [name, type] of [
    ['optional', immutable(z.string()).optional()],
    ['optional before', immutable(z.string().optional())],
    ['null', immutable(z.string()).nullable()],
  ] as const) {
    it(`an immutable field that may be ${name} has a rule against adding and removing it`, () => {
      const object = structuralSchema(z.object({ engine: type }));
      assert.deepEqual(object['x-kubernetes-validations'], [staysOrStaysAway('engine')]);
      assert.deepEqual(object.properties?.engine?.['x-kubernetes-validations'], [isUnchanged('engine')]);
    });
  }

  it('an immutable field with a default, which is never missing, needs only one rule', () => {
    const object = structuralSchema(z.object({ engine: immutable(z.string()).default('a') }));
    assert.equal(object['x-kubernetes-validations'], undefined);
  });

  it('the rule of an immutable field escapes the field’s name as CEL requires', () => {
    const [rule] =
      structuralSchema(z.object({ 'max-size': immutable(z.int()).optional() }))['x-kubernetes-validations'] ?? [];
    assert.equal(rule?.rule, 'has(self.max__dash__size) == has(oldSelf.max__dash__size)');
    assert.equal(rule.fieldPath, "['max-size']");
    const [refusal] = schemaRefusals(z.object({ größe: immutable(z.int()).optional() }), 'spec');
    assert.match(refusal?.message ?? '', /no name in CEL/);
  });

  it('the message about an immutable entry or value names it, as it has no field name', () => {
    const entry = structuralSchema(z.record(z.string(), immutable(z.string())), 'spec').additionalProperties;
    assert.deepEqual(entry?.['x-kubernetes-validations'], [isUnchanged('an entry of spec')]);
    assert.deepEqual(structuralSchema(immutable(z.string()))['x-kubernetes-validations'], [isUnchanged('the value')]);
  });

  it('an immutable type stays immutable with later constraints and metadata', () => {
    const engine = immutable(z.string()).min(1).describe('The engine.').readonly();
    assert.equal(structuralSchema(z.object({ engine })).properties?.engine?.['x-kubernetes-validations']?.length, 1);
  });
});
