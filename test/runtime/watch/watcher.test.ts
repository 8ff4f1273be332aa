import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Backoff } from '../../../lib/clock/index.ts';
import {
  type Transform,
  Watcher,
  type WatcherOptions,
  type WatchFailure,
  type WatchSink,
} from '../../../lib/runtime/watch/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { configMap } from '../stored-object.ts';
import { type Fault, WatchServer } from './watch-server.ts';

describe('Watcher', () => {
  let clock: ManualClock;
  let server: WatchServer;
  let logger: RecordingLogger;
  let controller: AbortController;
  let told: string[];
  let failures: WatchFailure[];
  let run: Promise<void>;

  const sink: WatchSink = {
    replaced: (objects, version) =>
      told.push(
        `replaced ${objects.map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`).join(' ')} to ${version}`,
      ),
    applied: ({ metadata }) => told.push(`applied ${metadata.name}@${metadata.resourceVersion}`),
    deleted: ({ metadata }) => told.push(`deleted ${metadata.name}@${metadata.resourceVersion}`),
    progressed: (version) => told.push(`progressed to ${version}`),
  };

  beforeEach(() => {
    clock = new ManualClock();
    server = new WatchServer(clock);
    logger = new RecordingLogger();
    controller = new AbortController();
    told = [];
    failures = [];
    run = Promise.resolve();
  });

  afterEach(async () => {
    controller.abort(new Error('the test is over'));
    await run;
    await clock.advance(0);
    assert.equal(clock.pendingCount, 0, 'a timer outlives the watcher');
  });

  async function start(options: Partial<WatcherOptions> = {}): Promise<void> {
    const watcher = new Watcher(
      { client: server, clock, logger },
      {
        kind: configMap,
        sink,
        backoff: new Backoff({ baseMs: 800, maxMs: 30_000, jitter: 0 }),
        random: () => 0.5,
        onFailure: (failure) => failures.push(failure),
        ...options,
      },
    );
    run = watcher.run(controller.signal);
    await clock.advance(0);
  }

  const warnings = () => logger.lines.filter(({ level }) => level === 'warn').map(({ message }) => message);
  /** Milliseconds between the requests since the `first`th. */
  const gaps = (first = 0) =>
    server.requests
      .slice(first)
      .map(({ atMs }, index, all) => atMs - (all[index - 1]?.atMs ?? atMs))
      .slice(1);

  describe('listing', () => {
    it('asks for the latest state in pages, and shows them as one list when the last is in', async () => {
      for (let number = 0; number < 1200; number++) server.apply(`object-${number}`);
      await start({ namespace: 'default', labelSelector: 'app=x' });
      const lists = server.requests.filter((request) => request.verb === 'list');
      assert.deepEqual(
        lists.map(({ limit }) => limit),
        [500, 500, 500],
      );
      assert.deepEqual(
        lists.map((list) => [list.namespace, list.labelSelector, list.resourceVersion]),
        Array(3).fill(['default', 'app=x', undefined]),
      );
      assert.equal(told.length, 1);
      assert.equal(told[0]?.match(/object-/g)?.length, 1200);
    });

    it('shows nothing of a list while a page is missing, and goes on with that page', async () => {
      for (let number = 0; number < 700; number++) server.apply(`object-${number}`);
      server.listFaults.push({ type: 'end' }, { type: 'reset' }, { type: 'status', status: 503 });
      await start();
      assert.deepEqual(told, []);
      await clock.advance(800 + 1600);
      assert.equal(told.length, 1);
      assert.equal(server.count('list'), 4);
    });

    it('lists all in one answer when a list expires between two pages', async () => {
      for (let number = 0; number < 700; number++) server.apply(`object-${number}`);
      server.listFaults.push({ type: 'end' }, { type: 'reset' });
      await start();
      server.compact();
      server.delete('object-0');
      await clock.advance(800 + 1600);
      assert.deepEqual(
        server.requests.map(({ verb, ...request }) => [verb, 'limit' in request && request.limit]),
        [
          ['list', 500],
          ['list', 500],
          ['list', 500],
          ['list', undefined],
          ['watch', false],
        ],
      );
      assert.equal(told[0]?.match(/object-/g)?.length, 699);
    });

    it('watches from the moment that the list shows, so that nothing falls in between', async () => {
      server.apply('a');
      await start();
      server.apply('b');
      server.delete('a');
      await clock.advance(0);
      assert.deepEqual(told, ['replaced a@101 to 101', 'applied b@102', 'deleted a@103']);
    });
  });

  describe('following', () => {
    it('opens the next stream where the last one ended, after its last event', async () => {
      await start();
      server.apply('a');
      await clock.advance(30_000);
      assert.deepEqual(
        server.requests.map((request) => request.resourceVersion),
        [undefined, '100', '101'],
      );
      assert.equal(server.count('list'), 1);
    });

    it('opens the next stream after the last bookmark when other kinds have moved on', async () => {
      await start();
      for (let number = 0; number < 50; number++) server.age();
      await clock.advance(30_000);
      assert.equal(server.requests.at(-1)?.resourceVersion, '150');
      assert.deepEqual(told, ['replaced  to 100', 'progressed to 150']);
    });

    it('is not led back by a bookmark that comes late', async () => {
      server.hasLateBookmarks = true;
      await start();
      server.apply('a');
      await clock.advance(30_000);
      assert.equal(server.requests.at(-1)?.resourceVersion, '101');
      assert.deepEqual(told, ['replaced  to 100', 'applied a@101']);
    });

    it('asks for streams of about half a minute, not all of the same length', async () => {
      const lengths: (number | undefined)[] = [];
      for (const random of [0, 0.5, 0.999]) {
        await start({ random: () => random });
        lengths.push(
          server.requests.flatMap((request) => (request.verb === 'watch' ? [request.timeoutSeconds] : [])).at(-1),
        );
        controller.abort(new Error('next'));
        await run;
        controller = new AbortController();
      }
      assert.deepEqual(lengths, [25, 30, 35]);
    });

    it('tells the sink again when it failed', async () => {
      let fails = true;
      await start({
        sink: {
          ...sink,
          applied: (object) => {
            if (fails) throw new Error('out of order');
            sink.applied(object);
          },
        },
      });
      server.apply('a');
      await clock.advance(0);
      fails = false;
      await clock.advance(800);
      assert.deepEqual(told, ['replaced  to 100', 'applied a@101']);
      assert.deepEqual(warnings(), ['out of order']);
    });

    it('transforms all that the sink sees', async () => {
      const transform: Transform = (object) => ({
        ...object,
        metadata: { ...object.metadata, name: `my-${object.metadata.name}` },
      });
      server.apply('a');
      await start({ transform });
      server.apply('b');
      server.delete('b');
      await clock.advance(0);
      assert.deepEqual(told, ['replaced my-a@101 to 101', 'applied my-b@102', 'deleted my-b@103']);
    });
  });

  describe('losing its place in history', () => {
    it('lists again at once when the watch is refused for it', async () => {
      await start();
      server.apply('a');
      server.streamFaults.push({ type: 'status', status: 410, afterCount: 0 });
      await clock.advance(30_000);
      assert.deepEqual(told, ['replaced  to 100', 'applied a@101', 'replaced a@101 to 101']);
      assert.deepEqual(
        failures.map(({ type }) => type),
        ['expired'],
      );
      assert.deepEqual(warnings(), []);
    });

    it('lists again when it happens inside a stream, and shows what has vanished by a whole list', async () => {
      server.apply('a');
      server.apply('b');
      server.streamFaults.push({ type: 'reset', afterCount: 0 });
      await start();
      server.delete('a');
      server.compact();
      await clock.advance(800 + 1600);
      assert.deepEqual(told, ['replaced a@101 b@102 to 102', 'replaced b@102 to 103']);
    });

    it('does not ask without pause when each new list has expired right away', async () => {
      for (let number = 0; number < 40; number++)
        server.streamFaults.push({ type: 'status', status: 410, afterCount: 0 });
      await start();
      await clock.advance(60_000);
      assert.ok(server.count('list') <= 9, `${server.count('list')} lists in a minute`);
      assert.ok(server.count('list') >= 5);
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
      it('asks for the list ever more slowly, and never gives up', async () => {
        server.outage = fault;
        await start();
        await clock.advance(3_600_000);
        assert.deepEqual(gaps().slice(0, 8), [800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
        server.outage = undefined;
        await clock.advance(30_000);
        assert.deepEqual(told, ['replaced  to 100']);
        assert.equal(failures.length, server.count('list') - 1);
      });

      it('comes back to its stream ever more slowly, and misses nothing', async () => {
        server.apply('a');
        await start();
        await clock.advance(10_000);
        server.outage = fault;
        server.delete('a');
        server.apply('b');
        await clock.advance(3_600_000);
        assert.deepEqual(gaps(2).slice(0, 7), [800, 1600, 3200, 6400, 12_800, 25_600, 30_000]);
        server.outage = undefined;
        await clock.advance(30_000);
        assert.deepEqual(told.slice(0, 3), ['replaced a@101 to 101', 'deleted a@102', 'applied b@103']);
        assert.deepEqual(
          told.slice(3),
          fault.type === 'status' && fault.status === 404 ? ['replaced b@103 to 103'] : [],
        );
      });

      it('says it once, and once that it is over', async () => {
        server.outage = fault;
        await start();
        await clock.advance(600_000);
        assert.equal(warnings().length, 1);
        server.outage = undefined;
        await clock.advance(30_000);
        const spoken = logger.lines.filter(({ level }) => level !== 'debug');
        assert.deepEqual(
          spoken.map(({ level }) => level),
          ['warn', 'info'],
        );
        assert.equal(spoken[0]?.fields.watched, 'ConfigMap.v1');
      });
    });
  }

  describe('meeting a server that wants to be left alone', () => {
    it('waits as long as it is told to', async () => {
      server.listFaults.push({ type: 'status', status: 429, retryAfterMs: 12_000 });
      await start();
      await clock.advance(11_999);
      assert.equal(server.count('list'), 1);
      await clock.advance(1);
      assert.equal(server.count('list'), 2);
    });

    it('waits no less than it would by itself', async () => {
      server.listFaults.push({ type: 'status', status: 429, retryAfterMs: 1 });
      await start();
      await clock.advance(799);
      assert.equal(server.count('list'), 1);
    });

    it('does not wait for days', async () => {
      server.listFaults.push({ type: 'status', status: 503, retryAfterMs: 86_400_000 });
      await start();
      await clock.advance(600_000);
      assert.equal(server.count('list'), 2);
    });
  });

  it('says what to do when the kind is not installed, and begins by itself when it is', async () => {
    server.outage = { type: 'status', status: 404 };
    await start();
    await clock.advance(600_000);
    assert.deepEqual(warnings().length, 1);
    assert.match(warnings()[0] ?? '', /can't list ConfigMap\.v1: .*install its CustomResourceDefinition/);
    server.outage = undefined;
    server.apply('a');
    await clock.advance(30_000);
    assert.deepEqual(told, ['replaced a@101 to 101']);
  });

  it('asks for a new list when the server rejects a watch for good', async () => {
    server.streamFaults.push({ type: 'status', status: 400, afterCount: 0 });
    await start();
    await clock.advance(800);
    assert.deepEqual(
      server.requests.map(({ verb }) => verb),
      ['list', 'watch', 'list', 'watch'],
    );
  });

  describe('meeting streams that die at once', () => {
    for (const type of ['end', 'reset'] as const) {
      it(`does not take their opening for health (${type})`, async () => {
        for (let number = 0; number < 40; number++) server.streamFaults.push({ type, afterCount: 1 });
        await start();
        for (let second = 0; second < 60; second++) {
          server.apply('a');
          await clock.advance(1000);
        }
        assert.ok(server.count('watch') <= 9, `${server.count('watch')} streams in a minute`);
        assert.equal(server.count('list'), 1);
      });
    }

    it('starts with short delays again after a stream that lived', async () => {
      for (let number = 0; number < 4; number++) server.streamFaults.push({ type: 'reset', afterCount: 0 });
      server.streamFaults.push({ type: 'reset', afterCount: 1 });
      await start();
      await clock.advance(800 + 1600 + 3200 + 6400 + 10_000);
      server.apply('a');
      await clock.advance(800);
      assert.deepEqual(gaps(1), [800, 1600, 3200, 6400, 10_800]);
    });
  });

  describe('meeting silence', () => {
    it('gives a stream up within 45 s of the last sign of life, and misses nothing', async () => {
      server.streamFaults.push({ type: 'silence', afterCount: 1 });
      await start({ random: () => 0.999 });
      server.apply('a');
      await clock.advance(0);
      server.apply('b');
      await clock.advance(45_000);
      assert.deepEqual(told, ['replaced  to 100', 'applied a@101', 'applied b@102']);
      assert.match(warnings()[0] ?? '', /the API server has been silent for 8 s beyond its time/);
    });

    it('leaves a stream alone that still brings something when its time is up, until it falls silent', async () => {
      server.isEndless = true;
      await start({ random: () => 0 });
      for (let time = 0; time < 100; time += 4) {
        server.apply('a');
        await clock.advance(4000);
      }
      assert.equal(server.count('watch'), 1);
      await clock.advance(16_000);
      assert.equal(server.count('watch'), 2);
    });

    it('gives a list up within 45 s', async () => {
      server.apply('a');
      server.listFaults.push({ type: 'silence' });
      await start();
      await clock.advance(45_000 + 800);
      assert.deepEqual(told, ['replaced a@101 to 101']);
    });
  });

  describe('stopping', () => {
    const states: Readonly<Record<string, () => void>> = {
      listing: () => server.listFaults.push({ type: 'silence' }),
      watching: () => undefined,
      'backing off': () => server.listFaults.push({ type: 'reset' }),
    };
    for (const [state, prepare] of Object.entries(states)) {
      it(`ends at once while ${state}, and tells nothing more`, async () => {
        prepare();
        await start();
        const before = [...told];
        controller.abort(new Error('stop'));
        await run;
        server.apply('a');
        await clock.advance(60_000);
        assert.deepEqual(told, before);
        assert.deepEqual(
          warnings().filter((warning) => warning.includes('stop')),
          [],
        );
      });
    }

    it('ends in the middle of a burst', async () => {
      await start({
        sink: {
          ...sink,
          applied: (object) => {
            sink.applied(object);
            controller.abort(new Error('stop'));
          },
        },
      });
      for (const name of ['a', 'b', 'c']) server.apply(name);
      await clock.advance(0);
      assert.deepEqual(told, ['replaced  to 100', 'applied a@101']);
    });

    it('leaves nothing on the signal, however many requests it has made', async () => {
      await start();
      await clock.advance(3_600_000);
      assert.ok(server.count('watch') > 100);
      assert.equal(getEventListeners(controller.signal, 'abort').length, 1);
    });

    it('does nothing at all once its signal has aborted', async () => {
      controller.abort(new Error('stopped before'));
      await start();
      await run;
      assert.deepEqual(server.requests, []);
    });
  });
});
