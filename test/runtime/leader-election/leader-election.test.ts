import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { ApiError, type Client, ConnectionError } from '../../../lib/client/index.ts';
import type { Clock } from '../../../lib/clock/index.ts';
import { LeaderElection, NotLeaderError } from '../../../lib/runtime/leader-election/index.ts';
import { leaseKind } from '../../../lib/runtime/lease/index.ts';
import { jsonLogger, silentLogger } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { ObservedCluster } from '../observed-cluster.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { Candidate, lease, storedRecord } from './candidate.ts';

const leaseDurationMs = 15_000;
const renewDeadlineMs = 10_000;
const retryPeriodMs = 2_000;
const longestRetryMs = 4_400;

describe('LeaderElection', () => {
  let clock: ManualClock;
  let server: ObservedCluster;

  beforeEach(async () => {
    clock = new ManualClock();
    server = await ObservedCluster.start({ namespaces: [lease.namespace] });
  });

  function candidate(identity: string, options: { wallOffsetMs?: number } = {}): Candidate {
    return new Candidate(identity, { server, clock, ...options });
  }

  /** A candidate that leads. */
  async function leader(identity = 'one_1'): Promise<Candidate> {
    const elected = candidate(identity).run();
    await clock.advance(0);
    assert.equal(elected.election.isLeader(), true);
    return elected;
  }

  /** Lets time pass until `condition` holds, in steps of a tenth of a second. @returns the time that it took. */
  async function timeUntil(condition: () => boolean, atMostMs: number): Promise<number> {
    for (let elapsedMs = 0; elapsedMs <= atMostMs; elapsedMs += 100) {
      if (condition()) return elapsedMs;
      await clock.advance(100);
    }
    throw new assert.AssertionError({ message: `not within ${atMostMs} ms` });
  }

  it('leads at once if there is no Lease, and creates the Lease', async () => {
    await leader('one_1');
    assert.deepEqual(storedRecord(server), {
      holderIdentity: 'one_1',
      leaseDurationSeconds: 15,
      acquireTime: '2030-01-01T00:00:00.000000Z',
      renewTime: '2030-01-01T00:00:00.000000Z',
      leaseTransitions: 0,
    });
    assert.deepEqual(server.calls, ['get leases system/memcached-operator', 'create leases system/memcached-operator']);
  });

  it('takes a Lease that another actor has created without a holder', async () => {
    const empty = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: lease };
    await server.client().create(leaseKind, empty);
    await leader('one_1');
    assert.equal(storedRecord(server)?.holderIdentity, 'one_1');
    assert.equal(storedRecord(server)?.leaseTransitions, 1);
  });

  it('renews the Lease every two seconds by one request, and keeps the time of the election', async () => {
    const { election } = await leader();
    server.calls.length = 0;
    await clock.advance(60_000);
    assert.equal(election.isLeader(), true);
    assert.deepEqual(server.calls, Array(30).fill('patch leases system/memcached-operator'));
    assert.deepEqual(storedRecord(server), {
      holderIdentity: 'one_1',
      leaseDurationSeconds: 15,
      acquireTime: '2030-01-01T00:00:00.000000Z',
      renewTime: '2030-01-01T00:01:00.000000Z',
      leaseTransitions: 0,
    });
  });

  it('doesn’t lead as long as another candidate renews the Lease', async () => {
    await leader();
    const other = candidate('two_2').run();
    await clock.advance(10 * leaseDurationMs);
    assert.equal(other.election.isLeader(), false);
    assert.deepEqual(other.leading, [false]);
  });

  it('a leader election needs only the rights to get, create and patch the Lease', async () => {
    const first = await leader();
    candidate('two_2').run();
    await clock.advance(leaseDurationMs);
    const stopped = first.stop();
    await clock.advance(leaseDurationMs);
    await stopped;
    assert.deepEqual(new Set(server.calls.map((call) => call.split(' ')[0])), new Set(['get', 'create', 'patch']));
  });

  it('takes over when the leader has been silent for its lease duration, and not before', async () => {
    const first = await leader();
    const second = candidate('two_2').run();
    await clock.advance(30_000);
    first.wire.state = 'requests-lost';
    const elapsedMs = await timeUntil(() => second.election.isLeader(), 30_000);
    assert.ok(elapsedMs >= leaseDurationMs - retryPeriodMs, `after ${elapsedMs} ms`);
    assert.ok(elapsedMs <= leaseDurationMs + 2 * longestRetryMs, `after ${elapsedMs} ms`);
    assert.equal(first.election.isLeader(), false);
    assert.equal(storedRecord(server)?.holderIdentity, 'two_2');
    assert.equal(storedRecord(server)?.leaseTransitions, 1);
  });

  for (const wallOffsetMs of [-3_600_000, 3_600_000]) {
    it(`measures a leader’s silence by a monotonic clock, not by wall clocks (${wallOffsetMs / 1000} s)`, async () => {
      const first = await leader();
      const second = candidate('two_2', { wallOffsetMs }).run();
      await clock.advance(60_000);
      assert.equal(second.election.isLeader(), false);
      first.wire.state = 'refused';
      await timeUntil(() => second.election.isLeader(), leaseDurationMs + 2 * longestRetryMs);
    });
  }

  it('waits for a whole lease duration after its first read of a dead leader’s Lease', async () => {
    const dead = await leader();
    dead.pause();
    await clock.advance(60_000);
    const second = candidate('two_2').run();
    await clock.advance(leaseDurationMs - 1);
    assert.equal(second.election.isLeader(), false);
    await clock.advance(longestRetryMs + 1);
    assert.equal(second.election.isLeader(), true);
  });

  it('releases the Lease when it stops, so that another candidate takes over at its next attempt', async () => {
    const first = await leader();
    const second = candidate('two_2').run();
    await clock.advance(20_000);
    const stopped = first.stop();
    assert.equal(first.election.isLeader(), false, 'it must not lead while it releases');
    await clock.advance(0);
    await stopped;
    assert.deepEqual(storedRecord(server), {
      holderIdentity: '',
      leaseDurationSeconds: 1,
      acquireTime: '2030-01-01T00:00:20.000000Z',
      renewTime: '2030-01-01T00:00:20.000000Z',
      leaseTransitions: 0,
    });
    await clock.advance(longestRetryMs);
    assert.equal(second.election.isLeader(), true);
    assert.equal(storedRecord(server)?.leaseTransitions, 1);
    assert.equal(storedRecord(server)?.leaseDurationSeconds, 15);
  });

  it('releases the Lease also when the last renewal is still under way', async () => {
    const first = await leader();
    first.wire.latencyMs = 300;
    await clock.advance(retryPeriodMs + 100);
    const stopped = first.stop();
    // The release reads the Lease, the renewal arrives, the release fails for its version and reads again.
    await clock.advance(3000);
    await stopped;
    assert.equal(storedRecord(server)?.holderIdentity, '');
  });

  it('stops within five seconds when the API server does not answer the release', async () => {
    const first = await leader();
    first.wire.state = 'requests-lost';
    const stopped = first.stop();
    await clock.advance(renewDeadlineMs / 2);
    await stopped;
    assert.equal(clock.pendingCount, 0);
  });

  it('stops a standby candidate without a request', async () => {
    await leader();
    const standby = candidate('two_2').run();
    await clock.advance(100);
    server.calls.length = 0;
    await standby.stop();
    assert.deepEqual(server.calls, []);
  });

  it('loses the lead ten seconds after it sent the last successful renewal', async () => {
    const { election, wire } = await leader();
    wire.latencyMs = 500;
    await clock.advance(2000 + 100); // the renewal was sent at 2.0 s and is still under way
    wire.latencyMs = 0;
    await clock.advance(900);
    wire.state = 'refused';
    await clock.advance(12_000 - 3000 - 1);
    assert.equal(election.isLeader(), true);
    await clock.advance(1);
    assert.equal(election.isLeader(), false);
  });

  it('wins the lead again, in a new term, when the API server is back', async () => {
    const { election, wire, events, leading } = await leader();
    const term = await election.term();
    wire.state = 'refused';
    await clock.advance(60_000);
    assert.equal(term.aborted, true);
    assert.ok(NotLeaderError.is(term.reason));
    wire.state = 'up';
    await clock.advance(longestRetryMs);
    assert.equal(election.isLeader(), true);
    assert.equal((await election.term()).aborted, false);
    assert.equal(storedRecord(server)?.leaseTransitions, 0, 'the holder has not changed');
    assert.deepEqual(leading, [false, true, false, true]);
    assert.deepEqual(events, ['one_1 became leader', 'one_1 stopped leading', 'one_1 became leader']);
  });

  it('keeps the lead when a single request hangs', async () => {
    const { election, wire, leading } = await leader();
    wire.state = 'requests-lost';
    await clock.advance(retryPeriodMs + 100);
    wire.state = 'up';
    await clock.advance(30_000);
    assert.equal(election.isLeader(), true);
    assert.deepEqual(leading, [false, true]);
  });

  it('keeps the lead when a renewal was stored and the response was lost', async () => {
    const { election, wire, leading } = await leader();
    wire.state = 'responses-lost';
    await clock.advance(retryPeriodMs + 100);
    wire.state = 'up';
    await clock.advance(30_000);
    assert.equal(election.isLeader(), true);
    assert.deepEqual(leading, [false, true]);
  });

  it('doesn’t lead after a pause beyond the deadline', async () => {
    const first = await leader();
    const term = await first.election.term();
    await clock.advance(retryPeriodMs - 1);
    first.pause();
    await clock.advance(30_000);
    assert.equal(term.aborted, false, 'it has noticed nothing');
    assert.equal(first.election.isLeader(), false);
    first.resume();
    assert.equal(term.aborted, true);
  });

  it('ends a term whose deadline has passed when a renewal arrives before the timer of the deadline', async () => {
    let [isDown, latencyMs] = [false, 0];
    const client = server.client(async (request) => {
      if (isDown) throw new ConnectionError('refused', { server: new URL('https://10.0.0.1'), source: 'test' });
      const response = await request();
      await clock.sleep(latencyMs);
      return response;
    });
    const events: string[] = [];
    const ports = {
      client,
      clock: clockWithLateTimers(clock, 3_000),
      logger: silentLogger,
      events: { record: (_lease: unknown, { message }: { readonly message: string }) => void events.push(message) },
      metrics: { leadershipBegan() {}, leadershipEnded() {} },
    };
    const election = new LeaderElection({ lease, identity: 'one_1' }, ports);
    const stop = new AbortController();
    const run = election.run(stop.signal);
    await clock.advance(0);
    const term = await election.term();
    isDown = true;
    await clock.advance(7_000);
    [isDown, latencyMs] = [false, 2_500];
    await clock.advance(renewDeadlineMs - 7_000 + 100); // the renewal was sent at 8 s
    assert.deepEqual([election.isLeader(), term.aborted], [false, false]);
    latencyMs = 0;
    await clock.advance(500);
    assert.deepEqual([election.isLeader(), term.aborted], [true, true]);
    assert.equal((await election.term()).aborted, false);
    assert.deepEqual(events, ['one_1 became leader', 'one_1 stopped leading', 'one_1 became leader']);
    stop.abort();
    await clock.advance(0);
    await run;
  });

  it('doesn’t lead on a response that it reads after the deadline', async () => {
    const first = candidate('one_1');
    first.wire.latencyMs = 1;
    first.run();
    await clock.advance(3); // get is answered, create under way
    first.pause();
    await clock.advance(renewDeadlineMs);
    assert.equal(storedRecord(server)?.holderIdentity, 'one_1');
    first.resume();
    assert.equal(first.election.isLeader(), false);
    await clock.advance(longestRetryMs);
    assert.equal(first.election.isLeader(), true);
  });

  it('stops leading at its next attempt when another actor has written another holder into the Lease', async () => {
    const { election } = await leader();
    await server.client().patch(leaseKind, lease, {
      type: 'merge',
      body: { spec: { holderIdentity: 'thief', leaseDurationSeconds: 15 } },
    });
    await clock.advance(retryPeriodMs);
    assert.equal(election.isLeader(), false);
    assert.equal(storedRecord(server)?.holderIdentity, 'thief');
  });

  it('leaves a deleted Lease to its known leader, which recreates the Lease', async () => {
    const first = await leader();
    const second = candidate('two_2').run();
    await clock.advance(20_000);
    first.wire.state = 'requests-lost';
    await clock.advance(100);
    await server.remove(leaseKind, lease);
    await clock.advance(longestRetryMs);
    assert.equal(second.election.isLeader(), false);
    first.wire.state = 'up';
    await clock.advance(5000);
    assert.equal(first.election.isLeader(), true);
    assert.equal(storedRecord(server)?.holderIdentity, 'one_1');
    assert.equal(second.election.isLeader(), false);
  });

  it('logs a repeated failure once, and leads when the API server is back', async () => {
    const warnings: string[] = [];
    const logger = jsonLogger({
      level: 'warn',
      destination: { write: (line) => void warnings.push(JSON.parse(line).error.message) },
    });
    const cutOff = new Candidate('one_1', { server, clock, logger });
    cutOff.wire.state = 'refused';
    cutOff.run();
    await clock.advance(60_000);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /10\.0\.0\.1/);
    cutOff.wire.state = 'up';
    await clock.advance(longestRetryMs);
    assert.equal(cutOff.election.isLeader(), true);
  });

  it('keeps the Lease while the API server answers renewals with 429, and logs that response once', async () => {
    const logger = new RecordingLogger();
    let busyCount = 0;
    const direct = server.client();
    const refused = { code: 429, reason: 'TooManyRequests', message: 'too many requests', causes: [] } as const;
    const client: Client = {
      ...direct,
      async patch(kind, key, patch, options) {
        if (busyCount === 0) return await direct.patch(kind, key, patch, options);
        // As an HttpClient does, which waits for the server's Retry-After, within the caller's limit.
        if (options?.longestRetryWaitMs !== 0) return await new Promise((_, fail) => abandoned(options?.signal, fail));
        busyCount -= 1;
        throw new ApiError({ verb: 'patch', kind, object: key }, { ...refused, retryAfterMs: 20_000 });
      },
    };
    const ports = {
      client,
      clock,
      logger,
      events: { record() {} },
      metrics: { leadershipBegan() {}, leadershipEnded() {} },
    };
    const election = new LeaderElection({ lease, identity: 'one_1' }, ports);
    const stop = new AbortController();
    const run = election.run(stop.signal);
    await clock.advance(0);
    const term = await election.term();
    busyCount = 3;
    await clock.advance(60_000);
    assert.equal(term.aborted, false);
    assert.equal(busyCount, 0);
    const warnings = logger.lines.filter(({ level }) => level === 'warn').map(({ fields }) => String(fields.error));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /too many requests/);
    stop.abort();
    await run;
  });
});

/** A clock whose timers call back late, as in a process that is busy. */
function clockWithLateTimers(clock: ManualClock, lateMs: number): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    random: () => clock.random(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    timer: (ms, callback) => clock.timer(ms + lateMs, callback),
  };
}

function abandoned(signal: AbortSignal | undefined, fail: (reason: unknown) => void): void {
  signal?.addEventListener('abort', () => fail(signal.reason), { once: true });
}
