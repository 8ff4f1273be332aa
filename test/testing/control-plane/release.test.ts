import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oldestKubernetes } from '../../../lib/olm/bundle/manifest/kubernetes-release.ts';
import { type KubernetesRelease, releaseModule } from '../../../lib/testing/control-plane/release.ts';

describe('releaseModule', () => {
  it('the go.mod of the current release has all programs of a control plane among its tools', async () => {
    const committed = await goMod('current');
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

  it('the go.mod of the oldest release has the API server and scheduler among its tools', async () => {
    const committed = await goMod('oldest');
    for (const tool of ['kube-apiserver', 'kube-scheduler'])
      assert.match(committed, new RegExp(`^tool \\([^)]*cmd/${tool}$`, 'm'));
  });

  for (const release of ['current', 'oldest'] as const) {
    it(`the go.mod of the ${release} release has the staging modules of its version of Kubernetes`, async () => {
      const { kubernetes } = await releaseModule(release);
      const committed = await goMod(release);
      const replaced = [...committed.matchAll(/^\t(k8s\.io\/\S+) => \1 (\S+)$/gm)];
      assert.ok(replaced.length > 20);
      for (const [, name, version] of replaced) assert.equal(version, kubernetes.replace('v1.', 'v0.'), name);
    });
  }

  it('the oldest release is the oldest minor release that bundles support', async () => {
    const { kubernetes } = await releaseModule('oldest');
    assert.equal(kubernetes.replace(/\.\d+$/, '.0'), `v${oldestKubernetes([])}`);
  });
});

async function goMod(release: KubernetesRelease): Promise<string> {
  const { files } = await releaseModule(release);
  return files.get('go.mod') ?? '';
}
