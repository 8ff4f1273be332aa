import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { isGone } from '../../../lib/client/index.ts';
import type { Transform } from '../../../lib/runtime/watch/index.ts';
import type { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { ObservedWatcher } from './observed-watcher.ts';
import type { Fault, WatchServer } from './watch-server.ts';

for (const streamedLists of ['offered', 'refused'] as const)
  describe(`Watcher, with streamed lists ${streamedLists}`, () => {
    let observed: ObservedWatcher;
    let clock: ManualClock;
    let server: WatchServer;
    let reports: readonly string[];

    beforeEach(() => {
      observed = new ObservedWatcher(streamedLists);
      ({ clock, server, reports } = observed);
    });

    afterEach(() => observed.stop());

    /** The faults of lists. */
    const failList = (...faults: Fault[]) =>
      streamedLists === 'offered'
        ? server.streamFaults.push(...faults.map((fault) => ({ ...fault, afterCount: 0 })))
        : server.listFaults.push(...faults);
    /** Returns the requests for a list that were not refused. */
    const lists = () =>
      server.requests.filter(
        ({ verb, resourceVersion }) =>
          verb === 'list' || (streamedLists === 'offered' && resourceVersion === undefined),
      );
    /** The events that a stream has sent before its list is over. */
    const listLength = (count: number) => (streamedLists === 'offered' ? count + 1 : 0);

    /** Returns the milliseconds between the requests since the `first`th. */
    const gaps = (first = 0) =>
      server.requests
        .slice(first)
        .map(({ atMs }, index, all) => atMs - (all[index - 1]?.atMs ?? atMs))
        .slice(1);

    describe('after the list', () => {
      it('watches from the version of the list, so that no change is lost', async () => {
        server.apply('a');
        await observed.start();
        server.apply('b');
        server.delete('a');
        await clock.advance(0);
        assert.deepEqual(reports, ['replaced a@101 to 101', 'applied b@102', 'deleted a@103']);
      });

      it('opens the next stream after the last event of the previous stream', async () => {
        await observed.start();
        server.apply('a');
        await clock.advance(30_000);
        assert.equal(server.requests.at(-1)?.resourceVersion, '101');
        assert.equal(lists().length, 1);
      });

      it('opens the next stream after the last bookmark when other kinds have changed', async () => {
        await observed.start();
        for (let number = 0; number < 50; number++) server.age();
        await clock.advance(30_000);
        assert.equal(server.requests.at(-1)?.resourceVersion, '150');
        assert.deepEqual(reports, ['replaced  to 100', 'progressed to 150']);
      });

      it('lists again and reports a regression when a restore of etcd has set the versions back', async () => {
        const regressions: string[] = [];
        server.apply('a');
        const backup = server.version;
        await observed.start({ onRegression: (seen, shown) => regressions.push(`${seen} to ${shown}`) });
        server.apply('a');
        server.apply('b');
        await clock.advance(0);
        server.restore(backup);
        server.streamFaults.push({ type: 'reset', afterCount: 0 });
        await clock.advance(80_000);
        assert.deepEqual(regressions, ['103 to 101']);
        assert.equal(reports.at(-1), 'replaced a@101 to 101');
        assert.equal(observed.warnings.filter((message) => message.includes('restore of etcd')).length, 1);
        server.apply('c');
        await clock.advance(0);
        assert.equal(reports.at(-1), 'applied c@102');
      });

      it('ignores a bookmark of an earlier version', async () => {
        server.hasLateBookmarks = true;
        await observed.start();
        server.apply('a');
        await clock.advance(30_000);
        assert.equal(server.requests.at(-1)?.resourceVersion, '101');
        assert.deepEqual(reports, ['replaced  to 100', 'applied a@101']);
      });

      it('requests streams of about half a minute with different lengths', async () => {
        const lengths: (number | undefined)[] = [];
        for (const random of [0, 0.5, 0.999]) {
          clock.randomValue = random;
          await observed.start();
          lengths.push(
            server.requests.flatMap((request) => (request.verb === 'watch' ? [request.timeoutSeconds] : [])).at(-1),
          );
          await observed.stop();
        }
        assert.deepEqual(lengths, [25, 30, 35]);
      });

      it('requests long streams if connections notice a dead server, except after a failure', async () => {
        const lengths = () =>
          server.requests.flatMap((request) => (request.verb === 'watch' ? [request.timeoutSeconds] : []));
        server.hasWatchfulConnections = true;
        clock.randomValue = 0.5;
        await observed.start();
        assert.equal(lengths().at(-1), 450);
        server.streamFaults.push({ type: 'reset', afterCount: 0 });
        await clock.advance(450_000);
        const before = lengths().length;
        await clock.advance(2_000);
        assert.equal(lengths()[before], 30);
        await clock.advance(30_000);
        assert.equal(lengths().at(-1), 450);
      });

      it('tries again when no connection for watches could be opened', async () => {
        server.isUnreachable = true;
        await observed.start();
        assert.equal(server.count('watch'), 0);
        server.isUnreachable = false;
        await clock.advance(800);
        assert.equal(reports.at(-1), 'replaced  to 100');
      });

      it('reports an object to the sink again when the sink failed', async () => {
        let fails = true;
        await observed.start({
          sink: {
            ...observed.sink,
            apply: (object) => {
              if (fails) throw new Error('out of order');
              observed.sink.apply(object);
            },
          },
        });
        server.apply('a');
        await clock.advance(0);
        fails = false;
        await clock.advance(800);
        assert.deepEqual(reports, ['replaced  to 100', 'applied a@101']);
        assert.deepEqual(observed.warnings, ['out of order']);
      });

      it('transforms all objects that the sink receives', async () => {
        const transform: Transform = (object) => ({
          ...object,
          metadata: { ...object.metadata, name: `my-${object.metadata.name}` },
        });
        server.apply('a');
        await observed.start({ transform });
        server.apply('b');
        server.delete('b');
        await clock.advance(0);
        assert.deepEqual(reports, ['replaced my-a@101 to 101', 'applied my-b@102', 'deleted my-b@103']);
      });
    });

    describe('when the API server answers that there is no such kind', () => {
      const absent: Fault = { type: 'status', status: 404 };
      let responses: (boolean | Error)[];
      let missingCount: number;

      const isServed = async () => {
        const response = responses.shift() ?? assert.fail('asked once too often');
        if (typeof response !== 'boolean') throw response;
        return response;
      };

      beforeEach(async () => {
        missingCount = 0;
        responses = [new Error('no response'), true, false];
        failList(absent, absent, absent, absent);
        const missing = () => {
          missingCount += 1;
        };
        await observed.start({ isServed, sink: { ...observed.sink, clearUnserved: missing } });
      });

      it('reports a kind as missing only when the server’s discovery confirms it', async () => {
        await clock.advance(2_200);
        assert.deepEqual([missingCount, responses.length], [0, 1]);
        await clock.advance(60_000);
        assert.deepEqual([missingCount, responses.length], [2, 0]);
        assert.equal(reports.at(-1), 'replaced  to 100');
      });

      it('reports a kind as served once it is installed', async () => {
        await clock.advance(60_000);
        responses = [true];
        server.streamFaults.push({ ...absent, afterCount: 0 });
        await clock.advance(60_000);
        assert.deepEqual([missingCount, responses.length], [2, 0]);
      });
    });

    describe('whose version expires', () => {
      it('lists again at once when a watch is refused because its version has expired', async () => {
        await observed.start();
        server.apply('a');
        server.streamFaults.push({ type: 'status', status: 410, afterCount: 0 });
        await clock.advance(30_000);
        assert.deepEqual(reports, ['replaced  to 100', 'applied a@101', 'replaced a@101 to 101']);
        assert.deepEqual(observed.failures.map(isGone), [true]);
        assert.deepEqual(observed.warnings, []);
      });

      it('lists again when the version expires inside a stream, and shows which objects have vanished', async () => {
        server.apply('a');
        server.apply('b');
        server.streamFaults.push({ type: 'reset', afterCount: listLength(2) });
        await observed.start();
        server.delete('a');
        server.compact();
        await clock.advance(800 + 1600);
        assert.deepEqual(reports, ['replaced a@101 b@102 to 102', 'replaced b@102 to 103']);
      });

      it('delays further lists when each new list expires at once', async () => {
        for (let number = 0; number < 40; number++)
          server.streamFaults.push({ type: 'status', status: 410, afterCount: 0 });
        await observed.start();
        await clock.advance(60_000);
        assert.ok(lists().length <= 10, `${lists().length} lists in a minute`);
        assert.ok(lists().length >= 5);
      });
    });

    const faults: Readonly<Record<string, Fault>> = {
      'a lost connection': { type: 'reset' },
      'status 401': { type: 'status', status: 401 },
      'status 403': { type: 'status', status: 403 },
      'status 404': { type: 'status', status: 404 },
      'status 429': { type: 'status', status: 429 },
      'status 500': { type: 'status', status: 500 },
      'status 503': { type: 'status', status: 503 },
    };
    for (const [what, fault] of Object.entries(faults)) {
      describe(`meeting ${what}`, () => {
        it('requests the list at growing intervals during an outage, permanently', async () => {
          server.outage = fault;
          await observed.start();
          await clock.advance(3_600_000);
          assert.deepEqual(gaps().slice(0, 8), [800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
          assert.equal(observed.failures.length, server.requests.length);
          server.outage = undefined;
          await clock.advance(30_000);
          assert.deepEqual(reports, ['replaced  to 100']);
        });

        it('resumes its stream at growing intervals during an outage, and misses nothing', async () => {
          server.apply('a');
          await observed.start();
          await clock.advance(10_000);
          const requestCount = server.requests.length;
          server.outage = fault;
          server.delete('a');
          server.apply('b');
          await clock.advance(3_600_000);
          assert.deepEqual(gaps(requestCount).slice(0, 7), [800, 1600, 3200, 6400, 12_800, 25_600, 30_000]);
          server.outage = undefined;
          await clock.advance(30_000);
          assert.deepEqual(reports.slice(0, 3), ['replaced a@101 to 101', 'deleted a@102', 'applied b@103']);
          assert.deepEqual(
            reports.slice(3),
            fault.type === 'status' && fault.status === 404 ? ['replaced b@103 to 103'] : [],
          );
        });

        it('logs the start and the end of an outage once each', async () => {
          server.outage = fault;
          await observed.start();
          await clock.advance(600_000);
          assert.equal(observed.warnings.length, 1);
          server.outage = undefined;
          await clock.advance(30_000);
          const spoken = observed.logger.lines.filter(({ level }) => level !== 'debug');
          assert.deepEqual(
            spoken.map(({ level }) => level),
            ['warn', 'info'],
          );
          assert.equal(spoken[0]?.fields.watched, 'ConfigMap.v1');
        });
      });
    }

    describe('of a server that asks to retry later', () => {
      it('waits before a retry as long as the API server asks', async () => {
        failList({ type: 'status', status: 429, retryAfterMs: 12_000 });
        await observed.start();
        await clock.advance(11_999);
        assert.equal(lists().length, 1);
        await clock.advance(1);
        assert.equal(lists().length, 2);
      });

      it('logs nothing about a busy server if the next attempt succeeds', async () => {
        failList({ type: 'status', status: 429, retryAfterMs: 1 });
        await observed.start();
        await clock.advance(30_000);
        assert.equal(lists().length, 2);
        assert.deepEqual(observed.warnings, []);
      });

      it('waits at least its own backoff, even if the API server asks for less', async () => {
        failList({ type: 'status', status: 429, retryAfterMs: 1 });
        await observed.start();
        await clock.advance(799);
        assert.equal(lists().length, 1);
      });

      it('limits the wait that the API server asks for to ten minutes', async () => {
        failList({ type: 'status', status: 503, retryAfterMs: 86_400_000 });
        await observed.start();
        await clock.advance(599_999);
        assert.equal(lists().length, 1);
        await clock.advance(1);
        assert.equal(lists().length, 2);
      });
    });

    it('logs the remedy when a kind isn’t installed, and begins by itself when it is', async () => {
      server.outage = { type: 'status', status: 404 };
      await observed.start();
      await clock.advance(600_000);
      assert.deepEqual(observed.warnings.length, 1);
      assert.match(
        observed.warnings[0] ?? '',
        /can't (list|watch) ConfigMap\.v1: .*install its CustomResourceDefinition/,
      );
      server.outage = undefined;
      server.apply('a');
      await clock.advance(30_000);
      assert.deepEqual(reports, ['replaced a@101 to 101']);
    });

    it('requests a new list when the server rejects a watch permanently', async () => {
      await observed.start();
      server.streamFaults.push({ type: 'status', status: 400, afterCount: 0 });
      await clock.advance(30_800);
      assert.equal(lists().length, 2);
      assert.deepEqual(reports, ['replaced  to 100', 'replaced  to 100']);
    });

    describe('whose streams end at once', () => {
      for (const type of ['end', 'reset'] as const) {
        it(`doesn’t count an opened stream as success (${type})`, async () => {
          for (let number = 0; number < 40; number++) server.streamFaults.push({ type, afterCount: 1 });
          await observed.start();
          for (let second = 0; second < 60; second++) {
            server.apply('a');
            await clock.advance(1000);
          }
          assert.ok(server.count('watch') <= 9, `${server.count('watch')} streams in a minute`);
          assert.equal(lists().length, 1);
        });
      }

      it('starts with short delays again after a long stream', async () => {
        await observed.start();
        const requestCount = server.requests.length;
        for (let number = 0; number < 4; number++) server.streamFaults.push({ type: 'reset', afterCount: 0 });
        server.streamFaults.push({ type: 'reset', afterCount: 1 });
        await clock.advance(30_000 + 800 + 1600 + 3200 + 6400 + 10_000);
        server.apply('a');
        await clock.advance(800);
        assert.deepEqual(gaps(requestCount), [800, 1600, 3200, 6400, 10_800]);
      });
    });

    describe('whose server is silent', () => {
      it('ends a silent stream within 45 s of the last received byte, and misses nothing', async () => {
        server.streamFaults.push({ type: 'silence', afterCount: listLength(0) + 1 });
        clock.randomValue = 0.999;
        await observed.start();
        server.apply('a');
        await clock.advance(0);
        server.apply('b');
        await clock.advance(45_000);
        assert.deepEqual(reports, ['replaced  to 100', 'applied a@101', 'applied b@102']);
        assert.match(observed.warnings[0] ?? '', /the API server has been silent for 8 s beyond its time/);
      });

      it('keeps an overdue stream that still brings events, until it is silent', async () => {
        server.isEndless = true;
        clock.randomValue = 0;
        await observed.start();
        const requestCount = server.requests.length;
        for (let time = 0; time < 100; time += 4) {
          server.apply('a');
          await clock.advance(4000);
        }
        assert.equal(server.requests.length, requestCount);
        await clock.advance(16_000);
        assert.equal(server.requests.length, requestCount + 1);
      });

      it('ends a silent list within 45 s', async () => {
        server.apply('a');
        failList({ type: 'silence' });
        await observed.start();
        await clock.advance(45_000 + 800);
        assert.deepEqual(reports, ['replaced a@101 to 101']);
      });
    });

    describe('stopping', () => {
      const states: Readonly<Record<string, () => void>> = {
        listing: () => failList({ type: 'silence' }),
        watching: () => undefined,
        'backing off': () => failList({ type: 'reset' }),
      };
      for (const [state, prepare] of Object.entries(states)) {
        it(`a Watcher ends at once while ${state}, and reports nothing more`, async () => {
          prepare();
          await observed.start();
          const before = [...reports];
          await observed.stop();
          server.apply('a');
          await clock.advance(60_000);
          assert.deepEqual(reports, before);
          assert.deepEqual(
            observed.warnings.filter((warning) => warning.includes('stop')),
            [],
          );
        });
      }

      it('a Watcher ends during a burst of events', async () => {
        await observed.start({
          sink: {
            ...observed.sink,
            apply: (object) => {
              observed.sink.apply(object);
              observed.abort();
            },
          },
        });
        for (const name of ['a', 'b', 'c']) server.apply(name);
        await clock.advance(0);
        assert.deepEqual(reports, ['replaced  to 100', 'applied a@101']);
      });

      it('an aborted Watcher reports no failure if its stream ends at the same moment', async () => {
        await observed.start({ sink: { ...observed.sink, apply: () => observed.abort() } });
        server.streamFaults.push({ type: 'end', afterCount: 1 });
        await clock.advance(30_000);
        server.apply('a');
        await clock.advance(0);
        assert.equal(observed.signal.aborted, true);
        assert.deepEqual([observed.failures, observed.warnings], [[], []]);
      });

      it('a Watcher leaves no listener on the signal after any number of requests', async () => {
        await observed.start();
        await clock.advance(3_600_000);
        assert.ok(server.count('watch') > 100);
        assert.equal(getEventListeners(observed.signal, 'abort').length, 1);
      });

      it('a Watcher sends no request once its signal has aborted', async () => {
        observed.abort();
        await observed.start();
        await observed.stop();
        assert.deepEqual(server.requests, []);
      });
    });
  });
