import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oldestKubernetes } from '../../../lib/olm/bundle/manifest/kubernetes-release.ts';
import { buildArguments, buildKey, goModule, readGoModule } from '../../../lib/testing/control-plane/go-module.ts';

const mod = `module operand/control-plane

go 1.26.0

require (
	k8s.io/kubernetes v1.36.3 // indirect
	sigs.k8s.io/kwok v0.8.0 // indirect
)
`;

describe('goModule', () => {
  it('reads the versions of Kubernetes and Go from go.mod', () => {
    const { kubernetes, go } = goModule('current', mod, '');
    assert.deepEqual({ kubernetes, go }, { kubernetes: 'v1.36.3', go: '1.26' });
  });

  it('refuses a go.mod without Kubernetes', () => {
    assert.throws(() => goModule('current', 'go 1.26.0\n', ''), /no line/);
  });

  it('finds all programs among the tools of the committed go.mod', async () => {
    const { mod: committed } = await readGoModule('current');
    for (const tool of [
      'etcd/server/v3',
      'cmd/kube-apiserver',
      'cmd/kube-controller-manager',
      'cmd/kube-scheduler',
      'cmd/kubectl',
      'cmd/kwok',
    ]) {
      assert.match(committed, new RegExp(`^tool \\([^)]*\\S*${tool}$`, 'm'));
    }
  });

  it('finds the programs whose age matters among the tools of the oldest release', async () => {
    const { mod: committed } = await readGoModule('oldest');
    for (const tool of ['kube-apiserver', 'kube-scheduler'])
      assert.match(committed, new RegExp(`^tool \\([^)]*cmd/${tool}$`, 'm'));
  });

  for (const release of ['current', 'oldest'] as const) {
    it(`takes the staging modules of Kubernetes in the versions of the ${release} release`, async () => {
      const { mod: committed, kubernetes } = await readGoModule(release);
      const replaced = [...committed.matchAll(/^\t(k8s\.io\/\S+) => \1 (\S+)$/gm)];
      assert.ok(replaced.length > 20);
      for (const [, name, version] of replaced) assert.equal(version, kubernetes.replace('v1.', 'v0.'), name);
    });
  }

  it('holds as the oldest release the oldest minor that bundles are for', async () => {
    const { kubernetes } = await readGoModule('oldest');
    assert.equal(kubernetes.replace(/\.\d+$/, '.0'), `v${oldestKubernetes([])}`);
  });
});

describe('buildArguments', () => {
  const args = buildArguments(goModule('current', mod, ''), '/out/');

  it('stamp the version of go.mod into the binaries', () => {
    const flags = args.find((argument) => argument.startsWith('-ldflags=')) ?? '';
    assert.match(flags, /component-base\/version\.gitVersion=v1\.36\.3 /);
    assert.match(flags, /gitMajor=1 .*gitMinor=36 /);
  });

  it('never let Go change the module', () => {
    assert.ok(args.includes('-mod=readonly'));
  });
});

describe('buildKey', () => {
  it('differs when go.mod or go.sum does', () => {
    const keys = [
      goModule('current', mod, ''),
      goModule('current', mod.replace('0.8.0', '0.8.1'), ''),
      goModule('current', mod, 'x'),
    ].map(buildKey);
    assert.equal(new Set(keys).size, 3);
  });

  it('is the same for the same module', () => {
    assert.equal(buildKey(goModule('current', mod, '')), buildKey(goModule('current', mod, '')));
  });
});
