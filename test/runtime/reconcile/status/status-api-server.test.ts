// Statuses on a real API server, with the fields of other actors and earlier releases.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { App } from 'cdk8s';
import { z } from 'zod';
import {
  CustomResource,
  definitionKind,
  type JsonObject,
  type KubernetesObject,
  objectKey,
  type StoredObject,
} from '../../../../lib/api/index.ts';
import type { Client } from '../../../../lib/client/index.ts';
import { systemClock } from '../../../../lib/clock/index.ts';
import { Controller, Operator } from '../../../../lib/constructs/index.ts';
import { StatusWriter } from '../../../../lib/runtime/reconcile/status/status-writer.ts';
import { managedFieldsTransform } from '../../../../lib/runtime/watch/index.ts';
import { listMap, listSet } from '../../../../lib/schema/index.ts';
import type { ControlPlane } from '../../../../lib/testing/index.ts';
import { sharedControlPlane } from '../../../shared-control-plane.ts';
import { untilEstablished } from '../../../until-established.ts';
import { keyOf, operatorName } from '../../shelf.ts';
import { adminClient } from '../applied-object.ts';

const member = z.object({ zone: z.string().default('a'), name: z.string(), note: z.string().optional() });

/** A resource whose status has every kind of list and map. */
class Barn extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Barn',
  spec: z.object({ size: z.int32().optional() }),
  status: z.object({
    phase: z.string().default('Pending'),
    note: z.string(),
    words: z.record(z.string(), z.string()),
    members: listMap(member, ['zone', 'name']),
    tags: listSet(z.string()),
    list: z.array(z.object({ name: z.string(), port: z.int32().default(80) })),
  }),
}) {}

const kind = Barn.definition;
const identity = { apiVersion: 'example.com/v1', kind: 'Barn' };
const standard = [{ type: 'Ready', status: 'True', reason: 'Fine', message: '' }] as const;
const { signal } = new AbortController();
const seen = managedFieldsTransform(operatorName);

/** The same in another version. */
const older = { ...kind, version: 'v1beta1' };

/** The CRD of a kind, with both of its versions. */
function definitionOf(operator: Operator): KubernetesObject {
  const [definition] = operator.toJson().filter((object) => object.kind === definitionKind.kind);
  const spec = Object(definition?.spec);
  const versions = [...spec.versions, { ...spec.versions[0], name: older.version, storage: false }];
  return { ...identity, ...definition, metadata: { name: 'barns.example.com' }, spec: { ...spec, versions } };
}

