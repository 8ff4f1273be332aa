import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { kernelSettings } from '../../../lib/testing/cluster/kernel-setting.ts';
import { Cluster } from '../../../lib/testing/index.ts';
import { procFile } from '../../../lib/testing/supervisor/proc-file.ts';
import { kubectl, patience } from '../../kubectl.ts';
import { workloadImage } from '../images/workload-image.ts';
import { ClusterTrace } from './trace.ts';
import { webImage } from './web-server.ts';

/** A pod with settings of its own namespaces. */
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'pod' },
  spec: {
    containers: [{ name: 'shell', image: webImage, command: ['sleep', 'infinity'] }],
    securityContext: {
      sysctls: [
        { name: 'net.ipv4.ip_local_port_range', value: '20000 20100' },
        { name: 'kernel.shm_rmid_forced', value: '1' },
      ],
    },
  },
};

describe('the kernel settings of a machine with a Cluster', { timeout: 30 * 60_000 }, () => {
  const own = settings('sys');
  let cluster: Cluster;
  before(async () => {
    cluster = await Cluster.start({ images: [await workloadImage('client', webImage)] });
    await kubectl(cluster, ['create', '-f', '-'], pod);
    await kubectl(cluster, ['wait', 'pod/pod', '--for=condition=Ready', patience]);
  });
  after(() => cluster?.stop());

  /** Returns the content of the files in a pod, a line each. */
  async function contents(...files: readonly string[]): Promise<readonly string[]> {
    const stdout = await kubectl(cluster, ['exec', 'pod', '--', 'cat', ...files.map((file) => `/proc/sys/${file}`)]);
    return stdout.trimEnd().split('\n');
  }

  /** Returns the ids of the cluster's processes that run a program. */
  function programs(name: string): readonly number[] {
    return new ClusterTrace(cluster.directory).pids('').filter((pid) => procFile(`${pid}/comm`) === name);
  }

  it('a kubelet sees the kernel settings that it requires', () => {
    const [kubelet] = programs('kubelet');
    assert.deepEqual(settings(`${kubelet}/root/proc/sys`), kernelSettings);
    assert.deepEqual(coveredSettings(kubelet).toSorted(), Object.keys(kernelSettings).toSorted());
  });

  it('a kubelet compares kernel settings, and does not write them', async () => {
    const { kubeletconfig } = JSON.parse(
      await kubectl(cluster, ['get', '--raw', '/api/v1/nodes/node-1/proxy/configz']),
    );
    assert.equal(kubeletconfig.protectKernelDefaults, true);
  });

  it('programs other than kubelets see the real kernel settings, so that pods may have user namespaces', () => {
    for (const name of ['containerd', 'kube-proxy', 'pause']) {
      const pids = programs(name);
      assert.ok(pids.length > 0, name);
      assert.deepEqual(pids.flatMap(coveredSettings), [], name);
    }
  });

  it('a pod sees the real kernel settings', async () => {
    assert.deepEqual((await contents(...Object.keys(own))).map(Number), Object.values(own));
  });

  it('a pod sets the kernel settings of its own namespaces', async () => {
    assert.deepEqual(await contents('net/ipv4/ip_local_port_range', 'kernel/shm_rmid_forced'), ['20000\t20100', '1']);
  });

  it('a cluster leaves the kernel settings of the machine unchanged', async () => {
    assert.deepEqual(settings('sys'), own);
    await cluster.stop();
    assert.deepEqual(settings('sys'), own);
  });
});

/** Reads the settings. @param root - a directory below `/proc` */
function settings(root: string): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.keys(kernelSettings).map((path) => [path, Number(procFile(`${root}/${path}`))]));
}

/** Returns the settings that are mounted over for a process. */
function coveredSettings(pid: number | undefined): readonly string[] {
  const covered = [...procFile(`${pid}/mountinfo`).matchAll(/ \/proc\/sys\/(\S+) /g)].map(([, path = '']) => path);
  // Some machines have other mounts below them.
  return covered.filter((path) => Object.hasOwn(kernelSettings, path));
}
