import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { kubeconfigContext, mergedKubeconfig, parseKubeconfig } from '../../../lib/client/credentials/kubeconfig.ts';
import { CredentialsError } from '../../../lib/client/index.ts';

const text = `
apiVersion: v1
kind: Config
current-context: shop
contexts:
  - { name: shop, context: { cluster: kind, user: ada, namespace: shop } }
  - { name: anonymous, context: { cluster: kind } }
  - { name: no-cluster, context: { cluster: gone, user: ada } }
  - { name: no-user, context: { cluster: kind, user: gone } }
clusters:
  - { name: kind, cluster: { server: 'https://127.0.0.1:6443', certificate-authority: pki/ca.crt } }
users:
  - { name: ada, user: { token: t } }
`;
const file = '/home/ada/.kube/config';
const config = await parseKubeconfig(text, file);

async function problem(action: () => unknown): Promise<string> {
  try {
    await action();
  } catch (error) {
    assert.ok(CredentialsError.is(error));
    return error.message;
  }
  return assert.fail('nothing was thrown');
}

describe('a context of a kubeconfig', () => {
  it('a kubeconfig uses its current context unless another is named', () => {
    const context = kubeconfigContext(config);
    assert.equal(context.name, 'shop');
    assert.equal(context.cluster.text('server'), 'https://127.0.0.1:6443');
    assert.equal(context.user?.text('token'), 't');
    assert.equal(kubeconfigContext(config, 'anonymous').user, undefined);
  });

  it('paths in a kubeconfig are relative to its own file', () => {
    assert.equal(kubeconfigContext(config).cluster.absolute('pki/ca.crt'), '/home/ada/.kube/pki/ca.crt');
    assert.equal(kubeconfigContext(config).cluster.absolute('/etc/ca.crt'), '/etc/ca.crt');
  });

  const problems: Readonly<Record<string, readonly [action: () => unknown, message: string]>> = {
    'that does not exist': [
      () => kubeconfigContext(config, 'x'),
      `${file} has no context "x": choose another (there are: anonymous, no-cluster, no-user, shop)`,
    ],
    'without a name': [
      async () => kubeconfigContext(await parseKubeconfig('contexts: [{ name: a, context: {} }]', file)),
      `${file} names no current context: choose one with "kubectl config use-context" (there are: a)`,
    ],
    'of an empty file': [
      async () => kubeconfigContext(await parseKubeconfig('', file)),
      `${file} names no current context: choose one with "kubectl config use-context" (there are: none)`,
    ],
    'without its cluster': [
      () => kubeconfigContext(config, 'no-cluster'),
      `context "no-cluster" in ${file} refers to the cluster "gone", which is not there: add it, or choose another context`,
    ],
    'without its user': [
      () => kubeconfigContext(config, 'no-user'),
      `context "no-user" in ${file} refers to the user "gone", which is not there: add it, or choose another context`,
    ],
    'with a number for a text': [
      async () =>
        kubeconfigContext(await parseKubeconfig(text.replace('token: t', 'token: 12'), file)).user?.text('token'),
      `user "ada" in ${file} has a token that is not text: put it in quotes`,
    ],
  };
  for (const [which, [action, message]] of Object.entries(problems)) {
    it(`a context ${which} is refused with the remedy`, async () => assert.equal(await problem(action), message));
  }
});

describe('the text of a kubeconfig', () => {
  const problems = {
    'is not YAML': ['a: [', /^\/home\/ada\/\.kube\/config is not a kubeconfig: .+; check the file$/],
    'has no fields': [
      'just text',
      /^\/home\/ada\/\.kube\/config is not a kubeconfig: it has no fields; check the path$/,
    ],
    'has no lists': [
      'users: { ada: {} }',
      /^\/home\/ada\/\.kube\/config is not a kubeconfig: its users are not a list; check the file$/,
    ],
    'has a user without a name': [
      'users: [{ user: {} }]',
      /^\/home\/ada\/\.kube\/config has a user without a name: give it one$/,
    ],
  } as const;
  for (const [how, [broken, message]] of Object.entries(problems)) {
    it(`a kubeconfig that ${how} is refused with the remedy`, async () => {
      const actual = await problem(() => parseKubeconfig(broken, file));
      assert.match(actual, message);
      assert.ok(!actual.includes('\n'));
    });
  }
});

const other = await parseKubeconfig(
  `
current-context: bob
contexts: [{ name: bob, context: { cluster: kind, user: bob } }]
users: [{ name: ada, user: { username: ada, token: other } }, { name: bob, user: { tokenFile: token } }]
`,
  '/etc/kube/config',
);

describe('several kubeconfigs', () => {
  it('kubeconfigs are merged, and the first file with a name takes precedence', () => {
    const merged = mergedKubeconfig([config, other]);
    assert.equal(merged.currentContext, 'shop');
    assert.equal(merged.users.get('ada')?.text('token'), 't');
    assert.equal(merged.users.get('ada')?.text('username'), undefined);
    assert.deepEqual(merged.files, [file, '/etc/kube/config']);
  });

  it('a context of one kubeconfig uses the cluster of another', () => {
    const { cluster, user } = kubeconfigContext(mergedKubeconfig([other, config]));
    assert.equal(cluster.text('server'), 'https://127.0.0.1:6443');
    assert.equal(user?.absolute(user.text('tokenFile') ?? ''), '/etc/kube/token');
  });
});
