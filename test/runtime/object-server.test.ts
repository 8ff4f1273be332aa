// The behaviour of an API server that reconciles rely on: the same for the one in memory, which their tests use, and a
// real one.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  definitionKind,
  type JsonObject,
  type Kind,
  type KubernetesObject,
  type ObjectKey,
  objectKey,
  type StoredObject,
} from '../../lib/api/index.ts';
import {
  type Client,
  HttpClient,
  isAlreadyExists,
  isConflict,
  isInvalid,
  isNotFound,
  isReplaced,
  loadCredentials,
  objectSelection,
  type WatchEvent,
  type WatchOptions,
} from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { claimKind } from '../../lib/constructs/index.ts';
import { immutableFields } from '../../lib/runtime/reconcile/applying/immutability.ts';
import { statusPatch } from '../../lib/runtime/reconcile/status/status-writer.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { untilEstablished } from '../until-established.ts';
import { ObjectServer } from './object-server.ts';
import { configMap, configMapKind, operatorName, shelf, shelfKind, shelfOperator } from './shelf.ts';
import { claim, statefulSetKind } from './vault.ts';

const force = { fieldManager: operatorName, force: true };
const ofStatus = { fieldManager: operatorName, subresource: 'status' };

/** The name of a server, and functions that start and stop it. */
interface Candidate {
  start(): Promise<Client>;
  stop(): Promise<void>;
}

class InMemory implements Candidate {
  async start(): Promise<Client> {
    return new ObjectServer().client();
  }

  async stop(): Promise<void> {}
}

class Real implements Candidate {
  readonly #closings: (() => Promise<void>)[] = [];

  async start(): Promise<Client> {
    const controlPlane = await ControlPlane.start({ components: [] });
    this.#closings.unshift(() => controlPlane.stop());
    const { kubeconfig } = controlPlane;
    const client = new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig }), { clock: systemClock });
    this.#closings.unshift(() => client.close());
    const [definition] = shelfOperator()
      .toJson()
      .filter(({ kind }) => kind === 'CustomResourceDefinition');
    assert.ok(definition !== undefined);
    await client.create(definitionKind, definition);
    await untilEstablished(controlPlane);
    return client;
  }

  async stop(): Promise<void> {
    for (const close of this.#closings) await close();
  }
}

const candidates: readonly (readonly [string, Candidate])[] = [
  ['in memory', new InMemory()],
  ['in reality', new Real()],
];

