import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, createServer as createSilentServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { JsonObject } from '../../../lib/api/index.ts';
import { issueAuthority, issueServingCertificate } from '../../../lib/certificate/index.ts';
import { KubeconfigEntry } from '../../../lib/client/credentials/kubeconfig-entry.ts';
import { oidcLogin } from '../../../lib/client/credentials/oidc-login.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { until } from '../../until.ts';

const startMs = Date.UTC(2030, 0, 1);

/** A token that expires so many seconds after the start. */
function token(name: string, expiresInSeconds: number): string {
  const payload = { name, exp: startMs / 1000 + expiresInSeconds };
  return `header.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`;
}

describe('the login by OpenID Connect', () => {
  let issuer: Server;
  let url: string;
  let authority: string;
  let metadata: JsonObject;
  /** The response of the token endpoint. */
  let response: { status?: number; body: JsonObject | string };
  let requests: { authorization: string | undefined; form: Record<string, string> }[];
  let nowMs: number;

  before(async () => {
    const own = await issueAuthority('issuer', Date.now());
    const certificate = await issueServingCertificate(own, ['localhost', '127.0.0.1'], Date.now());
    authority = Buffer.from(own.certificate).toString('base64');
    issuer = createServer({ cert: certificate.certificate, key: certificate.key }, async (request, reply) => {
      if (request.url === '/realm/.well-known/openid-configuration') {
        reply.end(JSON.stringify({ issuer: url, token_endpoint: `${url}/token`, ...metadata }));
        return;
      }
      assert.equal(request.url, '/realm/token');
      const form = Object.fromEntries(new URLSearchParams(await text(request)));
      requests.push({ authorization: request.headers.authorization, form });
      reply.statusCode = response.status ?? 200;
      reply.end(typeof response.body === 'string' ? response.body : JSON.stringify(response.body));
    });
    issuer.listen(0, '127.0.0.1');
    await once(issuer, 'listening');
    url = `https://127.0.0.1:${(issuer.address() as AddressInfo).port}/realm`;
  });

  beforeEach(() => {
    metadata = {};
    requests = [];
    nowMs = startMs;
    response = { body: { id_token: token('new', 3600) } };
  });

  after(() => issuer.close());

  function login(config: JsonObject = {}) {
    const provider = {
      name: 'oidc',
      config: {
        ...{ 'idp-issuer-url': url, 'idp-certificate-authority-data': authority, 'client-id': 'kubernetes' },
        ...{ 'id-token': token('old', 60), 'refresh-token': 'r1', ...config },
      },
    };
    const user = new KubeconfigEntry({ 'auth-provider': provider }, { title: 'user "ada"', file: '/config' });
    const clock = { ...systemClock, now: () => nowMs };
    return oidcLogin(user, clock) ?? assert.fail('the user has a login');
  }

  const bearer = (name: string, expiresInSeconds: number) => ({
    authorization: `Bearer ${token(name, expiresInSeconds)}`,
  });

  it('oidcLogin is undefined for a user without OpenID Connect', () => {
    const user = new KubeconfigEntry({ token: 't' }, { title: 'user "ada"', file: '/config' });
    assert.equal(oidcLogin(user, systemClock), undefined);
  });

  it('uses a token while it is valid, and asks the issuer for the next one shortly before it expires', async () => {
    const credentials = login();
    assert.deepEqual(await credentials({ isRefused: false }), bearer('old', 60));
    assert.deepEqual(requests, []);
    nowMs += 51_000;
    assert.deepEqual(await credentials({ isRefused: false }), bearer('new', 3600));
    assert.deepEqual(await credentials({ isRefused: false }), bearer('new', 3600));
    const form = { grant_type: 'refresh_token', refresh_token: 'r1', client_id: 'kubernetes' };
    assert.deepEqual(requests, [{ authorization: undefined, form }]);
  });

  it('a login replaces a token that the API server refuses', async () => {
    assert.deepEqual(await login()({ isRefused: true }), bearer('new', 3600));
  });

  it('a login continues with the refresh token that the issuer returns, or with the previous one', async () => {
    const credentials = login();
    for (const next of ['r2', undefined]) {
      response.body = { id_token: token('new', 3600), ...(next !== undefined && { refresh_token: next }) };
      await credentials({ isRefused: true });
    }
    await credentials({ isRefused: true });
    assert.deepEqual(
      requests.map(({ form }) => form.refresh_token),
      ['r1', 'r2', 'r2'],
    );
  });

  it('sends the client secret in the header, or in the form if the issuer accepts only that', async () => {
    await login({ 'client-secret': 's:1' })({ isRefused: true });
    assert.equal(requests[0]?.authorization, `Basic ${Buffer.from('kubernetes:s%3A1').toString('base64')}`);
    metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    await login({ 'client-secret': 's:1' })({ isRefused: true });
    assert.deepEqual([requests[1]?.authorization, requests[1]?.form.client_secret], [undefined, 's:1']);
  });

  it('a failed login reports the issuer’s message and the remedy', async () => {
    response = { status: 400, body: '{"error":"invalid_grant"}' };
    await assert.rejects(login()({ isRefused: true }), {
      name: 'CredentialsError',
      message:
        `user "ada" in /config got no token from its issuer ${url} (${url}/token responds with 400, invalid_grant): ` +
        'log in again with the tool that wrote this kubeconfig',
    });
    response = { body: { access_token: 'a' } };
    await assert.rejects(login()({ isRefused: true }), /\(\S+\/token responds without an id_token\): log in again/);
  });

  it('a login error repeats nothing of a response that may contain the secrets of the request', async () => {
    for (const status of [200, 400]) {
      response = { status, body: 'you sent refresh_token=r1' };
      await assert.rejects(login()({ isRefused: true }), ({ message }: Error) => !message.includes('r1'));
    }
  });

  it('sends tokens to no address but an HTTPS endpoint that the issuer names', async () => {
    for (const endpoint of ['', 'http://127.0.0.1/token']) {
      metadata = { token_endpoint: endpoint };
      await assert.rejects(login()({ isRefused: true }), /names no token_endpoint with https/);
    }
    assert.deepEqual(requests, []);
  });

  it('sends the client secret again in the form if the issuer refuses it in the header', async () => {
    response = { status: 401, body: { error: 'invalid_client' } };
    await assert.rejects(login({ 'client-secret': 's' })({ isRefused: true }), /401, invalid_client/);
    assert.deepEqual(
      requests.map(({ form }) => form.client_secret),
      [undefined, 's'],
    );
  });

  it('a login fails after ten seconds without a response', async () => {
    const clock = new ManualClock();
    const silent = createSilentServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const issuerUrl = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const config = { 'idp-issuer-url': issuerUrl, 'client-id': 'kubernetes', 'refresh-token': 'r1' };
    const provider = { name: 'oidc', config };
    const user = new KubeconfigEntry({ 'auth-provider': provider }, { title: 'user "ada"', file: '/config' });
    const sockets: Socket[] = [];
    silent.on('connection', (socket: Socket) => sockets.push(socket));
    const failure = assert.rejects(
      oidcLogin(user, clock)?.({ isRefused: false }) ?? assert.fail(),
      /no response from \S+ within 10 s/,
    );
    await until('the request has been sent', () => clock.pendingCount === 1);
    await clock.advance(10_000);
    await failure;
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('a user with a plugin gets no OpenID Connect login', () => {
    const fields = { exec: { command: 'login' }, 'auth-provider': { name: 'oidc' } };
    assert.equal(
      oidcLogin(new KubeconfigEntry(fields, { title: 'user "ada"', file: '/config' }), systemClock),
      undefined,
    );
  });

  it('a login fails without a refresh token, an HTTPS issuer or a client id', async () => {
    for (const field of ['refresh-token', 'idp-issuer-url', 'client-id']) {
      await assert.rejects(
        login({ [field]: '' })({ isRefused: true }),
        new RegExp(`has no valid id-token, and no ${field} to get one: log in again`),
      );
    }
    await assert.rejects(login({ 'idp-issuer-url': 'http://issuer.example.com' })({ isRefused: true }), /https:\/\//);
  });

  it('a login trusts no issuer with a certificate of another authority', async () => {
    await assert.rejects(login({ 'idp-certificate-authority-data': '' })({ isRefused: true }), /certificate/);
    assert.deepEqual(requests, []);
  });
});
