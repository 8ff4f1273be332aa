import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { RequestScheduler } from '../../lib/server/request-scheduler.ts';
import { ManualClock } from '../../lib/testing/index.ts';

const server = '10.0.0.1';

/** The signal of a client that waits. */
const waiting = new AbortController().signal;

/** Returns turns on a clock that the work moves, and the order of the work. */
function turnsOn() {
  let nowMs = 0;
  const manual = new ManualClock();
  const clock = {
    now: () => manual.now(),
    random: () => manual.random(),
    sleep: (ms: number) => manual.sleep(ms),
    timer: (ms: number, callback: () => void) => manual.timer(ms, callback),
    monotonic: () => nowMs,
  };
  const turns = new RequestScheduler(clock);
  const order: string[] = [];
  const works = (name: string, ms: number) => () => {
    order.push(name);
    nowMs += ms;
    return name;
  };
  const done = async (work: readonly Promise<unknown>[]) => {
    for (const _ of work) await manual.advance(1_000);
    await Promise.all(work);
    return order;
  };
  const rest = async (ms: number) => {
    nowMs += ms;
    await manual.advance(ms);
  };
  return { turns, works, done, rest, order };
}

describe('the turns of requests', () => {
  it('the request scheduler prefers a tenant with short requests to one with long requests', async () => {
    const { turns, works, done } = turnsOn();
    const attacks = ['a1', 'a2', 'a3', 'a4'].map((name) =>
      turns.runInTurn({ address: server, namespace: 'hostile' }, works(name, 500), waiting),
    );
    const work = turns.runInTurn({ address: server, namespace: 'calm' }, works('calm', 1), waiting);
    assert.deepEqual(await done([...attacks, work]), ['a1', 'calm', 'a2', 'a3', 'a4']);
  });

  it('the request scheduler separates the API server and a pod, whatever namespaces the pod names', async () => {
    const { turns, works, done } = turnsOn();
    const attacks = ['a1', 'a2', 'a3'].map((name) =>
      turns.runInTurn({ address: '10.0.0.9', namespace: name }, works(name, 500), waiting),
    );
    const work = turns.runInTurn({ address: server, namespace: 'calm' }, works('calm', 1), waiting);
    assert.deepEqual(await done([...attacks, work]), ['a1', 'calm', 'a2', 'a3']);
  });

  it('the request scheduler gives a new tenant no credit for the time that other tenants had before', async () => {
    const { turns, works, done } = turnsOn();
    await done([turns.runInTurn({ address: server, namespace: 'a' }, works('a', 10_000), waiting)]);
    const first = turns.runInTurn({ address: server, namespace: 'a' }, works('a', 500), waiting);
    const pod = [1, 2, 3].map(() => turns.runInTurn({ address: '10.0.0.9', namespace: 'b' }, works('b', 600), waiting));
    const second = turns.runInTurn({ address: server, namespace: 'c' }, works('c', 1), waiting);
    assert.deepEqual(await done([first, ...pod, second]), ['a', 'a', 'b', 'c', 'b', 'b']);
  });

  it('the request scheduler runs a short request in the pause after a long one, and lets a long one wait', async () => {
    const { turns, works, done } = turnsOn();
    const attacks = ['a1', 'a2'].map((name) =>
      turns.runInTurn({ address: server, namespace: 'hostile' }, works(name, 500), waiting),
    );
    await done([]);
    const work = ['c1', 'c2'].map((name) =>
      turns.runInTurn({ address: server, namespace: 'calm' }, works(name, 1), waiting),
    );
    assert.deepEqual(await Promise.all(work), ['c1', 'c2']);
    assert.deepEqual(await done([...attacks, ...work]), ['a1', 'c1', 'c2', 'a2']);
  });

  it('the request scheduler runs short requests for at most 20 ms of a pause, however many there are', async () => {
    const { turns, works, done, order } = turnsOn();
    const attack = turns.runInTurn({ address: server, namespace: 'hostile' }, works('a', 500), waiting);
    const work = Array.from({ length: 9 }, (_, index) =>
      turns.runInTurn({ address: server, namespace: `forged-${index}` }, works(`f${index}`, 5), waiting),
    );
    await setImmediate();
    assert.deepEqual(order, ['a', 'f0', 'f1', 'f2', 'f3']);
    await done([attack, ...work]);
    assert.equal(order.length, 10);
  });

  it('the request scheduler doesn’t begin its pause again because of short requests', async () => {
    const { turns, works, done, rest, order } = turnsOn();
    const attack = ['a1', 'a2'].map((name) =>
      turns.runInTurn({ address: server, namespace: 'hostile' }, works(name, 500), waiting),
    );
    await rest(100);
    const work = Array.from({ length: 7 }, (_, index) =>
      turns.runInTurn({ address: server, namespace: `calm-${index}` }, works(`c${index}`, 3), waiting),
    );
    await rest(0);
    assert.deepEqual(order, ['a1', 'c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6']);
    await rest(50);
    assert.deepEqual(order.slice(8), ['a2']);
    await done([...attack, ...work]);
  });

  it('the request scheduler begins its pause again after a long request of a new namespace', async () => {
    const { turns, works, done, rest, order } = turnsOn();
    const attack = ['a1', 'a2'].map((name) =>
      turns.runInTurn({ address: server, namespace: 'hostile' }, works(name, 500), waiting),
    );
    await rest(100);
    const forged = ['b1', 'b2'].map((name) =>
      turns.runInTurn({ address: server, namespace: `forged-${name}` }, works(name, 500), waiting),
    );
    await rest(149);
    assert.deepEqual(order, ['a1', 'b1']);
    await rest(1);
    assert.deepEqual(order, ['a1', 'b1', 'b2']);
    await done([...attack, ...forged]);
  });

  it('the request scheduler drops the work of a client that has left, and rejects with the reason of its signal', async () => {
    const { turns, works, done } = turnsOn();
    const client = new AbortController();
    const source = { address: server, namespace: 'hostile' };
    const first = turns.runInTurn(source, works('a1', 500), waiting);
    const left = turns.runInTurn(source, works('a2', 500), client.signal);
    const last = turns.runInTurn(source, works('a3', 500), waiting);
    client.abort(new Error('gone'));
    await assert.rejects(left, /gone/);
    assert.deepEqual(await done([first, last]), ['a1', 'a3']);
    await assert.rejects(turns.runInTurn(source, works('a4', 500), client.signal), /gone/);
  });

  it('the request scheduler passes on the error of the work, and continues', async () => {
    const { turns, works, done } = turnsOn();
    const failing = turns.runInTurn(
      { address: server, namespace: 'a' },
      () => Promise.reject(new Error('no')),
      waiting,
    );
    const other = turns.runInTurn({ address: server, namespace: 'b' }, works('b', 1), waiting);
    await assert.rejects(failing, /no/);
    assert.deepEqual(await done([other]), ['b']);
  });
});
