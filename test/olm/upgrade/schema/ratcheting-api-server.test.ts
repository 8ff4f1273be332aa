// The effects of a stricter schema, checked against a real API server that stores such an object.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { definitionKind, type Kind } from '../../../../lib/api/index.ts';
import { isInvalid } from '../../../../lib/client/index.ts';
import { Place } from '../../../../lib/olm/content/index.ts';
import { schemaComparison } from '../../../../lib/olm/upgrade/schema/schema-comparison.ts';
import { SchemaPair } from '../../../../lib/olm/upgrade/schema/schema-pair.ts';
import type { JsonObject, JsonValue } from '../../../../lib/schema/index.ts';
import { until } from '../../../until.ts';
import { untilEstablished } from '../../../until-established.ts';
import { ownApiServer } from '../own-api-server.ts';

interface Change {
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** The stored value of the field, which is no longer valid. */
  readonly stored: JsonValue;
}

const text = { type: 'string' };
const list = { type: 'array', items: text };

const changes: Readonly<Record<string, Change>> = {
  'a bound': { before: { type: 'integer' }, after: { type: 'integer', maximum: 3 }, stored: 5 },
  'a choice': { before: { ...text, enum: ['a', 'b'] }, after: { ...text, enum: ['a'] }, stored: 'b' },
  'a pattern': { before: text, after: { ...text, pattern: '^a' }, stored: 'b' },
  'a format': { before: text, after: { ...text, format: 'date' }, stored: 'b' },
  'another type': { before: text, after: { type: 'integer' }, stored: 'b' },
  'a rule': { before: text, after: { ...text, 'x-kubernetes-validations': [{ rule: 'self != "b"' }] }, stored: 'b' },
  'a demand of one of several': { before: text, after: { ...text, oneOf: [{ enum: ['a'] }] }, stored: 'b' },
  'a whole object': {
    before: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    after: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-embedded-resource': true },
    stored: { a: 1 },
  },
  'nothing twice': { before: list, after: { ...list, 'x-kubernetes-list-type': 'set' }, stored: ['a', 'a'] },
};

describe('the statement on affected objects', () => {
  const server = ownApiServer();
  let count = 0;

  const schemaOf = (field: JsonObject, required: readonly string[] = []) => ({
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: { field, other: { type: 'integer' } },
        ...(required.length > 0 && { required }),
      },
    },
  });

  function definition(schema: JsonObject, index: number) {
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `thing${index}s.example.com` },
      spec: {
        group: 'example.com',
        names: { kind: `Thing${index}`, plural: `thing${index}s` },
        scope: 'Cluster',
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    };
  }

  /** Returns true if the API server accepts other changes of an object that was stored under the old schema. */
  async function isUsable(schemas: { before: JsonObject; after: JsonObject }, spec: JsonObject): Promise<boolean> {
    const { client, controlPlane } = server;
    count += 1;
    const kind: Kind = {
      group: 'example.com',
      version: 'v1',
      kind: `Thing${count}`,
      plural: `thing${count}s`,
      scope: 'Cluster',
    };
    const object = { apiVersion: 'example.com/v1', kind: kind.kind, metadata: { name: 'old' }, spec };
    await client.create(definitionKind, definition(schemas.before, count));
    await untilEstablished(controlPlane);
    await client.create(kind, object);
    const body = [{ op: 'replace' as const, path: '/spec', value: definition(schemas.after, count).spec }];
    await client.patch(definitionKind, { name: `thing${count}s.example.com` }, { type: 'json', body });
    const isTaken = (write: Promise<unknown>) =>
      write.then(
        () => true,
        (error: unknown) => (isInvalid(error) ? false : Promise.reject(error)),
      );
    await until('the new schema is in force', async () => {
      return !(await isTaken(client.create(kind, { ...object, metadata: { name: 'new' } }, { dryRun: true })));
    });
    return isTaken(client.patch(kind, { name: 'old' }, { type: 'merge', body: { spec: { other: 2 } } }));
  }

  function isCalledUsable({ before, after }: { before: JsonObject; after: JsonObject }): boolean {
    const schemas = { before: new Place('', before), after: new Place('', after) };
    const found = [...schemaComparison(SchemaPair.of(schemas, 'v1'))];
    assert.equal(found.length, 1);
    return found[0]?.hits.includes('stored objects stay usable') === true;
  }

  for (const [title, { before: old, after: present, stored }] of Object.entries(changes)) {
    it(`an API server confirms the statement of a finding on stored objects: ${title}`, async () => {
      const schemas = { before: schemaOf(old), after: schemaOf(present) };
      assert.equal(isCalledUsable(schemas), await isUsable(schemas, { field: stored, other: 1 }));
    });
  }

  it('an API server confirms the statement of a finding on stored objects: a required field', async () => {
    const schemas = { before: schemaOf(text), after: schemaOf(text, ['field']) };
    assert.equal(isCalledUsable(schemas), await isUsable(schemas, { other: 1 }));
  });
});