for (const [title, candidate] of candidates) {
  describe(`an API server ${title}`, () => {
    let client: Client;
    let name: string;
    let count = 0;

    before(async () => {
      client = await candidate.start();
    });

    after(() => candidate.stop());

    beforeEach(() => {
      count += 1;
      name = `object-${count}`;
    });

    const versionOf = ({ metadata }: StoredObject) => metadata.resourceVersion;

    function withMetadata(object: KubernetesObject, metadata: Partial<KubernetesObject['metadata']>): KubernetesObject {
      return { ...object, metadata: { ...object.metadata, ...metadata } };
    }

    /** Writes a status, with the resource's uid as a precondition. */
    function report(resource: StoredObject, status: JsonObject): Promise<StoredObject> {
      return client.patch(shelfKind, objectKey(resource), statusPatch(resource, status), ofStatus);
    }

    async function replaced(kind: Kind, object: KubernetesObject): Promise<StoredObject> {
      const before = await client.create(kind, object);
      await client.delete(kind, objectKey(object));
      await client.create(kind, object);
      return before;
    }

    /** Returns a StatefulSet that requests this storage. */
    function vault(storage: string): KubernetesObject {
      const labels = { app: name };
      return {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: { name, namespace: 'default' },
        spec: {
          serviceName: name,
          replicas: 1,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'vault', image: 'vault:1' }] } },
          volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim('data', storage).spec }],
        },
      };
    }

    /** The changes of an object after a version, until it is deleted. */
    async function changesUntilDeleted(kind: Kind, key: ObjectKey, resourceVersion: string): Promise<string[]> {
      const seen: string[] = [];
      const stop = new AbortController();
      for await (const event of client.watch(kind, { resourceVersion, signal: stop.signal })) {
        if (event.type === 'BOOKMARK' || event.object.metadata.name !== key.name) continue;
        seen.push(event.type);
        if (event.type === 'DELETED') break;
      }
      stop.abort();
      return seen;
    }

    /** Returns the events of a stream that begins with a list, up to the end of the list. */
    async function streamedList(options: Omit<WatchOptions, 'resourceVersion'>): Promise<WatchEvent[]> {
      const seen: WatchEvent[] = [];
      for await (const event of client.watch(configMapKind, { ...options, resourceVersion: undefined })) {
        if (event.type !== 'BOOKMARK') seen.push(event);
        else if (event.isEndOfList) break;
      }
      return seen;
    }

    it('streams a list of the selected objects', async () => {
      const object = await client.create(configMapKind, configMap(name, '1'));
      await client.create(configMapKind, configMap(`${name}-other`, '1'));
      const selection = objectSelection(objectKey(object));
      assert.deepEqual(await streamedList(selection), [{ type: 'ADDED', object }]);
    });

    it('shows only the metadata of objects on request', async () => {
      const { data, ...object } = await client.create(configMapKind, configMap(name, '1'));
      const options = { ...objectSelection(objectKey(object)), content: 'metadata' } as const;
      assert.deepEqual((await client.list(configMapKind, options)).items, [object]);
      assert.deepEqual(await streamedList(options), [{ type: 'ADDED', object }]);
      assert.deepEqual(data, { content: '1' });
    });

    it('lists transformed objects', async () => {
      const { metadata } = await client.create(configMapKind, configMap(name, '1'));
      const transform = (object: StoredObject) => ({ ...object, data: 'stripped' });
      const { items } = await client.list(configMapKind, { ...objectSelection(objectKey({ metadata })), transform });
      assert.deepEqual(
        items.map(({ data }) => data),
        ['stripped'],
      );
    });

    it('answers an apply that changes nothing with the present version', async () => {
      const first = await client.apply(configMapKind, configMap(name, '1'), force);
      const again = await client.apply(configMapKind, configMap(name, '1'), force);
      assert.equal(versionOf(again), versionOf(first));
    });

    it('drops a field that its manager no longer applies, and keeps those of other managers', async () => {
      const object = configMap(name, '1');
      await client.apply(configMapKind, { ...object, data: { content: '1', old: '1' } }, force);
      await client.apply(configMapKind, { ...object, data: { foreign: '1' } }, { ...force, fieldManager: 'other' });
      const { data } = await client.apply(configMapKind, object, force);
      assert.deepEqual(data, { content: '1', foreign: '1' });
    });

    it('refuses an apply without force over the fields of another manager', async () => {
      await client.apply(configMapKind, configMap(name, 'unowned'), { ...force, fieldManager: 'other' });
      const unforced = { ...force, force: false };
      await assert.rejects(client.apply(configMapKind, configMap(name, '1'), unforced), isConflict);
      const { data } = await client.apply(configMapKind, configMap(name, '1'), force);
      assert.deepEqual(data, { content: '1' });
    });

    it('refuses an apply by uid when there is no such object', async () => {
      const object = withMetadata(configMap(name, '1'), { uid: '00000000-0000-0000-0000-000000000000' });
      await assert.rejects(client.apply(configMapKind, object, force), isReplaced);
      await assert.rejects(client.get(configMapKind, objectKey(object)), isNotFound);
    });

    it('refuses an apply by uid when another object has replaced it', async () => {
      const { metadata } = await replaced(configMapKind, configMap(name, 'unowned'));
      const object = withMetadata(configMap(name, '1'), { uid: metadata.uid });
      await assert.rejects(client.apply(configMapKind, object, force), isReplaced);
    });

    it('refuses a status by version of a resource that has changed, or that is gone', async () => {
      const stale = await client.create(shelfKind, shelf(name, {}));
      await client.apply(shelfKind, shelf(name, { x: '1' }), force);
      await assert.rejects(report(stale, {}), isConflict);
      await client.delete(shelfKind, objectKey(stale));
      await assert.rejects(report(stale, {}), isNotFound);
    });

    it('replaces a status, and nothing else, by a patch', async () => {
      const labels = { a: 'b' };
      const held = ['example.com/held'];
      const body = withMetadata(shelf(name, { x: '1' }), { labels, finalizers: held });
      const stored = await client.create(shelfKind, body);
      const first = await report(stored, { observedGeneration: 1, labels: ['one'] });
      const second = await report(first, { observedGeneration: 1 });
      assert.deepEqual(second.status, { observedGeneration: 1 });
      assert.deepEqual([second.spec, second.metadata.labels], [stored.spec, labels]);
      await client.delete(shelfKind, objectKey(second));
      const going = await client.get(shelfKind, objectKey(second));
      const third = await report(going, {});
      const { finalizers, deletionTimestamp } = third.metadata;
      assert.deepEqual([third.status, finalizers, deletionTimestamp], [{}, held, going.metadata.deletionTimestamp]);
    });

    it('changes no version by a status that changes nothing', async () => {
      const stored = await client.create(shelfKind, shelf(name, {}));
      const first = await report(stored, { labels: ['one'] });
      const second = await report(first, { labels: ['one'] });
      assert.equal(versionOf(second), versionOf(first));
    });

    it('records only changed fields of a status as owned', async () => {
      await client.create(shelfKind, shelf(name, {}));
      const { spec: _, ...bare } = shelf(name, {});
      const words = { ...bare, status: { observedGeneration: 1, labels: ['one'] } };
      const stored = await client.apply(shelfKind, words, { ...force, subresource: 'status' });
      const { metadata } = await report(stored, { observedGeneration: 2, labels: ['one'] });
      const owned = metadata.managedFields
        ?.filter(({ subresource }) => subresource === 'status')
        .map(({ manager, operation, fieldsV1 }) => [manager, operation, fieldsV1]);
      assert.deepEqual(owned, [
        [operatorName, 'Apply', { 'f:status': { 'f:labels': {} } }],
        [operatorName, 'Update', { 'f:status': { 'f:observedGeneration': {} } }],
      ]);
    });

    it('refuses to delete a replaced object by uid', async () => {
      const { metadata } = await replaced(configMapKind, configMap(name, 'unowned'));
      await assert.rejects(client.delete(configMapKind, metadata, { uid: metadata.uid }), isReplaced);
    });

    it('counts generations of the spec, and not of status and metadata', async () => {
      const stored = await client.create(shelfKind, shelf(name, {}));
      const { metadata } = await report(stored, { observedGeneration: 1 });
      const { spec: _, ...bare } = shelf(name, {});
      const labelled = await client.apply(shelfKind, withMetadata(bare, { labels: { a: 'b' } }), force);
      assert.deepEqual([metadata.generation, labelled.metadata.generation], [1, 1]);
      const filled = await client.apply(shelfKind, shelf(name, { x: '1' }), force);
      assert.equal(filled.metadata.generation, 2);
    });

    it('keeps a deleted resource while it has a finalizer, as a new generation', async () => {
      const finalizers = ['example.com/one', 'example.com/other'];
      const { metadata } = await client.create(shelfKind, withMetadata(shelf(name, {}), { finalizers }));
      const key = objectKey({ metadata });
      await client.delete(shelfKind, key);
      const held = await client.get(shelfKind, key);
      assert.ok(held.metadata.deletionTimestamp !== undefined);
      assert.equal(held.metadata.generation, 2);
      const release = (left: readonly string[]) =>
        client.patch(shelfKind, key, { type: 'merge', body: { metadata: { finalizers: left } } });
      const answer = await release(finalizers.slice(1));
      await release([]);
      await assert.rejects(client.get(shelfKind, key), isNotFound);
      assert.deepEqual(await changesUntilDeleted(shelfKind, key, versionOf(answer)), ['DELETED']);
    });

    it('answers the removal of the last finalizer with a version from before the deletion', async () => {
      const finalizers = ['example.com/one'];
      const { metadata } = await client.create(shelfKind, withMetadata(shelf(name, {}), { finalizers }));
      const key = objectKey({ metadata });
      await client.delete(shelfKind, key);
      const held = await client.get(shelfKind, key);
      const body = { metadata: { finalizers: [], resourceVersion: versionOf(held) } };
      const answer = await client.patch(shelfKind, key, { type: 'merge', body });
      assert.equal(versionOf(answer), versionOf(held));
    });

    it('refuses to delete an object by version that has changed since', async () => {
      const before = await client.create(shelfKind, shelf(name, {}));
      await client.apply(shelfKind, shelf(name, { x: '1' }), force);
      const { uid, resourceVersion } = before.metadata;
      await assert.rejects(client.delete(shelfKind, objectKey(before), { uid, resourceVersion }), isConflict);
      assert.equal((await client.get(shelfKind, objectKey(before))).metadata.deletionTimestamp, undefined);
    });

    for (const [propagationPolicy, finalizer] of [
      ['Orphan', 'orphan'],
      ['Foreground', 'foregroundDeletion'],
    ] as const) {
      it(`keeps an object that is deleted with policy ${propagationPolicy} until the garbage collector acts`, async () => {
        const { metadata } = await client.create(statefulSetKind, vault('1Gi'));
        const { uid, resourceVersion } = metadata;
        await client.delete(statefulSetKind, metadata, { uid, resourceVersion, propagationPolicy });
        const held = await client.get(statefulSetKind, metadata);
        assert.ok(held.metadata.deletionTimestamp !== undefined);
        assert.deepEqual(held.metadata.finalizers, [finalizer]);
      });
    }

    it('stores nothing of a dry run, and refuses what it would refuse otherwise', async () => {
      await client.create(statefulSetKind, vault('1Gi'), { dryRun: true });
      await assert.rejects(client.get(statefulSetKind, objectKey(vault('1Gi'))), isNotFound);
      await assert.rejects(client.create(statefulSetKind, vault('-1Gi'), { dryRun: true }), isInvalid);
      await client.create(statefulSetKind, vault('1Gi'));
      await assert.rejects(client.create(statefulSetKind, vault('1Gi'), { dryRun: true }), isAlreadyExists);
    });

    it('refuses to change an immutable field of a StatefulSet, with another cause than for an invalid value', async () => {
      const { metadata } = await client.apply(statefulSetKind, vault('1Gi'), force);
      const change = withMetadata(vault('2Gi'), { uid: metadata.uid });
      const isImmutable = (error: unknown) => immutableFields(error)?.[0]?.path === 'spec';
      await assert.rejects(client.apply(statefulSetKind, change, force), isImmutable);
      const mistake = { ...vault('2Gi'), spec: { ...Object(vault('2Gi').spec), replicas: -1 } };
      const isBoth = (error: unknown) => isInvalid(error) && error.causes.length === 2 && !isImmutable(error);
      await assert.rejects(client.apply(statefulSetKind, mistake, force), isBoth);
    });

    it('refuses to grow a claim that is not bound, and one that has changed since', async () => {
      const before = await client.create(claimKind, claim(name, '1Gi'));
      const grown = { resources: { requests: { storage: '2Gi' } } };
      const grow = (metadata: JsonObject) =>
        client.patch(claimKind, objectKey(before), { type: 'merge', body: { metadata, spec: grown } });
      await assert.rejects(grow({ resourceVersion: versionOf(before) }), isInvalid);
      await client.patch(claimKind, objectKey(before), { type: 'merge', body: { metadata: { labels: { a: 'b' } } } });
      await assert.rejects(grow({ resourceVersion: versionOf(before) }), isConflict);
    });

    it('keeps the fields that a merge patch doesn’t name', async () => {
      const { metadata } = await client.create(shelfKind, shelf(name, { x: '1', y: '1' }));
      const body = { spec: { boxes: { y: '2' } } };
      const { spec } = await client.patch(shelfKind, metadata, { type: 'merge', body });
      assert.deepEqual(spec, { boxes: { x: '1', y: '2' } });
    });

    it('refuses a patch by version of an object that has changed since', async () => {
      const before = await client.create(shelfKind, shelf(name, {}));
      await client.apply(shelfKind, shelf(name, { x: '1' }), force);
      const body = { metadata: { finalizers: ['example.com/one'], resourceVersion: versionOf(before) } };
      await assert.rejects(client.patch(shelfKind, objectKey(before), { type: 'merge', body }), isConflict);
    });
  });
}
