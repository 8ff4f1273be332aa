// A controller with external entries in a service that fails, hangs and recovers: no entry is ever left there.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Duration } from 'cdk8s';
import { Action } from '../../lib/api/index.ts';
import { ObservedCluster } from './observed-cluster.ts';
import type { Link } from './observed-transport.ts';
import { RunningShelfController } from './running-shelf-controller.ts';
import { conditionOf, keyOf, type ShelfProps, shelf, shelfKind } from './shelf.ts';

/** A service that keeps an account for each shelf. */
class AccountService {
  readonly accounts = new Set<string>();
  readonly requests: string[] = [];
  mood: 'well' | 'failing' | 'hanging' = 'well';

  async open(name: string, signal: AbortSignal): Promise<void> {
    await this.#answer(`open ${name}`, signal);
    this.accounts.add(name);
  }

  async close(name: string, signal: AbortSignal): Promise<void> {
    await this.#answer(`close ${name}`, signal);
    this.accounts.delete(name);
  }

  async #answer(request: string, signal: AbortSignal): Promise<void> {
    this.requests.push(request);
    if (this.mood === 'failing') throw new Error('the account service is down');
    if (this.mood === 'well') return;
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }
}

const finalizers = ['shelf.example.com/finalizer'];

describe('a controller of an external service', () => {
  let server: ObservedCluster;
  let service: AccountService;
  let props: ShelfProps;
  let running: RunningShelfController;

  beforeEach(async () => {
    server = await ObservedCluster.start();
    service = new AccountService();
    props = {
      concurrency: 2,
      timeout: Duration.seconds(30),
      reconcile: async ({ metadata, signal }) => {
        await service.open(metadata.name, signal);
        return Action.awaitChange();
      },
      cleanup: ({ metadata, signal }) => service.close(metadata.name, signal),
    };
  });

  afterEach(() => running.stop());

  async function start(link?: Link): Promise<void> {
    running = await RunningShelfController.create(props, { link, server });
    await running.start();
  }

  const put = async (name: string, boxes: Readonly<Record<string, string>> = {}) => {
    await server.put(shelfKind, shelf(name, boxes));
    await running.settle(10);
  };
  const stored = (name = 'a') => server.object(shelfKind, keyOf(name));
  const remove = async (name = 'a') => {
    await server.delete(shelfKind, keyOf(name));
    await running.settle(10);
  };
  const degraded = () => conditionOf(stored(), 'Degraded');

  it('releases a resource only after the service has been cleaned up, however long the clean-up fails', async () => {
    await start();
    await put('a');
    service.mood = 'failing';
    await remove();
    await running.settle(3_600_000);
    assert.deepEqual(stored()?.metadata.finalizers, finalizers);
    assert.match(degraded() ?? '', /^True CleanupFailed: the account service is down; it stays until/);
    service.mood = 'well';
    await running.settle(600_000);
    assert.deepEqual([stored(), [...service.accounts]], [undefined, []]);
  });

  it('ends a reconcile whose service hangs, reports that, and retries until the service answers', async () => {
    await start();
    await put('a');
    service.mood = 'hanging';
    await remove();
    assert.equal(degraded(), 'False AsExpected: no problem is known');
    await running.settle(31_000);
    assert.match(degraded() ?? '', /^True CleanupFailed: the reconcile took longer than 30 seconds, in `cleanup`/);
    await running.settle(3_600_000);
    assert.ok(service.requests.filter((request) => request === 'close a').length > 5);
    assert.deepEqual(stored()?.metadata.finalizers, finalizers);
    service.mood = 'well';
    await running.settle(600_000);
    assert.deepEqual([stored(), [...service.accounts]], [undefined, []]);
  });

  it('cleans up after a resource that is deleted while its reconcile hangs', async () => {
    await start();
    service.mood = 'hanging';
    await put('a');
    await remove();
    assert.deepEqual(service.requests, ['open a']);
    service.mood = 'well';
    await running.settle(60_000);
    assert.deepEqual([stored(), service.requests], [undefined, ['open a', 'close a']]);
  });

  it('reconciles other resources while more reconciles hang than it has workers', async () => {
    await start();
    service.mood = 'hanging';
    for (const name of ['a', 'b', 'c']) await put(name);
    service.mood = 'well';
    await put('d');
    await running.settle(61_000);
    assert.ok(service.accounts.has('d'));
  });

  it('reconciles other resources while callbacks ignore their signal, and none twice at a time', async () => {
    const gate = Promise.withResolvers<void>();
    let underWay = 0;
    let most = 0;
    props = {
      ...props,
      reconcile: async ({ metadata }) => {
        if (metadata.name === 'd') return Action.awaitChange();
        underWay += 1;
        most = Math.max(most, underWay);
        await gate.promise;
        underWay -= 1;
        return Action.awaitChange();
      },
    };
    await start();
    for (const name of ['a', 'b', 'd']) await put(name);
    assert.equal(conditionOf(stored('d'), 'Ready'), undefined);
    await running.settle(3_600_000);
    assert.equal(conditionOf(stored('d'), 'Ready'), 'True ChildrenReady: it has no children to wait for');
    assert.equal(most, 2);
    const warned = running.logger.lines.filter(({ message }) => message.startsWith('a reconcile continues'));
    assert.deepEqual(warned.map(({ fields }) => fields.resource).sort(), ['default/a', 'default/b']);
    gate.resolve();
  });

  it('repeats the clean-up after a crash between the service’s response and the removal of the finalizer', async () => {
    let isDead = false;
    await start(async (request) => {
      if (isDead) throw new Error('dead');
      return request();
    });
    await put('a');
    isDead = true;
    await remove();
    assert.deepEqual([stored()?.metadata.finalizers, [...service.accounts]], [finalizers, []]);
    await running.stop();
    isDead = false;
    await start();
    await running.settle(10);
    assert.deepEqual([stored(), service.requests.slice(-1)], [undefined, ['close a']]);
  });

  it('continues a clean-up that was hanging when the process ended', async () => {
    await start();
    await put('a');
    service.mood = 'hanging';
    await remove();
    await running.stop();
    assert.equal(degraded(), 'False AsExpected: no problem is known');
    service.mood = 'well';
    await start();
    assert.deepEqual([stored(), [...service.accounts]], [undefined, []]);
  });
});
