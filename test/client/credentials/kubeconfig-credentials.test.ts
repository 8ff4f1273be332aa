import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../lib/api/index.ts';
import { kubeconfigContext, parseKubeconfig } from '../../../lib/client/credentials/kubeconfig.ts';
import { impersonationHeaders, kubeconfigCredentials } from '../../../lib/client/credentials/kubeconfig-credentials.ts';
import { KubeconfigEntry } from '../../../lib/client/credentials/kubeconfig-entry.ts';
import type { Credentials } from '../../../lib/client/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { scratchDirectory } from './scratch.ts';

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const key = '-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n';
const https = { server: 'https://kubernetes.example.com:6443' };

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

async function setup({
  cluster = https,
  user,
  files = {},
}: {
  cluster?: object;
  user?: object;
  files?: Record<string, string>;
}) {
  const directory = await scratchDirectory();
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text, { mode: 0o755 });
  const file = join(directory, 'config');
  const clock = new ManualClock();
  const config = JSON.stringify({
    'current-context': 'here',
    contexts: [{ name: 'here', context: { cluster: 'kind', ...(user && { user: 'ada' }) } }],
    clusters: [{ name: 'kind', cluster }],
    users: user && [{ name: 'ada', user }],
  });
  const load = async (): Promise<Credentials> =>
    kubeconfigCredentials(kubeconfigContext(await parseKubeconfig(config, file)), clock);
  return { load, clock, directory, file };
}

async function identity(options: Parameters<typeof setup>[0]) {
  const { load } = await setup(options);
  const { headers, tls } = await (await load()).identity.current();
  // Missing fields and fields without a value mean the same.
  return { headers, tls: JSON.parse(JSON.stringify(tls)) as unknown };
}

