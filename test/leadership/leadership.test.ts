// Two replicas of an operator on a real API server, as processes that are stopped, killed, and cut off. Leases are as
// long as in clusters, so all pairs run in parallel.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Client, HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import type { ProxiedExchange } from '../proxy/proxied-exchange.ts';
import { until } from '../until.ts';
import { Pair, type Replica } from './pair.ts';

/** The number of connections of the client. */
const connectionCount = 8;

/** The concurrency of the operator. */
const workerCount = 40;

describe('two replicas of an operator', { concurrency: true }, () => {
  let controlPlane: ControlPlane;
  let admin: Client;

  before(async () => {
    controlPlane = await ControlPlane.start({ components: [] });
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: controlPlane.kubeconfig });
    admin = new HttpClient(credentials, { clock: systemClock });
  });

  after(async () => {
    await admin?.close();
    await controlPlane?.stop();
  });

  /** Brings a leader into the middle of its work: writes use all its connections, and more wait for one. */
  async function busy(pair: Pair, leader: Replica): Promise<void> {
    await pair.publish();
    await pair.published();
    const held: ProxiedExchange[] = [];
    leader.handle = async (exchange) => {
      held.push(exchange);
      await exchange.over();
    };
    await pair.publish();
    await until('all connections are taken', async () => held.length === connectionCount);
  }

  /**
   * Brings a leader into the middle of its work: its connections are free, and writes wait for the Retry-After of a
   * server. When they come they are served.
   */
  async function putOff(pair: Pair, leader: Replica): Promise<void> {
    await pair.publish();
    await pair.published();
    let refusedCount = 0;
    leader.handle = async (exchange) => {
      refusedCount += 1;
      await exchange.refuse(429, 'TooManyRequests', { 'retry-after': '2' });
    };
    await pair.publish();
    await until('all workers wait', async () => refusedCount >= workerCount);
    leader.process.pause();
    leader.handle = (exchange) => exchange.forward();
  }

  /** Resolves when a replica has read the Lease twice more, so that it has sent all pending requests. */
  async function awake(pair: Pair, replica: Replica): Promise<void> {
    const looks = async () => (await pair.audited(replica)).filter((request) => request === 'get leases').length;
    const before = await looks();
    await until(`${replica.name} has read the Lease twice`, async () => (await looks()) >= before + 2);
  }

  async function taken(pair: Pair, by: Replica): Promise<void> {
    await until(`${by.name} of ${pair.name} has the lease`, async () => pair.holder === by.name);
  }

  /** Returns the lists for the caches of a replica's controller. Definitions aren't cached: their watch may begin again at any time. */
  const listsOf = async (pair: Pair, replica: Replica) =>
    (await pair.audited(replica)).filter((request) => /^list (?:notes|configmaps)$/.test(request));

  it('only one of two replicas writes when one is stopped for longer than its lease, and when one ends', async () => {
    await using pair = await Pair.start(controlPlane, admin, 'stopped');
    const { first, second } = pair;
    await putOff(pair, first);
    await taken(pair, second);
    await pair.published();
    const before = pair.dispatches.length;
    first.process.resume();
    await first.process.logged('another replica leads');
    await awake(pair, first);
    assert.deepEqual(pair.trespasses, []);
    assert.deepEqual(await pair.auditedTrespasses(first, second), []);
    assert.ok(pair.dispatches.slice(before).every(({ by }) => by === 'second'));

    const lists = await listsOf(pair, first);
    assert.deepEqual(await second.process.stop(), { code: 0, signal: null });
    const released = pair.dispatches.findLastIndex(({ holder }) => holder === '');
    assert.equal(pair.dispatches[released]?.by, 'second', 'the Lease has been released');
    await taken(pair, first);
    await pair.publish();
    await pair.published();
    assert.deepEqual(await listsOf(pair, first), lists, 'its caches are filled');
  });

  it('only one of two replicas writes when the network of one is silent, and when one is killed', async () => {
    await using pair = await Pair.start(controlPlane, admin, 'silent');
    const { first, second } = pair;
    await busy(pair, first);
    first.network.freeze();
    await taken(pair, second);
    await pair.published();
    assert.match(await first.process.logged('no longer leading'), /not renewed in time/);
    await first.network.repair();
    await awake(pair, first);
    assert.deepEqual(pair.trespasses, []);
    assert.deepEqual(await pair.auditedTrespasses(first, second), []);

    await pair.publish();
    await pair.published();
    const lists = await listsOf(pair, first);
    first.handle = (exchange) => exchange.forward();
    await second.process.kill();
    await pair.publish();
    await taken(pair, first);
    await pair.published();
    assert.deepEqual(await listsOf(pair, first), lists, 'its caches are filled');
  });

  it('only one of two replicas writes when the network of one is cut, and when both are cut off', async () => {
    await using pair = await Pair.start(controlPlane, admin, 'cut');
    const { first, second } = pair;
    await busy(pair, first);
    first.network.cut();
    await taken(pair, second);
    await pair.published();
    await first.network.repair();
    await awake(pair, first);
    assert.deepEqual(pair.trespasses, []);
    assert.deepEqual(await pair.auditedTrespasses(first, second), []);

    first.handle = (exchange) => exchange.forward();
    for (const { network } of [first, second]) network.cut();
    await second.process.logged('no longer leading');
    for (const { network } of [first, second]) await network.repair();
    await pair.publish();
    await pair.published();
    assert.deepEqual([first.process.exit, second.process.exit], [undefined, undefined]);
    assert.deepEqual(pair.trespasses, []);
  });
});
