import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kind, StoredObject } from '../../lib/api/index.ts';
import {
  type ApiError,
  ConnectionError,
  type Credentials,
  fixedIdentity,
  HttpClient,
  type HttpClientOptions,
  type Identity,
  isConflict,
  isServerError,
  isTooManyRequests,
  isUnauthorized,
  type WatchEvent,
} from '../../lib/client/index.ts';
import manifest from '../../lib/package.json' with { type: 'json' };
import type { EndedRequest } from '../../lib/telemetry/index.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { json, type LoopbackServer, loopbackServer, type Responder, refuse } from './loopback-server.ts';

const deployment: Kind = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
};
const key = { namespace: 'shop', name: 'db' };

/** The limit of the client's concurrent requests. */
const socketCount = 8;

const path = '/apis/apps/v1/namespaces/shop/deployments';
const stored = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { ...key, uid: 'u1', resourceVersion: '7', creationTimestamp: '2030-01-01T00:00:00Z' },
};
const desired = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: key, spec: { replicas: 2 } };

function credentials(server: URL, rest: Partial<Credentials> = {}): Credentials {
  return { server, source: 'test', identity: fixedIdentity({ headers: {}, tls: {} }), ...rest };
}

async function setup(
  responders: readonly Responder[],
  options: Partial<HttpClientOptions> = {},
  rest: Partial<Credentials> = {},
) {
  const server = await loopbackServer(responders);
  const clock = new ManualClock();
  const client = new HttpClient(credentials(server.url, rest), { clock, ...options });
  return { server, clock, client };
}

/** Returns an identity that a plugin is asked for. */
function slowIdentity() {
  const { promise, resolve } = Promise.withResolvers<Identity>();
  return {
    identity: { current: () => promise, refresh: () => promise },
    arrive: () => resolve({ headers: {}, tls: {} }),
  };
}

/** A clock on which every sleep ends immediately and is recorded. */
class HastyClock extends ManualClock {
  readonly sleptMs: number[] = [];

  override async sleep(ms: number): Promise<void> {
    this.sleptMs.push(ms);
  }
}

function sent({ received }: LoopbackServer, index = 0) {
  const { method, path, query, headers, body } = received[index] ?? assert.fail(`request ${index} was not received`);
  return {
    method,
    path,
    query,
    type: headers['content-type'],
    body: body === '' ? undefined : (JSON.parse(body) as unknown),
  };
}

function connectionFailure(failure: string) {
  return (error: unknown) => ConnectionError.is(error) && error.failure === failure;
}

