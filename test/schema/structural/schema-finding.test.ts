import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { schemaFindings } from '../../../lib/schema/structural/index.ts';
import { type SchemaSample, schemaSamples } from './schema-sample.ts';

describe('a schema from another source', () => {
  const [bad, good] = [true, false].map((isBad) =>
    schemaSamples.filter(({ refusedAt }) => refusedAt.length > 0 === isBad),
  );

  for (const sample of good ?? []) {
    it(`a schema is accepted with ${sample.title}`, () => {
      assert.deepEqual(findings(sample), []);
    });
  }

  for (const sample of bad ?? []) {
    it(`a schema is refused with ${sample.title}`, () => {
      const paths = new Set(findings(sample).map(({ path }) => path));
      assert.deepEqual([...paths].toSorted(), [...sample.refusedAt].toSorted());
    });
  }

  it('a schema has findings for keywords that Kubernetes drops', () => {
    const size = { type: 'integer', minimun: 1, 'x-go-type': 'int' };
    const found = schemaFindings({ type: 'object', properties: { spec: { type: 'object', properties: { size } } } });
    assert.deepEqual(
      found.map(({ effect, path, remedy }) => [effect, path, remedy]),
      [
        ['dropped', 'properties.spec.properties.size.minimun', 'write minimum, or leave it out'],
        ['dropped', 'properties.spec.properties.size.x-go-type', 'leave it out'],
      ],
    );
  });

  it('a text in the place of a schema is refused', () => {
    assert.deepEqual(
      schemaFindings('object').map(({ path, message }) => [path, message]),
      [['', 'must be a schema, and is "object"']],
    );
  });

  it('a null keyword of a schema is treated as absent', () => {
    const size = { type: 'integer', minimum: null, enum: null, properties: null, default: null, nullable: null };
    assert.deepEqual(schemaFindings({ type: 'object', properties: { size } }), []);
  });
});

function findings({ schema, hasStatusSubresource = false }: SchemaSample) {
  return schemaFindings(schema, { hasStatusSubresource });
}
