// Changes without findings, compared with the answers of an API server for values.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Place } from '../../../../lib/olm/content/index.ts';
import { both } from '../../../../lib/olm/upgrade/release-pair.ts';
import { schemaComparison } from '../../../../lib/olm/upgrade/schema/schema-comparison.ts';
import { SchemaPair } from '../../../../lib/olm/upgrade/schema/schema-pair.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../lib/schema/index.ts';
import { schemaFindings, valueFindings } from '../../../../lib/schema/structural/index.ts';
import { edited, schemas, valuesOf } from './schema-arbitrary.ts';

const changes = schemas().chain((before) =>
  edited(before).chain((after) =>
    fc.record({ before: fc.constant(before), after: fc.constant(after), value: valuesOf(before) }),
  ),
);

function findingsOf(before: JsonObject, after: JsonObject) {
  const [old, present] = both({ before, after }, (schema) => new Place('definition.yaml', ofSpec(schema)));
  return [...schemaComparison(SchemaPair.of({ before: old, after: present }, 'v1'))];
}

function ofSpec(spec: JsonObject): JsonObject {
  return { type: 'object', properties: { spec } };
}

/** Returns true if an API server accepts the schema and each of its defaults. */
function isSchema(spec: JsonObject): boolean {
  // API servers look at no default in the entries of maps, so these are shown as those of fields.
  return [spec, withFieldsForEntries(spec)].every((each) => schemaFindings(ofSpec(each)).length === 0);
}

/** The schema with a field in place of the entries of each map in it. */
function withFieldsForEntries(spec: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(spec), (_key, value: unknown) => {
    if (!isJsonObject(value) || !isJsonObject(value.additionalProperties)) return value;
    const { additionalProperties: entry, ...rest } = value;
    return { ...rest, properties: { entry } };
  }) as JsonObject;
}

function isTaken(schema: JsonObject, spec: JsonValue): boolean {
  const object = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'thing' }, spec };
  return valueFindings(ofSpec(schema), object).length === 0;
}

describe('schemaComparison', () => {
  it('schemaComparison reports a finding if a valid value is rejected, or loses a field', () => {
    let decidedCount = 0;
    fc.assert(
      fc.property(changes, ({ before, after, value }) => {
        if (!isTaken(before, value) || isTaken(after, value) || !isSchema(after)) return;
        decidedCount += 1;
        assert.notEqual(findingsOf(before, after).length, 0);
      }),
      { numRuns: 8_000 },
    );
    assert.ok(decidedCount > 300, `only ${decidedCount} changes hit a value`);
  });

  it('schemaComparison finds nothing between a schema and itself', () => {
    fc.assert(fc.property(schemas(), (schema) => assert.deepEqual(findingsOf(schema, schema), [])));
  });
});
