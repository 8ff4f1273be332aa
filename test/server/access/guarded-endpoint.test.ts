import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { systemClock } from '../../../lib/clock/index.ts';
import { bearerToken } from '../../../lib/server/access/guarded-endpoint.ts';
import {
  type AccessDecision,
  guardedEndpoint,
  listenTls,
  plainTextReply,
  type TlsListener,
} from '../../../lib/server/index.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { HandedCertificates } from '../handed-certificates.ts';
import { recordedLog } from '../recorded-log.ts';
import { askTls, type HttpsResponse } from '../tls-client.ts';

describe('guardedEndpoint', () => {
  let clock: ManualClock;
  let log: ReturnType<typeof recordedLog>;
  let decision: () => Promise<AccessDecision>;
  let certificates: HandedCertificates;
  let listener: TlsListener;
  let readCount: number;

  beforeEach(async () => {
    clock = new ManualClock();
    log = recordedLog();
    readCount = 0;
    decision = async () => ({ type: 'allowed' });
    certificates = await HandedCertificates.create();
    certificates.current = await certificates.issue();
    const { logger } = log;
    const endpoint = () => {
      readCount += 1;
      return plainTextReply(200, 'figures');
    };
    const guarded = guardedEndpoint('/metrics', endpoint, { clock, logger, review: () => decision() });
    const address = { host: '127.0.0.1', port: 0 };
    const ports = { certificates, clock: systemClock, logger };
    listener = await listenTls('metrics server', address, { '/metrics': guarded }, ports);
  });

  afterEach(() => listener.close(0));

  function ask(authorization?: string): Promise<HttpsResponse> {
    const { port } = listener;
    const headers = authorization === undefined ? {} : { authorization };
    return askTls({ port, authority: certificates.authority.certificate, path: '/metrics', headers });
  }

  const warnings = () => log.lines.filter(({ level }) => level === 'warn').map(({ msg }) => msg);

  it('guardedEndpoint answers a caller that is allowed', async () => {
    const { status, body } = await ask('Bearer a');
    assert.deepEqual([status, body], [200, 'figures']);
  });

  for (const authorization of [undefined, 'Basic YTpi']) {
    it(`guardedEndpoint answers ${authorization ?? 'no credentials'} with the header to send`, async () => {
      decision = () => Promise.reject(new Error('asked'));
      const { status, body, headers } = await ask(authorization);
      assert.deepEqual(
        [status, body, headers['www-authenticate']],
        [401, 'send a token of the cluster: Authorization: Bearer <token>\n', 'Bearer'],
      );
      assert.deepEqual(warnings(), []);
    });
  }

  it('guardedEndpoint answers 401 to a token that the API server does not know', async () => {
    decision = async () => ({ type: 'unknown' });
    const { status, body, headers } = await ask('Bearer a');
    assert.deepEqual(
      [status, body, headers['www-authenticate']],
      [401, 'the API server does not know this token: it may have expired\n', 'Bearer'],
    );
  });

  it('guardedEndpoint answers 403 to a caller without the right, with the name and the missing rule', async () => {
    decision = async () => ({ type: 'forbidden', user: 'ada' });
    const { status, body } = await ask('Bearer a');
    assert.deepEqual(
      [status, body],
      [403, 'ada may not get /metrics: bind a ClusterRole that allows this nonResourceURL\n'],
    );
    assert.equal(readCount, 0);
  });

  it('guardedEndpoint answers 503 while the API server can’t decide, logs it once a minute, and recovers', async () => {
    decision = () => Promise.reject(new Error('tokenreviews is forbidden'));
    for (const token of ['a', 'b', 'a']) {
      const { status, body } = await ask(`Bearer ${token}`);
      assert.equal(status, 503);
      assert.doesNotMatch(body, /tokenreviews/);
    }
    assert.deepEqual([readCount, warnings().length], [0, 1]);
    assert.match(JSON.stringify(log.lines), /tokenreviews is forbidden/);
    await clock.advance(60_000);
    await ask('Bearer a');
    assert.equal(warnings().length, 2);
    decision = async () => ({ type: 'allowed' });
    assert.equal((await ask('Bearer a')).status, 200);
  });

  it('guardedEndpoint requests a review after a minute, and refuses a token that has been revoked since', async () => {
    await ask('Bearer a');
    decision = async () => ({ type: 'unknown' });
    await clock.advance(59_999);
    assert.equal((await ask('Bearer a')).status, 200);
    await clock.advance(1);
    assert.equal((await ask('Bearer a')).status, 401);
  });

  it('guardedEndpoint writes no token into the log', async () => {
    for (const type of ['unknown', 'forbidden'] as const) {
      decision = async () => ({ type, user: 'ada' });
      await ask(`Bearer very-secret-${type}`);
    }
    decision = () => Promise.reject(new Error('out of reach'));
    await ask('Bearer very-secret');
    assert.doesNotMatch(JSON.stringify(log.lines), /very-secret/);
  });
});

describe('bearerToken', () => {
  for (const header of ['Bearer a.b-c_d~e+f/g=', 'bearer a.b-c_d~e+f/g=', 'BEARER   a.b-c_d~e+f/g= ']) {
    it(`bearerToken returns the token of '${header}'`, () => assert.equal(bearerToken(header), 'a.b-c_d~e+f/g='));
  }

  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'a.b.c',
    'Basic YTpi',
    'Bearer a b',
    'Bearer a,b',
    'XBearer a',
  ]) {
    it(`bearerToken finds no token in '${header}'`, () => assert.equal(bearerToken(header), undefined));
  }
});
