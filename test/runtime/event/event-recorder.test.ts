import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { queryObjects } from 'node:v8';
import type { Kind, StoredObject } from '../../../lib/api/index.ts';
import { ApiError, ConnectionError } from '../../../lib/client/index.ts';
import { EventRecorder, type ObjectEvent } from '../../../lib/runtime/event/index.ts';
import { jsonLogger } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { ObservedCluster } from '../observed-cluster.ts';
import type { Link, ServedCall } from '../observed-transport.ts';
import { refusal } from '../refusal.ts';

const eventKind: Kind = { group: '', version: 'v1', kind: 'Event', plural: 'events', scope: 'Namespaced' };
const minuteMs = 60_000;
const applied: ObjectEvent = { type: 'Normal', reason: 'ChildAdopted', message: 'created Deployment db' };

function resource(name: string, namespace?: string): StoredObject {
  const identity = {
    uid: `uid-of-${namespace}-${name}`,
    resourceVersion: '1',
    creationTimestamp: '2030-01-01T00:00:00Z',
  };
  return {
    apiVersion: 'cache.example.com/v1alpha1',
    kind: 'Memcached',
    metadata: { name, ...(namespace && { namespace }), ...identity },
  };
}

const db = resource('db', 'shop');

describe('EventRecorder', () => {
  let clock: ManualClock;
  let server: ObservedCluster;
  let stop: AbortController;
  let warnings: { msg: string; object: string; reason?: string; error?: { message: string } }[];
  /** Decides the fate of requests. */
  let disturbance: ((call: ServedCall) => void) | undefined;
  let recorder: EventRecorder;

  beforeEach(async () => {
    clock = new ManualClock();
    server = await ObservedCluster.start({ namespaces: ['shop', 'broken', 'test'] });
    stop = new AbortController();
    warnings = [];
    disturbance = undefined;
    const link: Link = async (request, signal, call) => {
      signal?.throwIfAborted();
      disturbance?.(call);
      return request();
    };
    const logger = jsonLogger({
      level: 'info',
      destination: { write: (line) => void warnings.push(JSON.parse(line)) },
    });
    recorder = new EventRecorder(
      { component: 'memcached-operator', instance: 'pod-1' },
      { client: server.client(link), clock, logger },
    );
  });

  /** The events as `kubectl get events` would show them: message → count. */
  function counts(): Record<string, unknown> {
    return Object.fromEntries(server.objects(eventKind).map(({ message, count }) => [message, count]));
  }

  async function running(): Promise<void> {
    void recorder.run(stop.signal);
    await clock.advance(0);
  }

  function unreachable(): never {
    throw new ConnectionError('refused', { server: new URL('https://10.0.0.1'), source: 'test' });
  }

  it('writes an Event that names the object and the reporting component', async () => {
    await running();
    recorder.record(db, applied);
    await clock.advance(0);
    const [event] = server.objects(eventKind);
    assert.ok(event);
    const { metadata, ...rest } = event;
    assert.equal(metadata.namespace, 'shop');
    assert.match(metadata.name, /^db\.[0-9a-f]{16}$/);
    assert.deepEqual(rest, {
      apiVersion: 'v1',
      kind: 'Event',
      involvedObject: {
        apiVersion: 'cache.example.com/v1alpha1',
        kind: 'Memcached',
        name: 'db',
        namespace: 'shop',
        uid: 'uid-of-shop-db',
      },
      type: 'Normal',
      reason: 'ChildAdopted',
      message: 'created Deployment db',
      source: { component: 'memcached-operator' },
      reportingComponent: 'memcached-operator',
      reportingInstance: 'pod-1',
      firstTimestamp: '2030-01-01T00:00:00Z',
      lastTimestamp: '2030-01-01T00:00:00Z',
      count: 1,
      eventTime: null,
    });
  });

  it('writes events about cluster-scoped objects into the namespace default', async () => {
    await running();
    recorder.record(resource('everywhere'), applied);
    await clock.advance(0);
    const [event] = server.objects(eventKind);
    assert.ok(event);
    assert.equal(event.metadata.namespace, 'default');
    assert.deepEqual(event.involvedObject, {
      apiVersion: 'cache.example.com/v1alpha1',
      kind: 'Memcached',
      name: 'everywhere',
      uid: 'uid-of-undefined-everywhere',
    });
  });

  it('keeps names and messages of Events within their limits', async () => {
    await running();
    recorder.record(resource('n'.repeat(253), 'shop'), { ...applied, message: 'm'.repeat(2000) });
    await clock.advance(0);
    const [event] = server.objects(eventKind);
    assert.equal(event?.metadata.name.length, 253);
    assert.equal(event?.message, `${'m'.repeat(1023)}…`);
  });

  it('counts repetitions of an event in one Event by patches of count and time', async () => {
    await running();
    for (const _ of [1, 2, 3]) {
      recorder.record(db, applied);
      await clock.advance(9 * minuteMs);
    }
    const [event, ...others] = server.objects(eventKind);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [event?.count, event?.firstTimestamp, event?.lastTimestamp],
      [3, '2030-01-01T00:00:00Z', '2030-01-01T00:18:00Z'],
    );
    assert.deepEqual(
      server.calls.map((call) => call.split(' ')[0]),
      ['create', 'patch', 'patch'],
    );
  });

  it('begins a new Event for the repetition of an event after ten quiet minutes', async () => {
    await running();
    recorder.record(db, applied);
    await clock.advance(10 * minuteMs);
    recorder.record(db, applied);
    await clock.advance(0);
    assert.deepEqual(
      server.objects(eventKind).map(({ count }) => count),
      [1, 1],
    );
  });

  it('keeps Events apart that differ in object, type, reason or message', async () => {
    await running();
    recorder.record(db, applied);
    recorder.record(resource('db', 'test'), applied);
    recorder.record(db, { ...applied, type: 'Warning' });
    recorder.record(db, { ...applied, reason: 'ChildPruned' });
    recorder.record(db, { ...applied, message: 'created Service db' });
    await clock.advance(0);
    assert.deepEqual(
      server.objects(eventKind).map(({ count }) => count),
      [1, 1, 1, 1, 1],
    );
  });

  it('writes simultaneous repetitions of an event with one request', async () => {
    for (const _ of Array(20)) recorder.record(db, applied);
    await running();
    assert.deepEqual(counts(), { 'created Deployment db': 20 });
    assert.equal(server.calls.length, 1);
  });

  it('writes 25 Events of an object at once, and one more every five minutes', async () => {
    await running();
    for (let index = 1; index <= 30; index += 1) recorder.record(db, { ...applied, message: `message ${index}` });
    await clock.advance(0);
    assert.equal(server.objects(eventKind).length, 25);
    await clock.advance(5 * minuteMs - 1);
    recorder.record(db, { ...applied, message: 'too early' });
    await clock.advance(1);
    recorder.record(db, { ...applied, message: 'in time' });
    recorder.record(db, { ...applied, message: 'too many' });
    await clock.advance(0);
    assert.equal(server.objects(eventKind).length, 26);
    assert.equal(counts()['in time'], 1);
  });

  it('counts repetitions of an event that are not written, and adds them to the next write', async () => {
    await running();
    for (const _ of Array(25 + 5)) {
      recorder.record(db, applied);
      await clock.advance(0);
    }
    assert.deepEqual(counts(), { 'created Deployment db': 25 });
    await clock.advance(5 * minuteMs);
    recorder.record(db, applied);
    await clock.advance(0);
    assert.deepEqual(counts(), { 'created Deployment db': 31 });
  });

  it('writes Events of other objects, and warnings, during a flood of Events of one object', async () => {
    await running();
    for (const _ of Array(100)) recorder.record(db, applied);
    recorder.record(resource('other', 'shop'), { ...applied, message: 'about another' });
    recorder.record(db, { ...applied, type: 'Warning', message: 'a warning' });
    await clock.advance(0);
    assert.deepEqual([counts()['about another'], counts()['a warning']], [1, 1]);
  });

  it('creates an Event again for a repetition when the Event was deleted', async () => {
    await running();
    recorder.record(db, applied);
    await clock.advance(0);
    for (const { metadata } of server.objects(eventKind)) await server.remove(eventKind, metadata);
    recorder.record(db, applied);
    await clock.advance(0);
    assert.deepEqual(counts(), { 'created Deployment db': 2 });
  });

  it('waits for an unreachable API server, and counts repetitions of an event meanwhile', async () => {
    await running();
    disturbance = unreachable;
    recorder.record(db, applied);
    await clock.advance(minuteMs);
    recorder.record(db, applied);
    disturbance = undefined;
    await clock.advance(minuteMs);
    assert.deepEqual(counts(), { 'created Deployment db': 2 });
    assert.deepEqual(warnings, []);
  });

  it('keeps the Events of all namespaces during a long outage, and asks for the API server once in ten seconds', async () => {
    await running();
    let requestCount = 0;
    disturbance = () => {
      requestCount += 1;
      unreachable();
    };
    const objects = ['shop', 'broken', 'test'].map((namespace) => resource('db', namespace));
    for (const object of objects) recorder.record(object, applied);
    await clock.advance(60 * minuteMs);
    assert.ok(requestCount <= 361, `${requestCount} requests`);
    disturbance = undefined;
    await clock.advance(minuteMs);
    assert.equal(server.objects(eventKind).length, 3);
    assert.deepEqual(warnings, []);
  });

  it('drops an Event that the API server fails to write for an hour, and logs that', async () => {
    await running();
    disturbance = () => {
      throw refusal('create', eventKind, { namespace: 'shop', name: 'db.1' }, 500, 'InternalError');
    };
    recorder.record(db, applied);
    await clock.advance(60 * minuteMs);
    assert.deepEqual(
      warnings.map(({ msg, object }) => [msg, object]),
      [['event not written', 'Memcached shop/db']],
    );
    disturbance = undefined;
    await clock.advance(minuteMs);
    assert.deepEqual(counts(), {});
  });

  it('doesn’t count the time of an outage to the hour after which Events are dropped', async () => {
    await running();
    const fail = () => {
      throw refusal('create', eventKind, { namespace: 'shop', name: 'db.1' }, 500, 'InternalError');
    };
    recorder.record(db, applied);
    for (const during of [fail, unreachable, fail]) {
      disturbance = during;
      await clock.advance(40 * minuteMs);
    }
    disturbance = undefined;
    await clock.advance(minuteMs);
    assert.deepEqual(counts(), { 'created Deployment db': 1 });
    assert.deepEqual(warnings, []);
  });

  it('drops all waiting Events of a namespace after an hour of failures, and writes the newer ones', async () => {
    await running();
    disturbance = () => {
      throw refusal('create', eventKind, { namespace: 'shop', name: 'db.1' }, 500, 'InternalError');
    };
    for (let index = 1; index <= 10; index += 1) recorder.record(db, { ...applied, message: `message ${index}` });
    await clock.advance(minuteMs);
    recorder.record(db, { ...applied, message: 'the latest' });
    await clock.advance(59 * minuteMs);
    assert.equal(warnings.filter(({ msg }) => msg === 'event not written').length, 10);
    disturbance = undefined;
    await clock.advance(minuteMs);
    assert.deepEqual(counts(), { 'the latest': 1 });
  });

  it('drops an Event that the API server refuses, logs the error, and writes the next Event', async () => {
    await running();
    disturbance = () => {
      throw refusal('create', eventKind, { namespace: 'shop', name: 'db.1' }, 403, 'Forbidden');
    };
    recorder.record(db, applied);
    await clock.advance(0);
    disturbance = undefined;
    recorder.record(db, { ...applied, message: 'the next' });
    await clock.advance(0);
    assert.deepEqual(counts(), { 'the next': 1 });
    assert.match(warnings[0]?.error?.message ?? '', /Forbidden/);
  });

  it('writes an Event once even if the response is lost', async () => {
    let isLost = true;
    const link: Link = async (request) => {
      const response = request();
      if (isLost) unreachable();
      return response;
    };
    recorder = new EventRecorder(
      { component: 'a', instance: 'b' },
      { client: server.client(link), clock, logger: jsonLogger({ level: 'error' }) },
    );
    await running();
    recorder.record(db, applied);
    await clock.advance(0);
    isLost = false;
    await clock.advance(minuteMs);
    assert.equal(server.objects(eventKind).length, 1);
    assert.deepEqual(
      server.calls.map((call) => call.split(' ')[0]),
      ['create', 'create', 'patch'],
    );
  });

  it('writes the remaining Events when its signal aborts, and then ends', async () => {
    const end = recorder.run(stop.signal);
    await clock.advance(0);
    disturbance = unreachable;
    recorder.record(db, applied);
    recorder.record(resource('other', 'shop'), applied);
    await clock.advance(0);
    disturbance = undefined;
    stop.abort();
    await end;
    assert.equal(server.objects(eventKind).length, 2);
    assert.equal(clock.pendingCount, 0);
  });

  it('ends when its signal aborts while the API server is unreachable', async () => {
    const end = recorder.run(stop.signal);
    disturbance = unreachable;
    recorder.record(db, applied);
    stop.abort();
    await end;
    assert.deepEqual(
      warnings.map(({ msg }) => msg),
      ['event not written'],
    );
  });

  it('keeps a limited number of waiting Events, and logs each dropped one', () => {
    for (let index = 0; index < 1001; index += 1) recorder.record(resource(`db-${index}`, 'shop'), applied);
    assert.deepEqual(
      warnings.map(({ msg, object, reason }) => [msg, object, reason]),
      [['event dropped: too many wait to be written', 'Memcached shop/db-1000', 'ChildAdopted']],
    );
  });

  it('drops waiting Events of the namespace that has the most', async () => {
    for (let index = 0; index < 1000; index += 1) recorder.record(resource(`db-${index}`, 'crowded'), applied);
    recorder.record(db, applied);
    assert.deepEqual(
      warnings.map(({ object }) => object),
      ['Memcached crowded/db-999'],
    );
  });

  for (const [code, reason] of [
    [500, 'InternalError'],
    [429, 'TooManyRequests'],
  ] as const) {
    it(`writes Events of other namespaces while those of one are answered ${code}, and retries these`, async () => {
      await running();
      disturbance = (call) => {
        if (call.includes(' broken'))
          throw refusal('create', eventKind, { namespace: 'broken', name: 'db.1' }, code, reason);
      };
      recorder.record(resource('db', 'broken'), applied);
      recorder.record(db, { ...applied, message: 'of another namespace' });
      await clock.advance(0);
      assert.deepEqual(counts(), { 'of another namespace': 1 });
      disturbance = undefined;
      await clock.advance(minuteMs);
      assert.deepEqual(counts(), { 'of another namespace': 1, [applied.message]: 1 });
      assert.deepEqual(warnings, []);
    });
  }

  it('asks an overloaded API server, which sends Retry-After, once in ten seconds for all namespaces', async () => {
    await running();
    let requestCount = 0;
    disturbance = () => {
      requestCount += 1;
      const status = { code: 429, reason: 'TooManyRequests', message: 'too many requests', causes: [] } as const;
      throw new ApiError({ verb: 'create', kind: eventKind }, { ...status, retryAfterMs: 1000 });
    };
    for (const namespace of ['shop', 'broken', 'test']) recorder.record(resource('db', namespace), applied);
    await clock.advance(minuteMs);
    assert.equal(requestCount, 7);
    disturbance = undefined;
    await clock.advance(minuteMs);
    assert.equal(server.objects(eventKind).length, 3);
  });

  it('asks for each throttled namespace once in ten seconds', async () => {
    await running();
    let requestCount = 0;
    disturbance = () => {
      requestCount += 1;
      throw refusal('create', eventKind, { namespace: 'shop', name: 'db.1' }, 429, 'TooManyRequests');
    };
    for (const namespace of ['shop', 'broken', 'test']) {
      for (const name of ['db-1', 'db-2']) recorder.record(resource(name, namespace), applied);
    }
    await clock.advance(minuteMs);
    assert.equal(requestCount, 3 * 7);
  });

  it('keeps nothing of an object but its name and identity', async () => {
    class Content {
      readonly size = 3;
    }
    await running();
    const count = 100;
    for (let index = 0; index < count; index += 1) {
      recorder.record({ ...resource(`db-${index}`, 'shop'), spec: new Content() } as StoredObject, applied);
    }
    await clock.advance(0);
    assert.equal(server.objects(eventKind).length, count);
    assert.equal(queryObjects(Content), 0);
  });
});
