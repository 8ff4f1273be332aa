import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { containerRuntimeModule, kubernetesModule } from '../../../lib/testing/cluster/node-binary.ts';
import { releaseModule } from '../../../lib/testing/control-plane/release.ts';
import { requiredKubernetes } from '../../../lib/testing/toolchain/go-module.ts';

describe('kubernetesModule', () => {
  it('the Go module of a node’s programs has the release of the control plane, in all its parts', async () => {
    const { kubernetes } = await releaseModule('current');
    const mod = (await kubernetesModule()).files.get('go.mod') ?? '';
    assert.equal(requiredKubernetes(mod), kubernetes);
    const replaced = [...mod.matchAll(/^\t(k8s\.io\/\S+) => \1 (\S+)$/gm)];
    assert.ok(replaced.length > 20);
    for (const [, name, version] of replaced) assert.equal(version, kubernetes.replace('v1.', 'v0.'), name);
  });

  it('the Go module of a node’s programs has the kubelet, kube-proxy, DNS, gateway and pause', async () => {
    const { files } = await kubernetesModule();
    for (const tool of ['kubelet', 'kube-proxy'])
      assert.match(files.get('go.mod') ?? '', new RegExp(`^tool \\([^)]*cmd/${tool}$`, 'm'));
    for (const program of ['dns', 'gateway', 'pause'])
      assert.match(files.get(`${program}/main.go`) ?? '', /^package main$/m);
  });
});

describe('containerRuntimeModule', () => {
  it('the Go module of the container runtime has containerd, its shim, ctr and the CNI plugins', async () => {
    const mod = (await containerRuntimeModule()).files.get('go.mod') ?? '';
    for (const tool of ['containerd', 'containerd-shim-runc-v2', 'ctr', 'bridge', 'host-local'])
      assert.match(mod, new RegExp(`^tool \\([^)]*/${tool}$`, 'm'));
  });
});
