import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { CustomResource } from '../../../lib/index.ts';
import { rule } from '../../../lib/schema/index.ts';

const names = { group: 'example.com', version: 'v1', kind: 'Cache' };

describe('the schema of a custom resource', () => {
  it('the schema of a custom resource requires a spec that has required fields', () => {
    const spec = z.object({ engine: z.string(), size: z.int32().default(1) });
    const schema = CustomResource({ ...names, spec }).definition.schema.object;
    assert.deepEqual(schema.required, ['spec']);
    assert.equal(schema.properties?.spec?.default, undefined);
  });

  it('the schema of a custom resource fills in the defaults of an absent spec', () => {
    const schema = CustomResource({ ...names, spec: z.object({ size: z.int32().default(1) }) }).definition.schema
      .object;
    assert.equal(schema.required, undefined);
    assert.deepEqual(schema.properties?.spec?.default, { size: 1 });
  });

  it('the schema of a status has the fields of the library and of the author, without required ones', () => {
    const status = z.object({ nodes: z.array(z.string()) });
    const schema = CustomResource({ ...names, spec: z.object({}), status }).definition.schema.object;
    assert.deepEqual(Object.keys(schema.properties?.status?.properties ?? {}), [
      'nodes',
      'observedGeneration',
      'conditions',
    ]);
    assert.equal(schema.properties?.status?.required, undefined);
  });

  it('the schema of a custom resource has the descriptions of spec and status', () => {
    const spec = z.object({ size: z.int32().default(1) }).describe('What to cache.');
    const status = z.object({ nodes: z.array(z.string()) }).describe('What is cached.');
    const described = CustomResource({ ...names, spec, status }).definition.schema.object;
    assert.equal(described.properties?.spec?.description, 'What to cache.');
    assert.equal(described.properties?.status?.description, 'What is cached.');
    const plain = CustomResource({ ...names, spec: z.object({}) }).definition.schema.object;
    assert.equal(plain.properties?.status?.description, 'What the operator observed last.');
  });

  it('a schema has each rule over the whole object once, which tolerates earlier violations', () => {
    const rules = [
      { rule: 'self.spec.size > 1', message: 'no' },
      { rule: 'self.spec.size > 1', message: 'again' },
      { rule: 'self.spec.size >= oldSelf.spec.size', message: 'grows' },
    ];
    const spec = z.object({ size: z.int32() });
    const schema = CustomResource({ ...names, spec, rules }).definition.schema.object;
    assert.deepEqual(schema['x-kubernetes-validations'], [
      {
        rule: '(oldSelf.hasValue() && oldSelf.value().spec == self.spec) || (self.spec.size > 1)',
        message: 'no',
        optionalOldSelf: true,
      },
      rules[2],
    ]);
  });

  it('a schema is refused for invalid rules with their source text, and for unknown fields that they name', () => {
    const spec = z.object({ size: z.int32() });
    const rules = [{ rule: 'self.spec.sise > 1' }, { rule: 'self.spec.size > 1', fieldPath: '.spec.sise' }];
    assert.deepEqual(
      CustomResource({ ...names, spec, rules }).definition.schema.refusals.map(({ path, message }) => [path, message]),
      [
        ['rules', "the rule 'self.spec.sise > 1' is not valid CEL: undefined field 'sise'"],
        ['rules', "the fieldPath of the rule 'self.spec.size > 1' names a field that doesn't exist: .spec.sise"],
      ],
    );
  });

  it('a schema is refused for defaults that break a rule, with one finding each', () => {
    const window = z.object({ from: z.int32().default(3), to: z.int32().default(2) });
    const spec = z.object({ window: rule(window, 'self.from < self.to', 'from is not before to').prefault({}) });
    assert.deepEqual(CustomResource({ ...names, spec }).definition.schema.refusals, [
      {
        path: 'spec.window',
        message: 'the default breaks a rule: from is not before to',
        remedy: 'write a default that obeys it',
      },
    ]);
  });

  it('a schema is refused for defaults that break a rule about changes when they are written again', () => {
    const spec = z.object({ size: rule(z.int32(), 'self > oldSelf', 'size grows').default(1) });
    assert.deepEqual(
      CustomResource({ ...names, spec }).definition.schema.refusals.map(({ path, message }) => [path, message]),
      [['spec.size', 'the default breaks a rule: size grows']],
    );
  });

  it('a schema is refused for parts of spec, status and rules that Kubernetes can’t express', () => {
    const { definition } = CustomResource({
      ...names,
      spec: z.object({ when: z.date() }),
      status: z.object({ since: z.date() }),
      rules: [{ rule: '', message: 'never' }],
    });
    assert.deepEqual(
      definition.schema.refusals.map(({ path }) => path),
      ['spec.when', 'rules', 'status.since'],
    );
  });
});
