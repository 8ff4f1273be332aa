import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Kind } from '../../lib/api/index.ts';
import type { CertifiedKey } from '../../lib/certificate/index.ts';
import {
  type ConnectionError,
  fixedIdentity,
  HttpClient,
  type Identity,
  type IdentitySource,
  type TlsIdentity,
} from '../../lib/client/index.ts';
import { ClusterAuthority } from '../../lib/testing/control-plane/cluster-authority.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { json, loopbackServer, type ReceivedRequest, type Responder } from './loopback-server.ts';
import { tunnel } from './tunnel.ts';

const version = json({ major: '1', minor: '36', gitVersion: 'v1.36.3' });
const pod: Kind = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' };

describe('a TLS connection', () => {
  let authority: ClusterAuthority;
  let server: CertifiedKey;

  before(async () => {
    authority = await ClusterAuthority.create();
    server = await authority.issueServer('kube-apiserver');
  });

  /** Starts a server that asks for client certificates, and records their subjects. */
  async function tlsServer(...responders: readonly Responder[]) {
    const users: (string | undefined)[] = [];
    const watched = responders.map(
      (respond): Responder =>
        (response, request) => {
          users.push(user(request));
          respond(response, request);
        },
    );
    const { certificate: cert, key } = server;
    const options = { cert, key, ca: authority.certificate, requestCert: true, rejectUnauthorized: false };
    return { ...(await loopbackServer(watched, options)), users };
  }

  function connect(url: URL, identity: TlsIdentity | IdentitySource): HttpClient {
    const source = 'current' in identity ? identity : fixedIdentity({ headers: {}, tls: identity });
    return new HttpClient({ server: url, source: 'test', identity: source }, { clock: new ManualClock() });
  }

  function user({ message }: ReceivedRequest): string | undefined {
    assert.ok(message.socket instanceof TLSSocket);
    return message.socket.getPeerX509Certificate()?.subject;
  }

  async function client(name: string): Promise<TlsIdentity> {
    const { certificate, key } = await authority.issueClient({ user: name });
    return { certificateAuthority: authority.certificate, certificate, key };
  }

  it('a client trusts a server with a certificate of the given authority', async () => {
    const { url } = await tlsServer(version);
    assert.equal((await connect(url, { certificateAuthority: authority.certificate }).serverVersion()).minor, '36');
  });

  for (const [title, tls] of [
    [
      'a server with a certificate of another authority',
      async () => ({ certificateAuthority: (await ClusterAuthority.create()).certificate }),
    ],
    [
      'a server with a certificate for another name',
      async () => ({ certificateAuthority: authority.certificate, serverName: 'elsewhere' }),
    ],
    ['a server with a certificate of no public authority', async () => ({})],
  ] as const) {
    it(`a client does not trust ${title}`, async () => {
      const { url, received } = await tlsServer(version);
      await assert.rejects(connect(url, await tls()).serverVersion(), (error: ConnectionError) => {
        assert.equal(error.failure, 'tls');
        assert.match(error.message, /^no trusted connection to .*; check certificate authority, server name/);
        return true;
      });
      assert.equal(received.length, 0);
    });
  }

  it('a client trusts any server if verification is off', async () => {
    const { url } = await tlsServer(version);
    assert.equal((await connect(url, { isVerified: false }).serverVersion()).minor, '36');
  });

  it('a client accepts a certificate for the given name instead of the host', async () => {
    const { url } = await tlsServer(version);
    assert.ok(
      await connect(url, { certificateAuthority: authority.certificate, serverName: 'localhost' }).serverVersion(),
    );
  });

  it('a TLS connection sends the client certificate', async () => {
    const { url, users } = await tlsServer(version);
    await connect(url, await client('ada')).serverVersion();
    assert.deepEqual(users, ['CN=ada']);
  });

  it('a connection is opened again with the next identity, while a watch continues with the previous one', async () => {
    const event = `${JSON.stringify({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '8' } } })}\n`;
    let watching: (() => void) | undefined;
    const watch: Responder = (response) => {
      response.write(event);
      watching = () => response.end(event);
    };
    const { url, users } = await tlsServer(watch, version, version);
    const ada: Identity = { headers: {}, tls: await client('ada') };
    const bob: Identity = { headers: {}, tls: await client('bob') };
    let current = ada;
    const connected = connect(url, { current: async () => current, refresh: async () => current });

    let count = 0;
    for await (const _ of connected.watch(pod, { resourceVersion: '7' })) {
      count += 1;
      if (count > 1) continue;
      await connected.serverVersion();
      current = bob;
      await connected.serverVersion();
      watching?.();
    }
    assert.equal(count, 2);
    assert.deepEqual(users, ['CN=ada', 'CN=ada', 'CN=bob']);
    await connected.close();
  });

  it('a client trusts the certificate of another authority once its identity contains that authority', async () => {
    const next = await ClusterAuthority.create();
    const nextServer = await next.issueServer('kube-apiserver');
    let shown = server;
    const { url } = await loopbackServer([json({ major: '1', minor: '36' }, 200, { connection: 'close' })], {
      SNICallback: (_name, give) => give(null, createSecureContext({ cert: shown.certificate, key: shown.key })),
    });
    const trusting = ({ certificate: certificateAuthority }: ClusterAuthority): Identity => ({
      headers: {},
      tls: { certificateAuthority, serverName: 'localhost' },
    });
    let current = trusting(authority);
    const connected = connect(url, { current: async () => current, refresh: async () => current });
    await connected.serverVersion();
    shown = nextServer;
    const outdated = connect(url, trusting(authority).tls);
    await assert.rejects(outdated.serverVersion(), (error: ConnectionError) => error.failure === 'tls');
    current = trusting(next);
    assert.equal((await connected.serverVersion()).minor, '36');
    await connected.close();
  });

  it('a connection ends when the client is closed, also if its identity has been replaced', async () => {
    const event = `${JSON.stringify({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '8' } } })}\n`;
    const { url } = await tlsServer((response) => response.write(event), version);
    let current: Identity = { headers: {}, tls: await client('ada') };
    const connected = connect(url, { current: async () => current, refresh: async () => current });
    await assert.rejects(
      async () => {
        for await (const _ of connected.watch(pod, { resourceVersion: '7' })) {
          current = { headers: {}, tls: await client('bob') };
          await connected.serverVersion();
          await connected.close();
        }
      },
      (error: ConnectionError) => error.failure === 'closed',
    );
  });
});

describe('a connection through a proxy', () => {
  it('a client connects through a proxy by a tunnel', async () => {
    const authority = await ClusterAuthority.create();
    const { certificate, key } = await authority.issueServer('kube-apiserver');
    const server = await loopbackServer([version], { cert: certificate, key });
    const proxy = await tunnel();
    const identity = fixedIdentity({ headers: {}, tls: { certificateAuthority: authority.certificate } });
    const client = new HttpClient(
      { server: server.url, source: 'test', identity, proxy: proxy.url },
      { clock: new ManualClock() },
    );
    assert.equal((await client.serverVersion()).minor, '36');
    assert.deepEqual(proxy.targets, [server.url.host]);
    await client.close();
  });
});
