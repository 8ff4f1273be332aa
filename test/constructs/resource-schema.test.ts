import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { resourceRefusals, resourceSchema } from '../../lib/constructs/resource-schema.ts';
import { CustomResource } from '../../lib/index.ts';

const names = { group: 'example.com', version: 'v1', kind: 'Cache' };

describe('the schema of a custom resource', () => {
  it('demands a spec that has required fields', () => {
    const spec = z.object({ engine: z.string(), size: z.int32().default(1) });
    const schema = resourceSchema(CustomResource({ ...names, spec }).definition);
    assert.deepEqual(schema.required, ['spec']);
    assert.equal(schema.properties?.spec?.default, undefined);
  });

  it('fills in the defaults of a spec that is left out', () => {
    const schema = resourceSchema(
      CustomResource({ ...names, spec: z.object({ size: z.int32().default(1) }) }).definition,
    );
    assert.equal(schema.required, undefined);
    assert.deepEqual(schema.properties?.spec?.default, {});
  });

  it('has what every status has beside the author’s part, of which nothing is required', () => {
    const status = z.object({ nodes: z.array(z.string()) });
    const schema = resourceSchema(CustomResource({ ...names, spec: z.object({}), status }).definition);
    assert.deepEqual(Object.keys(schema.properties?.status?.properties ?? {}), [
      'nodes',
      'observedGeneration',
      'conditions',
    ]);
    assert.equal(schema.properties?.status?.required, undefined);
  });

  it('has the rules over the whole object, each once', () => {
    const rules = [
      { rule: "self.metadata.name != 'root'", message: 'no' },
      { rule: "self.metadata.name != 'root'", message: 'again' },
    ];
    const schema = resourceSchema(CustomResource({ ...names, spec: z.object({}), rules }).definition);
    assert.deepEqual(schema['x-kubernetes-validations'], rules.slice(0, 1));
  });

  it('is refused for what Kubernetes can’t express of spec, status and rules', () => {
    const { definition } = CustomResource({
      ...names,
      spec: z.object({ when: z.date() }),
      status: z.object({ since: z.date() }),
      rules: [{ rule: '', message: 'never' }],
    });
    assert.deepEqual(
      resourceRefusals(definition).map(({ path }) => path),
      ['spec.when', 'rules', 'status.since'],
    );
  });
});
