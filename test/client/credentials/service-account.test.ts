import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { serviceAccountCredentials } from '../../../lib/client/credentials/service-account.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { scratchDirectory } from './scratch.ts';

async function mount(
  files: Readonly<Record<string, string>> = { token: 't1\n', 'ca.crt': 'CA', namespace: 'shop\n' },
): Promise<string> {
  const directory = await scratchDirectory();
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  return directory;
}

describe('the credentials of a service account', () => {
  it('the credentials of a service account come from the files that are mounted into the pod', async () => {
    const directory = await mount();
    const credentials = await serviceAccountCredentials(
      { host: '10.96.0.1', port: '443', directory },
      new ManualClock(),
    );
    assert.equal(credentials.server.href, 'https://10.96.0.1/');
    assert.equal(credentials.podNamespace, 'shop');
    assert.deepEqual(await credentials.identity.current(), {
      headers: { authorization: 'Bearer t1' },
      tls: { certificateAuthority: 'CA' },
    });
  });

  it('an IPv6 address of the API server has brackets in its URL', async () => {
    const { server } = await serviceAccountCredentials(
      { host: 'fd00::1', port: '6443', directory: await mount() },
      new ManualClock(),
    );
    assert.equal(server.href, 'https://[fd00::1]:6443/');
  });

  it('a service account uses the token that the kubelet renews', async () => {
    const directory = await mount();
    const clock = new ManualClock();
    const { identity } = await serviceAccountCredentials({ host: 'kubernetes', port: '443', directory }, clock);
    await writeFile(join(directory, 'token'), 't2\n');
    await clock.advance(10_000);
    assert.deepEqual((await identity.current()).headers, { authorization: 'Bearer t2' });
  });

  it('the credentials of a service account stay valid while the token file is missing', async () => {
    const directory = await mount();
    const clock = new ManualClock();
    const { identity } = await serviceAccountCredentials({ host: 'kubernetes', port: '443', directory }, clock);
    await rm(join(directory, 'token'));
    await clock.advance(10_000);
    assert.deepEqual((await identity.current()).headers, { authorization: 'Bearer t1' });
  });

  it('a service account with an empty token or without an authority is refused', async () => {
    const empty = await mount({ token: '\n', 'ca.crt': 'CA' });
    await assert.rejects(
      serviceAccountCredentials({ host: 'kubernetes', port: '443', directory: empty }, new ManualClock()),
      {
        name: 'CredentialsError',
        message: `${empty}/token is empty: check the pod's service account`,
      },
    );
    const bare = await mount({ token: 't1' });
    await assert.rejects(
      serviceAccountCredentials({ host: 'kubernetes', port: '443', directory: bare }, new ManualClock()),
      {
        message: `${bare}/ca.crt does not exist: create it, or correct the path`,
      },
    );
  });
});
