import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { selectableFieldFindings } from '../../../lib/constructs/definition/selectable-field-finding.ts';
import { CustomResource, type ResourceDefinitionProps } from '../../../lib/index.ts';

type Words = Pick<ResourceDefinitionProps<z.ZodObject, z.ZodObject>, 'scale' | 'selectableFields'>;

function findings(words: Words): string[] {
  const { definition } = CustomResource({
    group: 'example.com',
    version: 'v1',
    kind: 'Cache',
    spec: z.object({
      engine: z.string(),
      replicas: z.int32(),
      share: z.number(),
      on: z.boolean(),
      sizes: z.array(z.int32()),
    }),
    status: z.object({ replicas: z.int32(), selector: z.string() }),
    ...words,
  });
  return [...selectableFieldFindings(definition, definition.schema.object)];
}

const scale = {
  replicas: '.spec.replicas',
  observedReplicas: '.status.replicas',
  selector: '.status.selector',
} as const;

describe('the selectable and scale fields of a version', () => {
  it('selectable and scale fields of a valid type are accepted', () => {
    assert.deepEqual(findings({}), []);
    assert.deepEqual(findings({ scale, selectableFields: ['.spec.engine', '.spec.replicas', '.spec.on'] }), []);
  });

  const wrong: readonly (readonly [Words, RegExp])[] = [
    [
      { scale: { ...scale, observedReplicas: '.status.ready' } },
      /^scale\.observedReplicas: path \.status\.ready doesn't exist, because there is no field 'ready': the fields there are replicas, selector/,
    ],
    [
      { scale: { ...scale, replicas: '.spec.engine' } },
      /^scale\.replicas \.spec\.engine is of type string: name a field of type integer$/,
    ],
    [{ scale: { ...scale, replicas: '.spec.share' } }, /^scale\.replicas .+ of type number/],
    [
      { scale: { ...scale, selector: '.status.replicas' } },
      /^scale\.selector .+ of type integer: name a field of type string$/,
    ],
    [
      { scale: { ...scale, replicas: '.spec.sizes[0]' } },
      /^scale\.replicas '\.spec\.sizes\[0\]' is not a path of plain fields: write one such as \.spec\.replicas$/,
    ],
    [
      { selectableFields: ['.spec.share'] },
      /^selectableFields\[0\] \.spec\.share is of type number: name a field of type string or integer or boolean$/,
    ],
    [{ selectableFields: ['.spec.sizes'] }, /is of type array/],
    [{ selectableFields: ['.spec.missing'] }, /^selectableFields\[0\]: path \.spec\.missing doesn't exist/],
    [
      { selectableFields: ['.spec.engine', '.spec.engine'] },
      /^selectableFields\[1\] \.spec\.engine occurs twice: leave one out$/,
    ],
  ];

  for (const [words, finding] of wrong) {
    it(`a selectable or scale field is refused: ${JSON.stringify(words)}`, () => {
      const found = findings(words);
      assert.equal(found.length, 1);
      assert.match(found[0] ?? '', finding);
    });
  }
});
