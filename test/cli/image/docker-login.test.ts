import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Failure } from '../../../lib/cli/failure.ts';
import { readDockerLogin } from '../../../lib/cli/image/docker-login.ts';
import { dockerRegistry, parseRegistryReference } from '../../../lib/oci/index.ts';

const auth = (text: string) => Buffer.from(text).toString('base64');
/** Returns the messages of an error and its cause. */
function sentence({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

const mine = { username: 'me', password: 'se:cret' };

describe('the login of Docker’s configuration', () => {
  let directory: string;
  const { DOCKER_CONFIG, PATH } = process.env;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-docker-'));
    Object.assign(process.env, { DOCKER_CONFIG: directory, PATH: `${directory}${delimiter}${PATH}` });
  });

  afterEach(async () => {
    Object.assign(process.env, { PATH });
    if (DOCKER_CONFIG === undefined) delete process.env.DOCKER_CONFIG;
    else process.env.DOCKER_CONFIG = DOCKER_CONFIG;
    await rm(directory, { recursive: true });
  });

  async function login(configuration: object | string, text = 'example.com/team/node:24') {
    const content = typeof configuration === 'string' ? configuration : JSON.stringify(configuration);
    await writeFile(join(directory, 'config.json'), content);
    const reference = parseRegistryReference(text);
    assert.ok(reference);
    return await readDockerLogin(reference);
  }

  /** A credential helper of this name, as a script. */
  async function helper(name: string, script: string): Promise<void> {
    const path = join(directory, `docker-credential-${name}`);
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
  }

  for (const [what, auths, expected] of [
    ['a name and a password in one', { 'example.com': { auth: auth('me:se:cret') } }, mine],
    ['a name and a password', { 'example.com': mine }, mine],
    ['an identity token', { 'example.com': { auth: auth('me:'), identitytoken: 'mine' } }, { identityToken: 'mine' }],
    ['an old address of its registry', { 'https://example.com/v1/': mine }, mine],
    [
      'the repository before the registry',
      { 'example.com': { auth: auth('a:b') }, 'example.com/team/node': mine },
      mine,
    ],
    ['other registries only', { 'example.com:5000': mine, 'https://example.org': mine }, undefined],
    ['nothing for its registry', { 'example.com': {} }, undefined],
  ] as const) {
    it(`readDockerLogin reads an entry with ${what}`, async () => assert.deepEqual(await login({ auths }), expected));
  }

  it('the login of Docker’s own registry is found under its old address', async () => {
    assert.deepEqual(await login({ auths: { [`https://${dockerRegistry}/v1/`]: mine } }, 'node:24'), mine);
  });

  it('the login is undefined without a configuration of Docker', async () => {
    process.env.DOCKER_CONFIG = join(directory, 'missing');
    assert.equal(await login({}), undefined);
  });

  it('the login comes from the registry’s credential helper, or else from that of all registries', async () => {
    await helper('one', `test "$1" = get && printf '{"Username":"%s","Secret":"s"}' "$(cat)"`);
    await helper('all', `cat >/dev/null; echo '{"Username":"<token>","Secret":"mine"}'`);
    const configuration = { credHelpers: { 'example.com': 'one' }, credsStore: 'all', auths: { 'example.org': mine } };
    assert.deepEqual(await login(configuration), { username: 'example.com', password: 's' });
    assert.deepEqual(await login(configuration, 'example.org/node:24'), { identityToken: 'mine' });
    const { credHelpers: _, ...others } = configuration;
    assert.deepEqual(await login({ ...others, credsStore: 'one' }, 'node:24'), {
      username: `https://${dockerRegistry}/v1/`,
      password: 's',
    });
  });

  it('the login is undefined if the credential helper has no entry for the registry', async () => {
    await helper('none', 'echo credentials not found in native keychain; exit 1');
    assert.equal(await login({ credsStore: 'none' }), undefined);
  });

  for (const [why, configuration, words] of [
    [
      'the file isn’t JSON',
      '{"secret',
      /config\.json is not a configuration of Docker: correct it, or set DOCKER_CONFIG/,
    ],
    ['the file has other fields', { auths: 'secret' }, /is not a configuration of Docker/],
    [
      'the helper is missing',
      { credsStore: 'gone' },
      /^docker-credential-gone gives no login for example\.com; run `docker login example\.com`, or remove the helper from .*ENOENT/,
    ],
    [
      'the helper fails',
      { credsStore: 'locked' },
      /^docker-credential-locked gives no login for example\.com: the keychain is locked; run/,
    ],
    [
      'the helper returns something else',
      { credsStore: 'other' },
      /^docker-credential-other gives no login for example\.com; run/,
    ],
    [
      'the helper’s name is a path',
      { credsStore: '../evil' },
      /names the credential helper '\.\.\/evil', which is not a name: correct it/,
    ],
  ] as const) {
    it(`reading the login fails if ${why}, with an error without the secret`, async () => {
      await helper('locked', 'echo the keychain is locked; exit 1');
      await helper('other', 'echo secret');
      await assert.rejects(login(configuration), (error) => {
        assert.ok(Failure.is(error));
        assert.match(sentence(error), words);
        assert.doesNotMatch(sentence(error), /secret/);
        return true;
      });
    });
  }
});