for (const release of ['current', 'oldest'] as const) {
  describe(`a status on a real API server of the ${release} release`, { timeout: 5 * 60_000 }, () => {
    let controlPlane: ControlPlane;
    let client: Client;
    let name: string;
    let count = 0;

    before(async () => {
      controlPlane = await sharedControlPlane(release);
      client = await adminClient(controlPlane);
      const operator = new Operator(new App(), operatorName, { version: '1.0.0', image: 'example.com/barn:1' });
      new Controller(operator, 'Controller', { for: Barn, owns: [], render: (scope) => scope });
      await client.create(definitionKind, definitionOf(operator));
      await untilEstablished(controlPlane);
    });

    after(() => client.close());

    beforeEach(async () => {
      count += 1;
      name = `barn-${count}`;
      await client.create(kind, { ...identity, metadata: keyOf(name), spec: {} });
    });

    const stored = () => client.get(kind, keyOf(name));

    async function status(): Promise<JsonObject> {
      return Object((await stored()).status);
    }

    /** Writes a status by a process that has just started. @returns the changed paths. */
    async function write(report: JsonObject | undefined, resource?: StoredObject): Promise<string[]> {
      const ports = {
        clock: systemClock,
        fieldManager: operatorName,
        journal: { objectWritten: () => undefined, reconcileConcluded: () => undefined },
      };
      const writer = new StatusWriter(kind, { ...ports, writerFor: () => client });
      const { places } = await writer.write(seen(resource ?? (await stored())), { standard, report }, signal);
      return places.map((place) => place.replace(/^.*: status\.?/, '')).sort();
    }

    /** Applies a status, as an earlier release did. */
    async function apply(status: JsonObject, fieldManager = operatorName): Promise<void> {
      const object = { ...identity, metadata: keyOf(name), status };
      await client.apply(kind, object, { fieldManager, force: true, subresource: 'status' });
    }

    async function edit(status: JsonObject): Promise<void> {
      const options = { fieldManager: 'editor', subresource: 'status' };
      await client.patch(kind, keyOf(name), { type: 'merge', body: { status } }, options);
    }

    const full: JsonObject = {
      note: 'a',
      words: { a: 'a' },
      members: [{ name: 'one' }, { name: 'two', zone: 'b', note: '<a> & "b"' }],
      tags: ['a', 'b'],
      list: [{ name: 'a' }],
    };

    it('a status is written once, also by a process that has just started', async () => {
      assert.deepEqual(await write(full), ['']);
      assert.deepEqual(await write(full), []);
      assert.equal((await status()).phase, 'Pending');
    });

    it('a status has no field of ours that is no longer reported', async () => {
      await write({ ...full, phase: 'Up' });
      assert.deepEqual(await write({ words: { b: 'b' }, members: [{ name: 'one' }], tags: ['b'] }), [
        'list',
        'members[name=two,zone=b]',
        'note',
        'phase',
        'tags["a"]',
        'words.a',
        'words.b',
      ]);
      const { conditions: _, ...fields } = await status();
      const members = [{ name: 'one', zone: 'a' }];
      assert.deepEqual(fields, { observedGeneration: 1, phase: 'Pending', words: { b: 'b' }, members, tags: ['b'] });
      assert.deepEqual(await write({}), [
        'members',
        'members[name=one,zone=a]',
        'tags',
        'tags["b"]',
        'words',
        'words.b',
      ]);
      assert.deepEqual(Object.keys(await status()).sort(), ['conditions', 'observedGeneration', 'phase']);
    });

    it('a status keeps the fields of other managers', async () => {
      await write(full);
      const condition = { type: 'Insured', status: 'True', reason: 'ByLaw', message: '' };
      const conditions = [{ ...condition, lastTransitionTime: '2030-01-01T00:00:00Z' }];
      await apply({ words: { theirs: 'b' }, members: [{ name: 'theirs' }], tags: ['theirs'], conditions }, 'other');
      assert.deepEqual(await write(full), []);
      await write({});
      const { conditions: left, ...fields } = await status();
      assert.deepEqual(fields, {
        observedGeneration: 1,
        phase: 'Pending',
        words: { theirs: 'b' },
        members: [{ name: 'theirs', zone: 'a' }],
        tags: ['theirs'],
      });
      assert.deepEqual(
        (left as typeof conditions).map(({ type }) => type),
        ['Ready', 'Insured'],
      );
      assert.deepEqual(await write({}), []);
      assert.deepEqual(await write(undefined), []);
    });

    it('the managed fields of other managers stay the same when a status is written, in any version', async () => {
      const body = { ...identity, metadata: { ...keyOf(name), labels: { a: 'a' } }, spec: { size: 1 } };
      const options = { fieldManager: 'user', force: true };
      await client.apply(older, { ...body, apiVersion: `example.com/${older.version}` }, options);
      const entries = async () => (await stored()).metadata.managedFields?.filter(({ manager }) => manager === 'user');
      const before = await entries();
      await write(full);
      assert.equal(before?.length, 1);
      assert.deepEqual(await entries(), before);
    });

    it('a status is unchanged after a failed reconcile', async () => {
      await write(full);
      await edit({ words: { theirs: 'b' } });
      const before = await status();
      assert.deepEqual(await write(undefined), []);
      assert.deepEqual(await status(), before);
    });

    it('a status is restored after another actor has changed it', async () => {
      await write(full);
      await edit({ note: 'forged', words: { a: null } });
      assert.deepEqual(await write(full), ['note', 'words.a']);
    });

    describe('that an earlier release has applied', () => {
      it('a status that an earlier release has applied is not written as long as it is the same', async () => {
        await write(full);
        const before = await status();
        await client.delete(kind, keyOf(name));
        await client.create(kind, { ...identity, metadata: keyOf(name), spec: {} });
        await apply(before);
        assert.deepEqual(await write(full), []);
      });

      it('a status loses a field that is no longer reported, whichever release has reported it', async () => {
        await apply({ ...full, phase: 'Up' });
        await edit({ words: { theirs: 'b' } });
        await write({ ...full, note: 'b' });
        await write({});
        const { conditions: _, ...fields } = await status();
        assert.deepEqual(fields, { observedGeneration: 1, phase: 'Pending', words: { theirs: 'b' } });
      });
    });

    it('a status is not written to another resource of the same name', async () => {
      const before = await stored();
      await client.delete(kind, objectKey(before));
      await client.create(kind, { ...identity, metadata: keyOf(name), spec: {} });
      assert.deepEqual(await write(full, before), []);
      assert.deepEqual(await status(), {});
    });
  });
}