describe('the credentials of a kubeconfig', () => {
  it('credentials contain the server, and the kubeconfig that names it', async () => {
    const { load, file } = await setup({ cluster: { ...https, 'proxy-url': 'socks5://proxy:1080' } });
    const { server, source, podNamespace, proxy } = await load();
    assert.equal(server.href, 'https://kubernetes.example.com:6443/');
    assert.equal(source, `context "here" of ${file}`);
    assert.equal(podNamespace, undefined);
    assert.equal(proxy?.href, 'socks5://proxy:1080');
  });

  it('credentials contain the token of a kubeconfig', async () => {
    assert.deepEqual(await identity({ user: { token: 't' } }), { headers: { authorization: 'Bearer t' }, tls: {} });
  });

  it('a token file takes precedence over a token, and is read again', async () => {
    const { load, clock, directory } = await setup({
      user: { token: 't0', tokenFile: 'token' },
      files: { token: 't1\n' },
    });
    const { identity } = await load();
    assert.deepEqual((await identity.current()).headers, { authorization: 'Bearer t1' });
    await writeFile(join(directory, 'token'), 't2\n');
    await clock.advance(10_000);
    assert.deepEqual((await identity.current()).headers, { authorization: 'Bearer t2' });
  });

  it('credentials contain a name and a password', async () => {
    const { headers } = await identity({ user: { username: 'ada', password: 'p:w' } });
    assert.deepEqual(headers, { authorization: `Basic ${base64('ada:p:w')}` });
  });

  it('credentials contain certificates that a kubeconfig has as data', async () => {
    const cluster = { ...https, 'certificate-authority-data': base64(certificate), 'tls-server-name': 'kubernetes' };
    const user = { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key) };
    assert.deepEqual((await identity({ cluster, user })).tls, {
      certificateAuthority: certificate,
      serverName: 'kubernetes',
      certificate,
      key,
    });
  });

  it('credentials contain certificates that a kubeconfig has as files', async () => {
    const cluster = { ...https, 'certificate-authority': 'ca.crt' };
    const user = { 'client-certificate': './ada.crt', 'client-key': 'ada.key' };
    const files = { 'ca.crt': certificate, 'ada.crt': certificate, 'ada.key': key };
    assert.deepEqual((await identity({ cluster, user, files })).tls, {
      certificateAuthority: certificate,
      certificate,
      key,
    });
  });

  it('certificates as data take precedence over files', async () => {
    const cluster = {
      ...https,
      'certificate-authority': 'gone.crt',
      'certificate-authority-data': base64(certificate),
    };
    assert.deepEqual((await identity({ cluster })).tls, { certificateAuthority: certificate });
  });

  it('a kubeconfig that turns verification off causes a warning with the context and the remedy', async () => {
    const cluster = { ...https, 'insecure-skip-tls-verify': true };
    const { load, file } = await setup({ cluster });
    const { warning = '' } = await load();
    assert.ok(warning.startsWith(`context "here" of ${file} sets insecure-skip-tls-verify: `));
    assert.match(warning, /replace it with certificate-authority-data/);
    const verified = await setup({});
    assert.equal((await verified.load()).warning, undefined);
  });

  it('credentials with insecure-skip-tls-verify accept any server', async () => {
    const cluster = { ...https, 'insecure-skip-tls-verify': true };
    assert.deepEqual((await identity({ cluster })).tls, { isVerified: false });
  });

  it('credentials contain no secrets for a connection without TLS', async () => {
    const cluster = { server: 'http://127.0.0.1:8001' };
    assert.deepEqual(await identity({ cluster, user: { token: 't' } }), { headers: {}, tls: {} });
  });

  it('credentials impersonate another user', async () => {
    const { headers } = await identity({ user: { token: 't', as: 'bob' } });
    assert.deepEqual(headers, { authorization: 'Bearer t', 'impersonate-user': 'bob' });
  });

  for (const [whose, own, expected] of [
    ['the plugin returns, if the user has nothing else', {}, 'Bearer given'],
    ['the user has, before those of a plugin', { token: 'own' }, 'Bearer own'],
  ] as const) {
    it(`credentials contain the values that ${whose}`, async () => {
      const login = '#!/bin/sh\necho \'{"kind":"ExecCredential","status":{"token":"given"}}\'\n';
      const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: './login' };
      const { headers } = await identity({ user: { ...own, exec }, files: { login } });
      assert.deepEqual(headers, { authorization: expected });
    });
  }

  const problems: Readonly<Record<string, readonly [Parameters<typeof setup>[0], RegExp]>> = {
    'without a server': [{ cluster: {} }, /^cluster "kind" in .* has no server: give it the URL of the API server$/],
    'with a server that is not a URL': [
      { cluster: { server: 'kubernetes:6443' } },
      /^cluster "kind" in .* has the server "kubernetes:6443": make it a URL that begins with http:\/\/ or https:\/\/$/,
    ],
    'with a missing file': [
      { user: { tokenFile: 'token' } },
      /\/token does not exist: create it, or correct the path$/,
    ],
    'with an invalid certificate': [
      { cluster: { ...https, 'certificate-authority-data': 'bm8=' } },
      /^cluster "kind" in .* has a certificate-authority-data that is not PEM: get a new kubeconfig for this cluster$/,
    ],
    'with a certificate without its key': [
      { user: { 'client-certificate-data': base64(certificate) } },
      /^user "ada" in .* needs both client-certificate and client-key: give the one that is missing$/,
    ],
  };
  for (const [how, [options, message]] of Object.entries(problems)) {
    it(`credentials ${how} are refused with the remedy`, async () => {
      const { load } = await setup(options);
      await assert.rejects(load(), { name: 'CredentialsError', message });
    });
  }
});

function user(fields: JsonObject): KubeconfigEntry {
  return new KubeconfigEntry(fields, { title: 'user "ada"', file: '/config' });
}

describe('impersonation', () => {
  it('a user that impersonates no other has no impersonation headers', () => {
    assert.deepEqual(impersonationHeaders(user({ token: 't' })), {});
  });

  it('impersonation headers contain user, uid, groups and extra fields', () => {
    const fields = {
      as: 'bob',
      'as-uid': '7',
      'as-groups': ['dev', 'ops'],
      'as-user-extra': { 'example.com/Scope': ['read'] },
    };
    assert.deepEqual(impersonationHeaders(user(fields)), {
      'impersonate-user': 'bob',
      'impersonate-uid': '7',
      'impersonate-group': ['dev', 'ops'],
      'impersonate-extra-example.com%2fscope': ['read'],
    });
  });

  it('an invalid form of impersonation is refused, so that requests never have another user', () => {
    assert.throws(() => impersonationHeaders(user({ as: 'bob', 'as-groups': 'dev' })), {
      message: 'user "ada" in /config has an as-groups that is not a list of texts: make it one',
    });
  });
});
