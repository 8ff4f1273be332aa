import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { loadCredentials } from '../../../lib/client/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { scratchDirectory } from './scratch.ts';

async function write(path: string, server: string, contexts: readonly string[] = ['here']): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const config = {
    'current-context': contexts[0],
    contexts: contexts.map((name) => ({ name, context: { cluster: server } })),
    clusters: [{ name: server, cluster: { server: `https://${server}` } }],
  };
  await writeFile(path, JSON.stringify(config));
  return path;
}

async function home() {
  const directory = await scratchDirectory();
  await write(join(directory, '.kube', 'config'), 'home');
  const clock = new ManualClock();
  const load = async (
    environment: Record<string, string> = {},
    rest: { kubeconfig?: string; context?: string } = {},
  ) => {
    const { server } = await loadCredentials({ clock, environment: { HOME: directory, ...environment }, ...rest });
    return server.hostname;
  };
  return { directory, load };
}

describe('the credentials of a client', () => {
  it('credentials come from ~/.kube/config by default', async () => {
    const { load } = await home();
    assert.equal(await load(), 'home');
    assert.equal(await load({ KUBECONFIG: '' }), 'home');
  });

  it('credentials come from the files of $KUBECONFIG if it is set, of which some may be missing', async () => {
    const { load, directory } = await home();
    const one = await write(join(directory, 'one'), 'one');
    const two = await write(join(directory, 'two'), 'two', ['there']);
    const KUBECONFIG = [join(directory, 'gone'), one, two].join(delimiter);
    assert.equal(await load({ KUBECONFIG }), 'one');
    assert.equal(await load({ KUBECONFIG }, { context: 'there' }), 'two');
  });

  it('credentials contain the namespace that the context names', async () => {
    const directory = await scratchDirectory();
    const kubeconfig = await write(join(directory, 'config'), 'one');
    const clock = new ManualClock();
    assert.equal((await loadCredentials({ clock, kubeconfig })).namespace, undefined);
    const context = { name: 'here', context: { cluster: 'one', namespace: 'shop' } };
    const clusters = [{ name: 'one', cluster: { server: 'https://one' } }];
    await writeFile(kubeconfig, JSON.stringify({ 'current-context': 'here', contexts: [context], clusters }));
    assert.equal((await loadCredentials({ clock, kubeconfig })).namespace, 'shop');
  });

  it('credentials come from the given kubeconfig before all other places', async () => {
    const { load, directory } = await home();
    const KUBECONFIG = await write(join(directory, 'one'), 'one');
    const kubeconfig = await write(join(directory, 'given'), 'given');
    assert.equal(await load({ KUBECONFIG }, { kubeconfig }), 'given');
  });

  it('a missing kubeconfig that was given is an error, without a search in other places', async () => {
    const { load, directory } = await home();
    const kubeconfig = join(directory, 'gone');
    await assert.rejects(load({}, { kubeconfig }), {
      name: 'CredentialsError',
      message: `${kubeconfig} does not exist: create it, or correct the path`,
    });
  });

  it('a $KUBECONFIG without an existing file is an error, without a search in other places', async () => {
    const { load } = await home();
    await assert.rejects(load({ KUBECONFIG: '/gone/config' }), {
      message: '$KUBECONFIG names no file that exists (/gone/config): create one, or unset the variable',
    });
  });

  it('missing credentials cause an error with all places and the remedy', async () => {
    const HOME = await scratchDirectory();
    await assert.rejects(loadCredentials({ clock: new ManualClock(), environment: { HOME } }), {
      name: 'CredentialsError',
      message:
        'no API server is configured: $KUBECONFIG is not set, no service account is mounted at /var/run/secrets/kubernetes.io/serviceaccount, ' +
        `${HOME}/.kube/config does not exist; set KUBECONFIG to the path of a kubeconfig file`,
    });
  });

  it('a kubeconfig that can’t be read is refused', async () => {
    const directory = await scratchDirectory();
    await assert.rejects(loadCredentials({ clock: new ManualClock(), kubeconfig: directory, environment: {} }), {
      message: `${directory} can't be read (EISDIR): allow this user to read it, or correct the path`,
    });
  });
});
