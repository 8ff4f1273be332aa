import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../lib/api/index.ts';
import { credentialPlugin } from '../../../lib/client/credentials/credential-plugin.ts';
import { KubeconfigEntry } from '../../../lib/client/credentials/kubeconfig-entry.ts';
import { loadedModules } from '../../architecture/loaded-modules.ts';
import { scratchDirectory } from './scratch.ts';

/** A plugin whose n-th run returns the token `t<n>`, and that stores its input. */
const program = `#!/bin/sh
cd "$(dirname "$0")"
echo run >> runs
printf '%s' "$KUBERNETES_EXEC_INFO" > input
printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"t%d"%s}}' "$(wc -l < runs)" "$EXTRA"
`;

async function setup(fields: JsonObject = {}) {
  const directory = await scratchDirectory();
  await writeFile(join(directory, 'login'), program, { mode: 0o755 });
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: './login', ...fields };
  const user = new KubeconfigEntry({ exec }, { title: 'user "ada"', file: join(directory, 'config') });
  const plugin = credentialPlugin(user) ?? assert.fail('the user has a plugin');
  return { plugin, directory };
}

describe('the plugin of a user', () => {
  it('credentialPlugin is undefined for a user without a plugin', () => {
    assert.equal(
      credentialPlugin(new KubeconfigEntry({ token: 't' }, { title: 'user "ada"', file: '/config' })),
      undefined,
    );
  });

  it('a credential plugin returns a token, and gets an ExecCredential of its version as input', async () => {
    const { plugin, directory } = await setup();
    assert.equal((await plugin({ isRefused: false })).authorization, 'Bearer t1');
    assert.deepEqual(JSON.parse(await readFile(join(directory, 'input'), 'utf8')), {
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      spec: { interactive: false },
    });
  });

  it('a credential plugin returns a client certificate', async () => {
    const { plugin } = await setup({
      env: [{ name: 'EXTRA', value: ',"clientCertificateData":"C","clientKeyData":"K"' }],
    });
    const { certificate, key } = await plugin({ isRefused: false });
    assert.deepEqual([certificate, key], ['C', 'K']);
  });

  it('a credential plugin runs again only when the server has refused its token', async () => {
    const { plugin } = await setup();
    await plugin({ isRefused: false });
    assert.equal((await plugin({ isRefused: false })).authorization, 'Bearer t1');
    assert.equal((await plugin({ isRefused: true })).authorization, 'Bearer t2');
  });

  it('the error of a failed credential plugin names the command, with the remedy', async () => {
    const { plugin, directory } = await setup({ command: './gone' });
    await assert.rejects(plugin({ isRefused: false }), {
      name: 'CredentialsError',
      message:
        `user "ada" in ${directory}/config got no credentials from its plugin (spawn ${directory}/gone ENOENT): ` +
        'run "./gone" by hand to see what it wants',
    });
  });

  it('a credential plugin that is not installed causes an error with its own install hint', async () => {
    const { plugin } = await setup({ command: './gone', installHint: 'install the login tool\n' });
    await assert.rejects(plugin({ isRefused: false }), { message: /: install the login tool$/ });
  });

  it('an error names the package that a credential plugin needs if the official client is missing', async () => {
    const { plugin, directory } = await setup();
    const hooks = registerHooks({
      resolve(specifier, context, next) {
        if (specifier !== '@kubernetes/client-node') return next(specifier, context);
        throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: 'ERR_MODULE_NOT_FOUND' });
      },
    });
    try {
      await assert.rejects(plugin({ isRefused: false }), {
        name: 'CredentialsError',
        message:
          `user "ada" in ${directory}/config logs in by a plugin, which needs the package @kubernetes/client-node: ` +
          'run `npm install @kubernetes/client-node`',
      });
    } finally {
      hooks.deregister();
    }
    assert.equal((await plugin({ isRefused: false })).authorization, 'Bearer t1');
  });
});

describe('a program with an API client', () => {
  it('an API client loads the 80 MB of @kubernetes/client-node only if a credential plugin is needed', async () => {
    const client = new URL('../../../lib/client/index.ts', import.meta.url).href;
    const modules = await loadedModules(client, import.meta.dirname);
    assert.ok(modules.some((url) => url.endsWith('/credential-plugin.ts')));
    assert.deepEqual(
      modules.filter((url) => url.includes('/@kubernetes/')),
      [],
    );
  });
});