describe('a request of HttpClient', () => {
  it('reads one object', async () => {
    const { client, server } = await setup([json(stored)]);
    assert.deepEqual(await client.get(deployment, key), stored);
    assert.deepEqual(sent(server), { method: 'GET', path: `${path}/db`, query: {}, type: undefined, body: undefined });
  });

  it('sends the user agent, the accepted formats and the headers of the identity', async () => {
    const identity = fixedIdentity({
      headers: { authorization: 'Bearer t', 'impersonate-group': ['a', 'b'] },
      tls: {},
    });
    const { client, server } = await setup([json(stored)], {}, { identity });
    await client.get(deployment, key);
    const { headersDistinct: headers } = server.received[0]?.message ?? assert.fail('no request was received');
    assert.deepEqual(headers['user-agent'], [`operand/${manifest.version}`]);
    assert.deepEqual(headers.accept, ['application/json']);
    assert.deepEqual(headers.authorization, ['Bearer t']);
    assert.deepEqual(headers['impersonate-group'], ['a', 'b']);
  });

  it('a request has a path below the prefix of a gateway', async () => {
    const server = await loopbackServer([json(stored)]);
    const client = new HttpClient(credentials(new URL('/k8s/clusters/c-1/', server.url)), { clock: new ManualClock() });
    await client.get(deployment, key);
    assert.equal(sent(server).path, `/k8s/clusters/c-1${path}/db`);
  });

  it('reads a page of a list, and gives each item its kind', async () => {
    const { apiVersion, kind, ...bare } = stored;
    const { client, server } = await setup([
      json({ metadata: { resourceVersion: '9', continue: 'c1' }, items: [bare, stored] }),
    ]);
    const page = await client.list(deployment, {
      namespace: 'shop',
      labelSelector: 'app=db,tier in (a)',
      limit: 2,
      continue: 'c+0/1&2=',
    });
    assert.deepEqual(page, { resourceVersion: '9', continue: 'c1', items: [stored, stored] });
    assert.equal(sent(server).path, path);
    assert.deepEqual(sent(server).query, { labelSelector: 'app=db,tier in (a)', limit: '2', continue: 'c+0/1&2=' });
  });

  it('a list contains the number of remaining objects if the server reports it', async () => {
    const metadata = { resourceVersion: '9', continue: 'next', remainingItemCount: 7 };
    const { client } = await setup([json({ metadata, items: [] })]);
    assert.equal((await client.list(deployment)).remainingItemCount, 7);
  });

  for (const metadata of [{ resourceVersion: '9' }, { resourceVersion: '9', continue: '' }]) {
    it(`ends a list after a page with ${JSON.stringify(metadata)}`, async () => {
      const { client } = await setup([json({ metadata, items: null })]);
      assert.deepEqual(await client.list(deployment), { resourceVersion: '9', continue: undefined, items: [] });
    });
  }

  it('converts each object of a list before the next ones arrive', async () => {
    const kept = Promise.withResolvers<void>();
    const { client } = await setup([
      (response) => {
        const [first, second] = ['1', '2'].map((resourceVersion) => JSON.stringify({ metadata: { resourceVersion } }));
        response.write(`{"items":[${first},`);
        void kept.promise.then(() => response.end(`${second}],"metadata":{"resourceVersion":"9"}}`));
      },
    ]);
    const transform = ({ kind, metadata }: StoredObject): StoredObject => {
      kept.resolve();
      return { ...stored, kind: `my ${kind}`, metadata: { ...stored.metadata, uid: metadata.resourceVersion } };
    };
    const { items } = await client.list(deployment, { transform });
    assert.deepEqual(
      items.map(({ kind, metadata }) => [kind, metadata.uid]),
      [
        ['my Deployment', '1'],
        ['my Deployment', '2'],
      ],
    );
  });

  for (const [what, item] of [
    [
      'says that it does not support metadata only',
      { ...stored, apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata' },
    ],
    ['sends whole objects', { ...stored, spec: { replicas: 2 } }],
  ] as const) {
    it(`lists only the metadata of objects, if the server ${what}`, async () => {
      const { client, server } = await setup([json({ metadata: { resourceVersion: '9' }, items: [item] })]);
      assert.deepEqual((await client.list(deployment, { content: 'metadata' })).items, [stored]);
      assert.deepEqual(sent(server).query, {});
      assert.equal(
        server.received[0]?.headers.accept,
        'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
      );
    });
  }

  for (const [what, text] of [
    ['is something else', '<html>welcome</html>'],
    ['contains something else', '{"metadata":{"resourceVersion":"9"},"items":[1]}'],
    ['has no version', '{"items":[]}'],
    ['breaks off', '{"metadata":{"resourceVersion":"9"},"items":[{}'],
  ] as const) {
    it(`a list that ${what} fails the request as garbled`, async () => {
      const { client } = await setup([(response) => response.end(text)]);
      await assert.rejects(client.list(deployment), connectionFailure('garbled'));
    });
  }

  it('creates an object', async () => {
    const { client, server } = await setup([json(stored, 201)], { fieldManager: 'memcached-operator' });
    assert.deepEqual(await client.create(deployment, desired), stored);
    assert.deepEqual(sent(server), {
      method: 'POST',
      path,
      query: { fieldManager: 'memcached-operator', fieldValidation: 'Strict' },
      type: 'application/json',
      body: desired,
    });
  });

  it('applies an object with a server-side apply', async () => {
    const { client, server } = await setup([json(stored)]);
    await client.apply(deployment, desired, { fieldManager: 'me', force: true, dryRun: true });
    assert.deepEqual(sent(server), {
      method: 'PATCH',
      path: `${path}/db`,
      query: { fieldManager: 'me', force: 'true', dryRun: 'All', fieldValidation: 'Ignore' },
      type: 'application/apply-patch+yaml',
      body: desired,
    });
  });

  it('patches an object, or its status', async () => {
    const { client, server } = await setup([json(stored)]);
    await client.patch(deployment, key, { type: 'json', body: [{ op: 'remove', path: '/spec/paused' }] });
    await client.patch(
      deployment,
      key,
      { type: 'merge', body: { status: { replicas: 1 } } },
      { subresource: 'status' },
    );
    const query = { fieldManager: 'operand', fieldValidation: 'Strict' };
    const common = { method: 'PATCH', query };
    assert.deepEqual(sent(server, 0), {
      ...common,
      path: `${path}/db`,
      type: 'application/json-patch+json',
      body: [{ op: 'remove', path: '/spec/paused' }],
    });
    assert.deepEqual(sent(server, 1), {
      ...common,
      path: `${path}/db/status`,
      type: 'application/merge-patch+json',
      body: { status: { replicas: 1 } },
    });
  });

  it('deletes an object with the given preconditions and options', async () => {
    const { client, server } = await setup([json({ kind: 'Status', status: 'Success' })]);
    await client.delete(deployment, key, {
      uid: 'u1',
      resourceVersion: '7',
      propagationPolicy: 'Foreground',
      dryRun: true,
    });
    await client.delete(deployment, key);
    const options = { apiVersion: 'v1', kind: 'DeleteOptions' };
    const preconditions = { uid: 'u1', resourceVersion: '7' };
    const common = { method: 'DELETE', path: `${path}/db`, query: {}, type: 'application/json' };
    assert.deepEqual(sent(server, 0), {
      ...common,
      body: { ...options, preconditions, propagationPolicy: 'Foreground', dryRun: ['All'] },
    });
    assert.deepEqual(sent(server, 1), { ...common, body: options });
  });

  it('reads the version of the server', async () => {
    const { client, server } = await setup([
      json({ major: '1', minor: '36', gitVersion: 'v1.36.3', goVersion: 'go1.26' }),
    ]);
    assert.deepEqual(await client.serverVersion(), { major: '1', minor: '36', gitVersion: 'v1.36.3' });
    assert.equal(sent(server).path, '/version');
  });

  it('reads text whose characters are split between chunks', async () => {
    const bytes = Buffer.from(JSON.stringify({ ...stored, note: '🐘🐘' }));
    const middle = bytes.indexOf('🐘') + 2;
    const { client } = await setup([
      (response) => {
        response.write(bytes.subarray(0, middle), () => setImmediate(() => response.end(bytes.subarray(middle))));
      },
    ]);
    assert.equal((await client.get(deployment, key)).note, '🐘🐘');
  });

  it('all requests share eight connections', async () => {
    const waiting: (() => void)[] = [];
    const { client, server } = await setup([
      (response) => {
        waiting.push(() => response.end(JSON.stringify(stored)));
        if (waiting.length === 8) for (const answer of waiting.splice(0)) answer();
      },
    ]);
    await Promise.all(Array.from({ length: 48 }, () => client.get(deployment, key)));
    assert.equal(server.connectionCount, socketCount);
  });

  it('a request is reported to the metrics with its method, host and status code', async () => {
    const ended: EndedRequest[] = [];
    const metrics = { requestEnded: (request: EndedRequest) => void ended.push(request) };
    const { client, server } = await setup([refuse(404, 'NotFound'), json(stored), (response) => response.destroy()], {
      metrics,
    });
    await assert.rejects(client.get(deployment, key));
    await client.apply(deployment, desired, { fieldManager: 'me', force: false });
    await assert.rejects(client.delete(deployment, key));
    const { host } = server.url;
    assert.deepEqual(ended, [
      { method: 'GET', host, code: '404' },
      { method: 'PATCH', host, code: '200' },
      { method: 'DELETE', host, code: '<error>' },
    ]);
  });
});

describe('a refusal', () => {
  it('an error response is thrown with the message of the server, and not retried', async () => {
    const { client, server } = await setup([refuse(409, 'Conflict')]);
    await assert.rejects(client.create(deployment, desired), (error: ApiError) => {
      assert.ok(isConflict(error));
      assert.equal(error.message, "can't create Deployment.apps/v1 shop/db: Conflict it is (409 Conflict)");
      return true;
    });
    assert.equal(server.received.length, 1);
  });

  it('an error response with an invalid body is still an error of the server', async () => {
    const { client } = await setup([
      (response) => response.writeHead(502, { 'content-type': 'application/json' }).end('{"kind":"Sta'),
    ]);
    await assert.rejects(
      client.get(deployment, key),
      (error: ApiError) => isServerError(error) && error.serverMessage === '{"kind":"Sta',
    );
  });

  it('a write that a failing server answers with Retry-After is not retried, since it may have been done', async () => {
    const { client, server } = await setup([refuse(503, 'ServiceUnavailable', { 'retry-after': '1' })]);
    await assert.rejects(
      client.create(deployment, desired),
      (error: ApiError) => isServerError(error) && error.retryAfterMs === 1000,
    );
    assert.equal(server.received.length, 1);
  });

  it('a request to a busy server is retried after the time that the server names', async () => {
    const clock = new HastyClock();
    const busy = refuse(429, 'TooManyRequests', { 'retry-after': '3' });
    const { client, server } = await setup([busy, busy, json(stored)], { clock });
    await client.create(deployment, desired);
    assert.deepEqual(clock.sleptMs, [3000, 3000]);
    assert.deepEqual(sent(server, 2).body, desired);
  });

  it('a request to a server that stays busy fails after five retries', async () => {
    const clock = new HastyClock();
    const { client, server } = await setup([refuse(429, 'TooManyRequests', { 'retry-after': '1' })], { clock });
    await assert.rejects(
      client.get(deployment, key),
      (error: ApiError) => isTooManyRequests(error) && error.retryAfterMs === 1000,
    );
    assert.equal(server.received.length, 6);
  });

  it('a request to a server that stays busy for more than half a minute fails', async () => {
    const clock = new HastyClock();
    const { client } = await setup([refuse(429, 'TooManyRequests', { 'retry-after': '12' })], { clock });
    await assert.rejects(client.get(deployment, key), isTooManyRequests);
    assert.deepEqual(clock.sleptMs, [12_000, 12_000]);
  });

  it('a request fails at once if a busy server names a longer wait than the caller allows', async () => {
    const { client, server } = await setup([refuse(429, 'TooManyRequests', { 'retry-after': '12' })]);
    const options = { longestRetryWaitMs: 3_000 };
    await assert.rejects(client.get(deployment, key, options), isTooManyRequests);
    await assert.rejects(client.patch(deployment, key, { type: 'merge', body: {} }, options), isTooManyRequests);
    await assert.rejects(client.create(deployment, desired, options), isTooManyRequests);
    await assert.rejects(client.delete(deployment, key, options), isTooManyRequests);
    await assert.rejects(client.list(deployment, options), isTooManyRequests);
    assert.equal(server.received.length, 5);
    assert.ok(server.received.every(({ query }) => query.longestRetryWaitMs === undefined));
  });

  for (const [when, headers] of [
    ['names no time', {}],
    ['is busy for minutes', { 'retry-after': '120' }],
  ] as const) {
    it(`a request to a busy server that ${when} fails at once`, async () => {
      const { client, server } = await setup([refuse(429, 'TooManyRequests', headers)]);
      await assert.rejects(client.get(deployment, key), isTooManyRequests);
      assert.equal(server.received.length, 1);
    });
  }

  it('ends the wait for a busy server when the caller aborts', async () => {
    const { client, clock } = await setup([refuse(429, 'TooManyRequests', { 'retry-after': '3' })]);
    const caller = new AbortController();
    const waiting = new Promise<void>((resolve) => {
      const sleep = clock.sleep.bind(clock);
      clock.sleep = (ms, signal) => {
        resolve();
        return sleep(ms, signal);
      };
    });
    const request = client.get(deployment, key, { signal: caller.signal });
    await waiting;
    caller.abort(new Error('enough'));
    await assert.rejects(request, { message: 'enough' });
  });
});

describe('the Retry-After of a failing server', () => {
  const date = 'Wed, 01 May 2030 10:00:00 GMT';
  for (const [what, headers, expectedMs] of [
    ['in seconds', { 'retry-after': '7' }, 7000],
    ['by the clock of the server', { date, 'retry-after': 'Wed, 01 May 2030 10:00:07 GMT' }, 7000],
    ['that is over', { date, 'retry-after': 'Wed, 01 May 2030 09:00:00 GMT' }, 0],
    ['in words', { 'retry-after': 'soon' }, undefined],
    ['that is not valid', { 'retry-after': '-1' }, undefined],
  ] as const) {
    it(`interprets a Retry-After ${what} of a failing server`, async () => {
      const { client } = await setup([refuse(503, 'ServiceUnavailable', headers)]);
      await assert.rejects(client.get(deployment, key), (error: ApiError) => error.retryAfterMs === expectedMs);
    });
  }

  it('an error contains the first Retry-After if a proxy repeats the header', async () => {
    const { client } = await setup([
      (response) => response.writeHead(503, ['retry-after', '7', 'retry-after', '30']).end(),
    ]);
    await assert.rejects(client.get(deployment, key), (error: ApiError) => error.retryAfterMs === 7000);
  });

  it('an error contains a Retry-After by the local clock if the server sends no date', async () => {
    const clock = new ManualClock();
    const { client } = await setup(
      [
        (response) => {
          response.sendDate = false;
          response.writeHead(503, { 'retry-after': new Date(clock.now() + 7000).toUTCString() }).end();
        },
      ],
      { clock },
    );
    await assert.rejects(client.get(deployment, key), (error: ApiError) => error.retryAfterMs === 7000);
  });
});

describe('a refused identity', () => {
  const old: Identity = { headers: { authorization: 'Bearer old' }, tls: {} };
  const renewed: Identity = { headers: { authorization: 'Bearer new' }, tls: old.tls };

  it('a refused identity is renewed, and the request is sent once more', async () => {
    let current = old;
    const identity = { current: async () => current, refresh: async () => (current = renewed) };
    const { client, server } = await setup([refuse(401, 'Unauthorized'), json(stored)], {}, { identity });
    await client.create(deployment, desired);
    assert.deepEqual(
      server.received.map(({ headers }) => headers.authorization),
      ['Bearer old', 'Bearer new'],
    );
    assert.deepEqual(sent(server, 1).body, desired);
  });

  it('a refused identity is renewed only once for a request', async () => {
    const refused: Identity[] = [];
    const identity = {
      current: async () => old,
      refresh: async (identity: Identity) => {
        refused.push(identity);
        return { ...renewed };
      },
    };
    const { client, server } = await setup([refuse(401, 'Unauthorized')], {}, { identity });
    await assert.rejects(client.get(deployment, key), isUnauthorized);
    assert.equal(server.received.length, 2);
    assert.deepEqual(refused, [old]);
  });

  it('a refused request is not sent again if there is no other identity', async () => {
    const { client, server } = await setup([refuse(401, 'Unauthorized')]);
    await assert.rejects(client.get(deployment, key), isUnauthorized);
    assert.equal(server.received.length, 1);
  });
});

describe('a server that fails', () => {
  it('a request without a response fails after a minute', async () => {
    const { client, clock } = await setup([() => void clock.advance(60_000)]);
    await assert.rejects(client.get(deployment, key), connectionFailure('timeout'));
    assert.equal(clock.pendingCount, 0);
  });

  it('the minute of a request doesn’t pass while it waits for a connection', async () => {
    const held: (() => void)[] = [];
    const { client, clock } = await setup([(response) => void held.push(() => response.end(JSON.stringify(stored)))]);
    const reads = Array.from({ length: 4 * socketCount }, () => client.get(deployment, key));
    for (let round = 0; round < 4; round++) {
      while (held.length < socketCount) await nextTurn();
      await clock.advance(59_000);
      for (const answer of held.splice(0)) answer();
    }
    assert.equal((await Promise.all(reads)).length, 4 * socketCount);
    assert.equal(clock.pendingCount, 0);
  });

  it('eight requests without a response fail, and the next ones are sent', async () => {
    let silentCount = 0;
    const { client, clock } = await setup([
      (response, request) => {
        if (silentCount === socketCount) return json(stored)(response, request);
        silentCount += 1;
        if (silentCount === socketCount) void clock.advance(60_000);
      },
    ]);
    const reads = await Promise.allSettled(Array.from({ length: 12 }, () => client.get(deployment, key)));
    assert.deepEqual(
      reads.map(({ status }) => status),
      Array.from({ length: 12 }, (_, index) => (index < socketCount ? 'rejected' : 'fulfilled')),
    );
  });

  it('a namespace whose lists are slow leaves two of eight connections to other namespaces', async () => {
    let listCount = 0;
    const { client } = await setup([
      (response, request) => {
        if (request.path.includes('/crowded/')) listCount += 1;
        else json(stored)(response, request);
      },
    ]);
    await client.get(deployment, key);
    const lists = Promise.allSettled(
      Array.from({ length: 12 }, () => client.list(deployment, { namespace: 'crowded' })),
    );
    while (listCount < 6) await nextTurn();
    await client.get(deployment, key);
    assert.equal(listCount, 6);
    await client.close();
    await lists;
  });

  it('a request whose server is silent in the middle of a response fails after a minute', async () => {
    const { client, clock } = await setup([
      (response) => response.write('{"apiVersion":', () => void clock.advance(60_000)),
    ]);
    await assert.rejects(client.get(deployment, key), connectionFailure('timeout'));
  });

  it('a request whose server is silent in the middle of a list fails after a minute', async () => {
    const { client, clock } = await setup([(response) => response.write('{"items":[{},')]);
    const transform = (object: StoredObject): StoredObject => {
      void clock.advance(0).then(() => clock.advance(60_000));
      return object;
    };
    await assert.rejects(client.list(deployment, { transform }), connectionFailure('timeout'));
    assert.equal(clock.pendingCount, 0);
  });

  it('a slow list doesn’t fail while it continues', async () => {
    const parts = ['{"items":[{},', '{},', '{}],"metadata":{"resourceVersion":"9"}'];
    let goOn: (() => void) | undefined;
    const { client, clock } = await setup([
      (response) => {
        goOn = () => {
          const part = parts.shift();
          if (part === undefined) response.end('}');
          else response.write(part);
        };
        goOn();
      },
    ]);
    const transform = (object: StoredObject): StoredObject => {
      void clock.advance(59_000).then(goOn);
      return object;
    };
    assert.equal((await client.list(deployment, { transform })).items.length, 3);
  });

  it('a request fails if the server ends the connection in the middle of a response', async () => {
    const { client } = await setup([(response) => response.write('{"apiVersion":', () => response.destroy())]);
    await assert.rejects(client.get(deployment, key), connectionFailure('broken'));
  });

  it('a broken connection does not fail the next request', async () => {
    const { client } = await setup([(response) => response.destroy(), json(stored)]);
    await assert.rejects(client.get(deployment, key), connectionFailure('broken'));
    assert.deepEqual(await client.get(deployment, key), stored);
  });

  it('a response of another protocol is reported as garbled', async () => {
    const { client } = await setup([(response) => response.end('<html>welcome</html>')]);
    await assert.rejects(client.get(deployment, key), connectionFailure('garbled'));
  });

  it('a refused connection is reported with the server', async () => {
    const { url } = await loopbackServer([]);
    const closed = new URL(url);
    closed.port = '1';
    const client = new HttpClient(credentials(closed), { clock: new ManualClock() });
    await assert.rejects(client.serverVersion(), (error: ConnectionError) => {
      assert.equal(error.failure, 'refused');
      assert.equal(error.server, 'http://127.0.0.1:1');
      return true;
    });
  });
});

describe('the signal of a request', () => {
  it('the signal of a request ends it with the reason', async () => {
    const caller = new AbortController();
    const { client, clock } = await setup([() => caller.abort(new Error('enough'))]);
    await assert.rejects(client.get(deployment, key, { signal: caller.signal }), { message: 'enough' });
    assert.equal(clock.pendingCount, 0);
  });

  it('a signal is shared by any number of requests, and keeps no listeners', async (t) => {
    const warning = t.mock.method(process, 'emitWarning', () => undefined);
    const { signal } = new AbortController();
    const { client } = await setup([json(stored)]);
    await Promise.all(Array.from({ length: 100 }, () => client.get(deployment, key, { signal })));
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    assert.equal(warning.mock.callCount(), 0);
  });

  it('a signal ends a request that waits for a connection', async () => {
    const held: (() => void)[] = [];
    const full = Promise.withResolvers<void>();
    const { client, server } = await setup([
      (response) => {
        held.push(() => response.end(JSON.stringify(stored)));
        if (held.length === socketCount) full.resolve();
      },
    ]);
    const reads = Array.from({ length: socketCount }, () => client.get(deployment, key));
    await full.promise;
    const caller = new AbortController();
    const waiting = client.create(deployment, desired, { signal: caller.signal });
    await new Promise(setImmediate);
    caller.abort(new Error('enough'));
    await assert.rejects(waiting, { message: 'enough' });
    for (const answer of held) answer();
    await Promise.all(reads);
    assert.equal(server.received.length, socketCount);
  });

  it('a signal ends a request that waits for its credentials, and leaves its turn to another', async () => {
    const { identity, arrive } = slowIdentity();
    const { client, clock } = await setup([json(stored)], {}, { identity });
    const caller = new AbortController();
    const reads = Array.from({ length: socketCount }, () => client.get(deployment, key, { signal: caller.signal }));
    const next = client.get(deployment, key);
    await nextTurn();
    caller.abort(new Error('enough'));
    await Promise.all(reads.map((read) => assert.rejects(read, { message: 'enough' })));
    arrive();
    assert.deepEqual(await next, stored);
    assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
    assert.equal(clock.pendingCount, 0);
  });

  it('a request whose signal has aborted is not sent', async () => {
    const { client, server } = await setup([json(stored)]);
    await assert.rejects(client.get(deployment, key, { signal: AbortSignal.abort(new Error('enough')) }), {
      message: 'enough',
    });
    assert.equal(server.received.length, 0);
  });
});

describe('credentials that don’t arrive', () => {
  const unanswered = {
    code: 'credentials',
    message: /^the credentials of test did not arrive within 60 s: if a plugin /,
  };
  const waits: Record<string, (client: HttpClient) => Promise<unknown>> = {
    request: (client) => client.get(deployment, key),
    watch: (client) => client.watch(deployment, { resourceVersion: '1' })[Symbol.asyncIterator]().next(),
    connection: (client) => client.noticesDeadServer(),
  };

  for (const [name, wait] of Object.entries(waits)) {
    it(`a ${name} fails after a minute without credentials, and names their source`, async () => {
      const { client, clock } = await setup([json(stored)], {}, slowIdentity());
      const waiting = assert.rejects(wait(client), unanswered);
      await clock.advance(60_000);
      await waiting;
      assert.equal(clock.pendingCount, 0);
    });

    it(`a ${name} that waits for credentials fails when the client is closed`, async () => {
      const { client } = await setup([json(stored)], {}, slowIdentity());
      const waiting = assert.rejects(wait(client), connectionFailure('closed'));
      await nextTurn();
      await client.close();
      await waiting;
    });
  }

  it('a request that is answered 401 fails after a minute without newer credentials', async () => {
    const current = { headers: {}, tls: {} };
    const { promise: refreshed } = Promise.withResolvers<Identity>();
    const refreshing = Promise.withResolvers<void>();
    const identity = {
      current: () => current,
      refresh: () => {
        refreshing.resolve();
        return refreshed;
      },
    };
    const { client, clock } = await setup([refuse(401, 'Unauthorized')], {}, { identity });
    const waiting = assert.rejects(client.get(deployment, key), unanswered);
    await refreshing.promise;
    await clock.advance(60_000);
    await waiting;
  });
});

describe('the check before a write is sent', () => {
  const writes = {
    create: (client: HttpClient, beforeDispatch: () => void) => client.create(deployment, desired, { beforeDispatch }),
    apply: (client: HttpClient, beforeDispatch: () => void) =>
      client.apply(deployment, desired, { fieldManager: 'me', force: true, beforeDispatch }),
    patch: (client: HttpClient, beforeDispatch: () => void) =>
      client.patch(deployment, key, { type: 'merge', body: {} }, { beforeDispatch }),
    delete: (client: HttpClient, beforeDispatch: () => void) => client.delete(deployment, key, { beforeDispatch }),
  };

  for (const [verb, write] of Object.entries(writes)) {
    it(`a check that throws before a ${verb} keeps it from being sent`, async () => {
      const { client, server, clock } = await setup([json(stored)]);
      const refusal = new Error('no longer');
      const refuseIt = () => {
        throw refusal;
      };
      await assert.rejects(write(client, refuseIt), (error) => error === refusal);
      assert.equal(server.received.length, 0);
      await write(client, () => undefined);
      assert.equal(server.received.length, 1);
      assert.equal(server.connectionCount, 1, 'keeps the connection of a refused write open');
      assert.equal(clock.pendingCount, 0);
    });
  }

  it('the check before a write runs when a connection is free, not before', async () => {
    const held: (() => void)[] = [];
    const answered = Promise.withResolvers<void>();
    const { client, server } = await setup([
      (response) => {
        held.push(() => response.end(JSON.stringify(stored)));
        if (held.length === socketCount) answered.resolve();
      },
    ]);
    const reads = Array.from({ length: socketCount }, () => client.get(deployment, key));
    await answered.promise;
    let mayWrite = true;
    const write = client.patch(
      deployment,
      key,
      { type: 'merge', body: {} },
      {
        beforeDispatch: () => {
          if (!mayWrite) throw new Error('no longer');
        },
      },
    );
    await new Promise(setImmediate);
    mayWrite = false;
    for (const answer of held) answer();
    await assert.rejects(write, { message: 'no longer' });
    await Promise.all(reads);
    assert.equal(server.received.length, socketCount);
  });

  it('the check before a write runs again when the write is sent again', async () => {
    const { client, server } = await setup([refuse(429, 'TooManyRequests', { 'retry-after': '1' }), json(stored)], {
      clock: new HastyClock(),
    });
    let askedCount = 0;
    const beforeDispatch = () => {
      askedCount += 1;
      if (askedCount === 2) throw new Error('no longer');
    };
    await assert.rejects(client.create(deployment, desired, { beforeDispatch }), { message: 'no longer' });
    assert.equal(server.received.length, 1);
  });
});

describe('a watch of HttpClient', () => {
  const added = `${JSON.stringify({ type: 'ADDED', object: stored })}\n`;

  async function collect(events: AsyncIterable<WatchEvent>, into: WatchEvent[] = []): Promise<WatchEvent[]> {
    for await (const event of events) into.push(event);
    return into;
  }

  it('a watch requests changes after a version, with bookmarks', async () => {
    const { client, server } = await setup([(response) => response.end(added)]);
    const events = await collect(
      client.watch(deployment, { namespace: 'shop', resourceVersion: '7', timeoutSeconds: 300, fieldSelector: 'a=b' }),
    );
    assert.deepEqual(events, [{ type: 'ADDED', object: stored }]);
    assert.equal(sent(server).path, path);
    assert.deepEqual(sent(server).query, {
      resourceVersion: '7',
      timeoutSeconds: '300',
      fieldSelector: 'a=b',
      watch: 'true',
      allowWatchBookmarks: 'true',
    });
  });

  it('a watch requests a list first if no version is given, and reports its end', async () => {
    const bookmark = (annotations: object) => ({
      type: 'BOOKMARK',
      object: { metadata: { resourceVersion: '9', annotations } },
    });
    const bookmarks = [bookmark({}), bookmark({ 'k8s.io/initial-events-end': 'true' })];
    const { client, server } = await setup([
      (response) => response.end(added + bookmarks.map((event) => `${JSON.stringify(event)}\n`).join('')),
    ]);
    assert.deepEqual(await collect(client.watch(deployment, { resourceVersion: undefined })), [
      { type: 'ADDED', object: stored },
      { type: 'BOOKMARK', resourceVersion: '9' },
      { type: 'BOOKMARK', resourceVersion: '9', isEndOfList: true },
    ]);
    assert.deepEqual(sent(server).query, {
      watch: 'true',
      allowWatchBookmarks: 'true',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
    });
  });

  it('watches only the metadata of objects', async () => {
    const partial = { ...stored, apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata' };
    const events = [partial, { ...stored, spec: {} }].map((object) => `${JSON.stringify({ type: 'ADDED', object })}\n`);
    const { client, server } = await setup([(response) => response.end(events.join(''))]);
    const metadata = { type: 'ADDED', object: stored };
    assert.deepEqual(await collect(client.watch(deployment, { resourceVersion: '7', content: 'metadata' })), [
      metadata,
      metadata,
    ]);
    assert.equal('content' in sent(server).query, false);
    assert.equal(
      server.received[0]?.headers.accept,
      'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json',
    );
  });

  it('a watch stays open through hours of silence', async () => {
    const { promise: later, resolve } = Promise.withResolvers<void>();
    const { client, clock } = await setup([
      (response) => response.write(added, () => void later.then(() => response.end(added))),
    ]);
    let count = 0;
    for await (const _ of client.watch(deployment, { resourceVersion: '7' })) {
      count += 1;
      await clock.advance(7_200_000);
      resolve();
    }
    assert.equal(count, 2);
  });

  it('a watch fails if no response begins within a minute', async () => {
    const { client, clock } = await setup([() => void clock.advance(60_000)]);
    await assert.rejects(collect(client.watch(deployment, { resourceVersion: '7' })), connectionFailure('timeout'));
  });

  it('each watch over HTTP/1 has its own connection', async () => {
    const { client, server } = await setup([
      (response) => {
        response.write(added);
        if (server.received.length === 20) for (const { message } of server.received) message.socket.end();
      },
    ]);
    const watches = Array.from({ length: 20 }, () => collect(client.watch(deployment, { resourceVersion: '7' })));
    await Promise.allSettled(watches);
    assert.equal(server.connectionCount, 20);
  });

  it('a watch throws the error that breaks its stream, after the events before it', async () => {
    const { client } = await setup([(response) => response.write(added, () => response.destroy())]);
    const events: WatchEvent[] = [];
    await assert.rejects(
      collect(client.watch(deployment, { resourceVersion: '7' }), events),
      connectionFailure('broken'),
    );
    assert.equal(events.length, 1);
  });

  it('a watch throws the refusal of the server', async () => {
    const { client } = await setup([refuse(403, 'Forbidden')]);
    await assert.rejects(collect(client.watch(deployment, { resourceVersion: '7' })), {
      message: "can't watch Deployment.apps/v1: Forbidden it is (403 Forbidden)",
    });
  });

  it('a watch is not retried for a busy server that names a time', async () => {
    const { client, server } = await setup([refuse(429, 'TooManyRequests', { 'retry-after': '1' })]);
    await assert.rejects(
      collect(client.watch(deployment, { resourceVersion: '7' })),
      (error: ApiError) => isTooManyRequests(error) && error.retryAfterMs === 1000,
    );
    assert.equal(server.received.length, 1);
  });

  it('a watch ends with the reason of its signal', async () => {
    const caller = new AbortController();
    const { client } = await setup([(response) => response.write(added)]);
    await assert.rejects(
      async () => {
        for await (const _ of client.watch(deployment, { resourceVersion: '7', signal: caller.signal }))
          caller.abort(new Error('enough'));
      },
      { message: 'enough' },
    );
  });

  it('a watch closes its connection when the reader returns', async () => {
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const { client } = await setup([
      (response) => {
        response.on('close', resolve);
        response.write(added);
      },
    ]);
    for await (const _ of client.watch(deployment, { resourceVersion: '7' })) break;
    await gone;
  });
});

describe('a client that is closed', () => {
  it('a closed client fails pending requests', async () => {
    const { client } = await setup([() => void client.close()]);
    await assert.rejects(client.get(deployment, key), connectionFailure('closed'));
  });

  it('a closed client ends its watches', async () => {
    const { client } = await setup([
      (response) => response.write(`${JSON.stringify({ type: 'ADDED', object: stored })}\n`),
    ]);
    await assert.rejects(async () => {
      for await (const _ of client.watch(deployment, { resourceVersion: '7' })) void client.close();
    }, connectionFailure('closed'));
  });

  it('a closed client sends no more requests, and closing it again does nothing', async () => {
    const { client, server } = await setup([json(stored)]);
    await client.close();
    await client.close();
    await assert.rejects(client.get(deployment, key), connectionFailure('closed'));
    assert.equal(server.received.length, 0);
  });
});
