import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Kind } from '../../../lib/api/index.ts';
import type { Client, WriteOptions } from '../../../lib/client/index.ts';
import { leaderClient, NotLeaderError } from '../../../lib/runtime/leader-election/index.ts';

const kind: Kind = { group: 'apps', version: 'v1', kind: 'Deployment', plural: 'deployments', scope: 'Namespaced' };
const key = { namespace: 'shop', name: 'db' };
const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: key };

/** One call of each method that writes. */
const writes: Readonly<Record<'create' | 'apply' | 'patch' | 'delete', (client: Client) => Promise<unknown>>> = {
  create: (client) => client.create(kind, object, { dryRun: true }),
  apply: (client) => client.apply(kind, object, { fieldManager: 'test', force: true }),
  patch: (client) => client.patch(kind, key, { type: 'merge', body: {} }, { subresource: 'status' }),
  delete: (client) => client.delete(kind, key, { uid: '1' }),
};

/** One call of each other method. */
const others: Readonly<Record<string, (client: Client) => unknown>> = {
  get: (client) => client.get(kind, key, {}),
  list: (client) => client.list(kind, { limit: 1 }),
  watch: (client) => client.watch(kind, { resourceVersion: '1' }),
  openApi: (client) => client.openApi(kind, {}),
  openApiHashes: (client) => client.openApiHashes({}),
  serves: (client) => client.serves(kind, {}),
  serverVersion: (client) => client.serverVersion({}),
  isReady: (client) => client.isReady({}),
  close: (client) => client.close(),
};

/** A client that records its calls, and checks the right to write some time before it sends a write. */
function recorder() {
  const calls: unknown[][] = [];
  const client = new Proxy({} as Client, {
    get:
      (_, method) =>
      async (...given: unknown[]) => {
        const { beforeDispatch, ...options }: WriteOptions = given.at(-1) ?? {};
        calls.push([method, ...given.slice(0, -1), options]);
        await Promise.resolve();
        beforeDispatch?.();
        return 'response';
      },
  });
  return { client, calls };
}

describe('leaderClient', () => {
  for (const [verb, write] of Object.entries(writes)) {
    it(`passes ${verb} on unchanged while this process leads`, async () => {
      const [guarded, direct] = [recorder(), recorder()];
      const response = await write(leaderClient(guarded.client, { isLeader: () => true }));
      await write(direct.client);
      assert.equal(response, 'response');
      assert.deepEqual(guarded.calls, direct.calls);
    });

    it(`rejects ${verb} while this process does not lead, and sends nothing`, async () => {
      const { client, calls } = recorder();
      await assert.rejects(write(leaderClient(client, { isLeader: () => false })), (error: unknown) => {
        assert.ok(NotLeaderError.is(error));
        assert.equal(error.code, 'not-leader');
        assert.match(
          error.message,
          new RegExp(`^can't ${verb} Deployment.apps/v1 shop/db: this replica does not hold the lease`),
        );
        return true;
      });
      assert.deepEqual(calls, []);
    });
  }

  for (const [verb, write] of Object.entries(writes)) {
    it(`rejects ${verb} when the lead is lost before the write is dispatched`, async () => {
      let isLeader = true;
      const { client, calls } = recorder();
      const written = write(leaderClient(client, { isLeader: () => isLeader }));
      isLeader = false;
      await assert.rejects(written, NotLeaderError.is);
      assert.equal(calls.length, 1);
    });
  }

  it('calls the caller’s own check, too, before a write is dispatched', async () => {
    const refusal = new Error('not yet');
    const { client, calls } = recorder();
    let askedCount = 0;
    const beforeDispatch = () => {
      askedCount += 1;
      if (askedCount > 1) throw refusal;
    };
    await assert.rejects(leaderClient(client, { isLeader: () => true }).delete(kind, key, { beforeDispatch }), refusal);
    assert.deepEqual([askedCount, calls.length], [2, 1]);
  });

  for (const [method, call] of Object.entries(others)) {
    it(`passes ${method} on unchanged, also while this process does not lead`, async () => {
      const [guarded, direct] = [recorder(), recorder()];
      await call(leaderClient(guarded.client, { isLeader: () => false }));
      await call(direct.client);
      assert.deepEqual(guarded.calls, direct.calls);
    });
  }

  it('checks the lead again for each write', async () => {
    let isLeader = true;
    const { client, calls } = recorder();
    const guarded = leaderClient(client, { isLeader: () => isLeader });
    await writes.create(guarded);
    isLeader = false;
    await assert.rejects(writes.create(guarded));
    isLeader = true;
    await writes.create(guarded);
    assert.equal(calls.length, 2);
  });
});
