import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Runnable, RunnableError, type RunnableGroup, runGroups } from '../../lib/runtime/runnable.ts';
import { jsonLogger } from '../../lib/telemetry/index.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';

const drainMs = 10_000;

describe('runGroups', () => {
  let clock: ManualClock;
  let stop: AbortController;
  let story: string[];
  let warnings: { msg: string; [field: string]: unknown }[];

  beforeEach(() => {
    clock = new ManualClock();
    stop = new AbortController();
    story = [];
    warnings = [];
  });

  afterEach(() => assert.equal(clock.pendingCount, 0, 'a timer is left behind'));

  /** Logs its start and stop, and takes time to stop. */
  function slow(name: string, stopsAfterMs = 0): Runnable {
    return {
      name,
      async run(signal) {
        story.push(`${name} starts`);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        story.push(`${name} is stopped`);
        await clock.sleep(stopsAfterMs);
        story.push(`${name} has stopped`);
      },
    };
  }

  function run(...groups: (readonly [name: string, ...runnables: Runnable[]])[]): Promise<string> {
    const logger = jsonLogger({
      level: 'warn',
      destination: { write: (line) => void warnings.push(JSON.parse(line)) },
    });
    const list = groups.map(([name, ...runnables]): RunnableGroup => ({ name, runnables, drainMs }));
    return runGroups(list, { clock, logger }, stop.signal).then(
      () => 'stopped',
      (error: unknown) => {
        assert.ok(error instanceof RunnableError, String(error));
        return error.message;
      },
    );
  }

  it('starts a group of runnables when all of the group before are ready', async () => {
    const synced = Promise.withResolvers<void>();
    const elected = Promise.withResolvers<void>();
    const caches = { ...slow('cache'), ready: () => synced.promise };
    const lease = { ...slow('lease'), ready: () => elected.promise };
    const end = run(['first', slow('server'), caches], ['second', lease], ['third', slow('controller')]);
    await clock.advance(0);
    assert.deepEqual(story, ['server starts', 'cache starts']);
    synced.resolve();
    await clock.advance(0);
    assert.deepEqual(story.slice(2), ['lease starts']);
    elected.resolve();
    await clock.advance(0);
    assert.deepEqual(story.slice(3), ['controller starts']);
    stop.abort();
    await clock.advance(0);
    assert.equal(await end, 'stopped');
  });

  it('stops groups in the reverse order, each when the one after it has ended', async () => {
    const end = run(['servers', slow('server')], ['controllers', slow('one', 3000), slow('other', 5000)]);
    await clock.advance(0);
    story.length = 0;
    stop.abort();
    await clock.advance(4999);
    assert.deepEqual(story, ['one is stopped', 'other is stopped', 'one has stopped']);
    await clock.advance(1);
    assert.deepEqual(story.slice(3), ['other has stopped', 'server is stopped', 'server has stopped']);
    assert.equal(await end, 'stopped');
    assert.deepEqual(warnings, []);
  });

  it('stops waiting for a group after its drain time, logs the late runnables, and stops the others', async () => {
    const end = run(['servers', slow('server')], ['controllers', slow('quick'), slow('stuck', drainMs + 1)]);
    await clock.advance(0);
    stop.abort();
    await clock.advance(drainMs - 1);
    assert.equal(story.includes('server is stopped'), false);
    await clock.advance(1);
    assert.equal(await end, 'stopped');
    assert.deepEqual(story.slice(-2), ['server is stopped', 'server has stopped']);
    assert.deepEqual(
      warnings.map(({ msg, group, runnables }) => ({ msg, group, runnables })),
      [{ msg: 'not stopped in time', group: 'controllers', runnables: ['stuck'] }],
    );
    await clock.advance(1);
  });

  it('stops all groups when a runnable fails, and ends with its name and error', async () => {
    const failing = Promise.withResolvers<void>();
    const end = run(
      ['servers', slow('server')],
      ['controllers', { name: 'memcached', run: () => failing.promise }, slow('other')],
    );
    await clock.advance(0);
    failing.reject(new Error('no such kind'));
    await clock.advance(0);
    assert.equal(await end, 'controllers/memcached failed: no such kind');
    assert.deepEqual(story.slice(2), [
      'other is stopped',
      'other has stopped',
      'server is stopped',
      'server has stopped',
    ]);
    await clock.advance(0);
  });

  it('keeps the error of a runnable as the cause, also if the runnable throws before its first await', async () => {
    const cause = new Error('at once');
    const broken: Runnable = {
      name: 'broken',
      run: () => {
        throw cause;
      },
    };
    const error = await runGroups(
      [{ name: 'servers', runnables: [broken], drainMs }],
      { clock, logger: jsonLogger({ level: 'error' }) },
      stop.signal,
    ).catch((reason: unknown) => reason);
    assert.ok(error instanceof RunnableError);
    assert.equal(error.cause, cause);
    assert.equal(error.code, 'runnable-failed');
    assert.equal(error.runnable, 'servers/broken');
  });

  it('starts no further group when a runnable fails before it is ready', async () => {
    const never = new Promise<void>(() => {});
    const failing: Runnable = { name: 'cache', run: () => Promise.reject(new Error('forbidden')), ready: () => never };
    const end = run(['caches', failing], ['controllers', slow('controller')]);
    await clock.advance(0);
    assert.equal(await end, 'caches/cache failed: forbidden');
    assert.deepEqual(story, []);
  });

  it('ends when a runnable can’t become ready', async () => {
    const end = run(
      ['caches', { ...slow('cache'), ready: () => Promise.reject(new Error('not served')) }],
      ['controllers', slow('controller')],
    );
    await clock.advance(0);
    assert.equal(await end, 'caches/cache failed: not served');
    assert.deepEqual(story, ['cache starts', 'cache is stopped', 'cache has stopped']);
  });

  it('stops the started runnables when the signal aborts during a start', async () => {
    const never = new Promise<void>(() => {});
    const end = run(['lease', { ...slow('lease'), ready: () => never }], ['controllers', slow('controller')]);
    await clock.advance(0);
    stop.abort();
    await clock.advance(0);
    assert.equal(await end, 'stopped');
    assert.deepEqual(story, ['lease starts', 'lease is stopped', 'lease has stopped']);
  });

  it('starts no runnable if the signal has already aborted', async () => {
    stop.abort();
    assert.equal(await run(['servers', slow('server')]), 'stopped');
    assert.deepEqual(story, []);
  });

  it('counts a runnable that ends by itself as ready, and ends when all runnables have ended', async () => {
    const never = new Promise<void>(() => {});
    const end = run(
      ['once', { name: 'migration', run: async () => void story.push('migrated'), ready: () => never }],
      ['more', { name: 'check', run: async () => void story.push('checked') }],
    );
    await clock.advance(0);
    assert.equal(await end, 'stopped');
    assert.deepEqual(story, ['migrated', 'checked']);
  });

  it('ignores errors that are the reason of the stop, and warns of any other failure while stopping', async () => {
    const obedient: Runnable = { name: 'obedient', run: (signal) => clock.sleep(60_000, signal) };
    const clumsy: Runnable = {
      name: 'clumsy',
      run: (signal) => clock.sleep(60_000, signal).catch(() => Promise.reject(new Error('lost its keys'))),
    };
    const end = run(['servers', obedient, clumsy]);
    await clock.advance(0);
    stop.abort();
    await clock.advance(0);
    assert.equal(await end, 'stopped');
    assert.deepEqual(
      warnings.map(({ msg, runnable }) => [msg, runnable]),
      [['failed while stopping', 'servers/clumsy']],
    );
  });

  it('reports the first runnable that fails to start, and not the others of its group', async () => {
    const taken = (name: string): Runnable => ({
      name,
      run: () => clock.sleep(1000).then(() => Promise.reject(new Error(`the port of ${name} is in use`))),
      ready: () => new Promise(() => {}),
    });
    const end = run(['servers', taken('one'), taken('other')]);
    await clock.advance(1000);
    assert.equal(await end, 'the port of one is in use');
    assert.deepEqual(warnings, []);
  });

  it('reports the first failure of a runnable, and warns of those that follow from it', async () => {
    const failing: Runnable = {
      name: 'first',
      run: () => clock.sleep(1000).then(() => Promise.reject(new Error('one'))),
    };
    const dragged: Runnable = {
      name: 'second',
      run: (signal) => clock.sleep(60_000, signal).catch(() => Promise.reject(new Error('two'))),
    };
    const end = run(['servers', dragged], ['controllers', failing]);
    await clock.advance(1000);
    assert.equal(await end, 'controllers/first failed: one');
    assert.deepEqual(
      warnings.map(({ msg, runnable }) => [msg, runnable]),
      [['failed while stopping', 'servers/second']],
    );
  });
});
