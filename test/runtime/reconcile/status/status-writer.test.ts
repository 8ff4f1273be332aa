import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ConditionReport, StoredObject } from '../../../../lib/api/index.ts';
import type { StatusParts } from '../../../../lib/runtime/reconcile/status/status.ts';
import { StatusWriter } from '../../../../lib/runtime/reconcile/status/status-writer.ts';
import { ManualClock } from '../../../../lib/testing/index.ts';
import { ObservedCluster } from '../../observed-cluster.ts';
import { refusal } from '../../refusal.ts';
import { keyOf, operatorName, shelf, shelfKind, statusOf } from '../../shelf.ts';

const standard: readonly ConditionReport[] = [{ type: 'Ready', status: 'True', reason: 'Fine', message: '' }];

describe('a status writer', () => {
  let server: ObservedCluster;
  let clock: ManualClock;
  let written: StoredObject[];
  let writer: StatusWriter;

  beforeEach(async () => {
    server = await ObservedCluster.start();
    clock = new ManualClock();
    written = [];
    writer = writerTo(server.client());
    await server.put(shelfKind, shelf('a', {}));
  });

  function writerTo(client: ReturnType<ObservedCluster['client']>): StatusWriter {
    const journal = {
      objectWritten: (_: unknown, answer: StoredObject) => written.push(answer),
      reconcileConcluded: () => undefined,
    };
    return new StatusWriter(shelfKind, { writerFor: () => client, clock, fieldManager: operatorName, journal });
  }

  function stored(): StoredObject {
    return server.object(shelfKind, keyOf('a')) ?? assert.fail('the shelf is there');
  }

  async function write(parts: Partial<StatusParts> = {}, resource = stored()): Promise<void> {
    await writer.write(resource, { standard, report: {}, ...parts }, new AbortController().signal);
  }

  it('writes a status once while it stays the same', async () => {
    await write({ report: { labels: ['one'] } });
    await clock.advance(60_000);
    await write({ report: { labels: ['one'] } });
    assert.deepEqual(server.calls, ['patch shelfs/status default/a']);
    assert.deepEqual(written, [stored()]);
  });

  it('writes a status again when any part changes', async () => {
    await write({ report: { labels: ['one'] } });
    await clock.advance(500);
    await write({ report: { labels: ['two'] } });
    await clock.advance(500);
    await write({ report: {} });
    await server.put(shelfKind, shelf('a', { x: '1' }));
    await write({ report: {} });
    assert.equal(server.calls.length, 4);
    assert.deepEqual([statusOf(stored()).labels, statusOf(stored()).observedGeneration], [undefined, 2]);
  });

  it('restores the operator’s fields of a status after another actor has changed them', async () => {
    await write({ report: { labels: ['one'] } });
    await server.editStatus(shelfKind, keyOf('a'), { labels: ['forged'] });
    await clock.advance(500);
    await write({ report: { labels: ['one'] } });
    assert.deepEqual(statusOf(stored()).labels, ['one']);
  });

  it('returns the places where a status has changed', async () => {
    const signal = new AbortController().signal;
    const first = await writer.write(stored(), { standard, report: {} }, signal);
    assert.deepEqual(first, { places: ['Shelf default/a: status'], waitMs: 0 });
    const second = await writer.write(stored(), { standard: [], report: { labels: ['one'] } }, signal);
    const places = ['Shelf default/a: status.conditions[type=Ready]', 'Shelf default/a: status.labels'];
    assert.deepEqual(second, { places, waitMs: 0 });
  });

  it('writes a status that reports only progress half a second after the last write', async () => {
    const signal = new AbortController().signal;
    const progress = async (label: string) =>
      (await writer.write(stored(), { standard, report: { labels: [label] } }, signal)).waitMs;
    assert.equal(await progress('one'), 0);
    await clock.advance(100);
    assert.deepEqual([await progress('two'), statusOf(stored()).labels], [400, ['one']]);
    await clock.advance(400);
    assert.deepEqual([await progress('three'), statusOf(stored()).labels], [0, ['three']]);
    assert.equal(server.calls.length, 2);
  });

  for (const type of ['Ready', 'Degraded']) {
    it(`writes a status at once if ${type} has changed`, async () => {
      const report = (status: 'True' | 'False') =>
        write({ standard: [{ type, status, reason: 'Seen', message: '' }], report: {} });
      for (const status of ['False', 'True', 'False'] as const) await report(status);
      assert.equal(server.calls.length, 3);
    });
  }

  it('writes the status of a failed reconcile at once, since no reconcile may follow', async () => {
    await write({ report: { labels: ['one'] } });
    await write({
      standard: [{ type: 'Progressing', status: 'False', reason: 'Failed', message: '' }],
      report: undefined,
    });
    assert.equal(server.calls.length, 2);
  });

  it('takes over the fields of a status from a release that applied statuses', async () => {
    const [object, fieldManager] = [shelf('a', {}), operatorName];
    const old: ConditionReport = { type: 'Swept', status: 'True', reason: 'ByHand', message: '' };
    await write({ report: { labels: ['one'], conditions: [old] } });
    const status = stored().status;
    await server.remove(shelfKind, keyOf('a'));
    await server.put(shelfKind, object);
    await server.client().apply(shelfKind, { ...object, status }, { fieldManager, force: true, subresource: 'status' });
    server.calls.length = 0;
    await write({ report: { labels: ['one'], conditions: [old] } });
    assert.deepEqual(server.calls, []);
    await write({ report: {} });
    assert.equal(statusOf(stored()).labels, undefined);
    assert.deepEqual(
      statusOf(stored()).conditions?.map(({ type }) => type),
      ['Ready'],
    );
  });

  it('doesn’t repeat the write of a status that the API server stores in another form', async () => {
    // Such as a field of a newer definition that the server's lacks.
    const client = server.client();
    writer = writerTo({
      ...client,
      patch: (kind, key, patch, options) => {
        const known = patch.type === 'json' ? patch.body.filter(({ path }) => path !== '/status/labels') : [];
        return client.patch(kind, key, { type: 'json', body: known }, options);
      },
    });
    for (let pass = 1; pass <= 5; pass += 1) await write({ report: { labels: ['one'] } });
    assert.equal(server.calls.length, 1);
  });

  it('accepts that the resource of a status is gone', async () => {
    const gone = stored();
    await server.remove(shelfKind, keyOf('a'));
    await write({}, gone);
    assert.deepEqual(written, []);
  });

  it('doesn’t change the status of a successor of the resource', async () => {
    const gone = stored();
    await server.remove(shelfKind, keyOf('a'));
    await server.put(shelfKind, shelf('a', {}));
    await write({}, gone);
    assert.deepEqual([written, stored().status], [[], undefined]);
  });

  it('doesn’t write a status to a resource that has changed since it was read', async () => {
    const before = stored();
    await server.put(shelfKind, shelf('a', { x: '1' }));
    await write({}, before);
    assert.deepEqual([written, stored().status], [[], undefined]);
  });

  it('fails when the API server refuses a status as invalid', async () => {
    const invalid = refusal('patch', shelfKind, keyOf('a'), 422, 'Invalid');
    writer = writerTo({ ...server.client(), patch: () => Promise.reject(invalid) });
    await assert.rejects(write(), invalid);
  });

  it('fails when a webhook denies a status with the code of a conflict, since no change causes the next reconcile', async () => {
    const message = 'admission webhook "policy.example.com" denied the request: not now';
    const denial = refusal('patch', shelfKind, keyOf('a'), 409, 'Conflict', { message });
    writer = writerTo({ ...server.client(), patch: () => Promise.reject(denial) });
    await assert.rejects(write(), denial);
  });
});
