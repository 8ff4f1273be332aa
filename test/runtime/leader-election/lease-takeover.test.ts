import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { whenAborted } from '../../../lib/clock/index.ts';
import {
  type LeadsUntil,
  type LeaseTakeoverOptions,
  NotLeaderError,
  takeOverLeases,
} from '../../../lib/runtime/leader-election/index.ts';
import { leaseKind } from '../../../lib/runtime/lease/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { ObservedCluster } from '../observed-cluster.ts';
import { Candidate, lease, storedRecord } from './candidate.ts';

describe('a process that leads in the place of another', () => {
  let clock: ManualClock;
  let server: ObservedCluster;
  let stop: AbortController;
  let waitsMs: number[];

  beforeEach(async () => {
    clock = new ManualClock();
    stop = new AbortController();
    waitsMs = [];
    server = await ObservedCluster.start({ namespaces: [lease.namespace] });
  });

  /** Begins to lead. @returns the state of its work, and its end. */
  function placed(options: Partial<Pick<LeaseTakeoverOptions, 'namespace' | 'isOnlyCopy'>> = {}) {
    const work: { isRunning: boolean; leadsUntilMs: LeadsUntil } = { isRunning: false, leadsUntilMs: () => undefined };
    const end = takeOverLeases(
      {
        ...{ client: server.client(), clock, logger: silentLogger, hostname: 'laptop' },
        ...{ names: [lease.name], namespace: lease.namespace, ...options },
        onWait: (waitMs) => void waitsMs.push(waitMs),
      },
      stop.signal,
      async (signal, leadsUntilMs) => {
        work.isRunning = true;
        work.leadsUntilMs = leadsUntilMs;
        await whenAborted(signal);
        work.isRunning = false;
      },
    );
    return { work, end };
  }

  async function leader(): Promise<Candidate> {
    const pod = new Candidate('pod_1', { server, clock }).run();
    await clock.advance(0);
    assert.equal(pod.election.isLeader(), true);
    return pod;
  }

  it('a takeover begins when the present leader has stopped, which leads again afterwards', async () => {
    const pod = await leader();
    const { work, end } = placed();
    await clock.advance(2_500);
    assert.equal(pod.election.isLeader(), false);
    assert.equal(work.isRunning, false);
    await clock.advance(8_000);
    assert.equal(work.isRunning, true);
    assert.deepEqual(waitsMs, [10_000]);
    await clock.advance(120_000);
    assert.equal(pod.election.isLeader(), false);
    assert.match(String(storedRecord(server)?.holderIdentity), /^laptop_/);
    stop.abort();
    await end;
    assert.equal(work.isRunning, false);
    await clock.advance(4_500);
    assert.equal(pod.election.isLeader(), true);
  });

  it('a takeover begins at once if no process holds the Lease', async () => {
    const { work, end } = placed();
    await clock.advance(0);
    assert.equal(work.isRunning, true);
    assert.deepEqual(waitsMs, []);
    stop.abort();
    await end;
    assert.equal(storedRecord(server)?.holderIdentity, '');
  });

  it('a takeover leads for ten seconds after each renewal, and no longer after a loss', async () => {
    const { work, end } = placed();
    await clock.advance(60_000);
    const leftMs = (work.leadsUntilMs() ?? 0) - clock.monotonic();
    assert.ok(leftMs > 7_000 && leftMs <= 10_000, String(leftMs));
    const lost = assert.rejects(end, NotLeaderError.is);
    await server.client().patch(leaseKind, lease, { type: 'merge', body: { spec: { holderIdentity: 'other_1' } } });
    await clock.advance(2_500);
    assert.equal(work.leadsUntilMs(), 0);
    await lost;
  });

  it('a takeover holds the Leases of all namespaces, also if its own namespace doesn’t exist', async () => {
    const pod = await leader();
    const { work, end } = placed({ namespace: 'absent' });
    await clock.advance(11_000);
    assert.equal(work.isRunning, true);
    assert.equal(pod.election.isLeader(), false);
    stop.abort();
    await end;
  });

  it('a takeover leaves the Leases of other copies of the operator in other namespaces', async () => {
    const pod = await leader();
    const { work, end } = placed({ namespace: 'default', isOnlyCopy: false });
    await clock.advance(11_000);
    assert.equal(work.isRunning, true);
    assert.equal(pod.election.isLeader(), true);
    stop.abort();
    await end;
  });

  it('a takeover stops its work, and fails, when another process takes the Lease', async () => {
    const { work, end } = placed();
    const failure = assert.rejects(end, NotLeaderError.is);
    await clock.advance(0);
    assert.equal(work.isRunning, true);
    const body = { spec: { holderIdentity: 'other_1' } };
    await server.client().patch(leaseKind, lease, { type: 'merge', body });
    await clock.advance(2_500);
    await failure;
    assert.equal(work.isRunning, false);
    assert.equal(storedRecord(server)?.holderIdentity, 'other_1');
  });
});
