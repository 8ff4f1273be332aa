import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { kernelSettings } from '../../../lib/testing/cluster/kernel-setting.ts';
import { Cluster } from '../../../lib/testing/index.ts';
import { procFile } from '../../../lib/testing/supervisor/proc-file.ts';
import { kubectl, patience } from '../../kubectl.ts';
import { workloadImage } from '../images/workload-image.ts';
import { ClusterTrace } from './trace.ts';
import { webImage } from './web-server.ts';

/**
 * Values that no kubelet wants and that harm nobody: the kernel's own, or a little more than a kubelet wants. There is none for
 * vm/panic_on_oom: with another, a machine stops when its memory runs out.
 */
const harmless: Readonly<Record<string, number>> = {
  'vm/overcommit_memory': 0,
  'kernel/panic': 0,
  'kernel/panic_on_oops': 0,
  'kernel/keys/root_maxkeys': 1_000_001,
  'kernel/keys/root_maxbytes': 25_000_001,
};

/** A pod with settings that its own namespaces hold. */
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

describe('Cluster on a machine whose kernel is not set as kubelets want it', { timeout: 30 * 60_000 }, () => {
  const found = settings('sys');
  const wanted = Object.entries(found).filter(([path, value]) => path in harmless && value === kernelSettings[path]);
  let own: Readonly<Record<string, number>>;
  let cluster: Cluster;
  before(async () => {
    for (const [path, value] of wanted) set(path, harmless[path] ?? value);
    own = settings('sys');
    cluster = await Cluster.start({ images: [await workloadImage('client', webImage)] });
    await kubectl(cluster, ['create', '-f', '-'], pod);
    await kubectl(cluster, ['wait', 'pod/pod', '--for=condition=Ready', patience]);
  });
  after(async () => {
    try {
      await cluster?.stop();
    } finally {
      for (const [path, value] of wanted) set(path, value);
    }
  });

  /** What the files say to a pod, in one line each. */
  async function told(...files: readonly string[]): Promise<readonly string[]> {
    const stdout = await kubectl(cluster, ['exec', 'pod', '--', 'cat', ...files.map((file) => `/proc/sys/${file}`)]);
    return stdout.trimEnd().split('\n');
  }

  /** The ids of the cluster's processes that run a program. */
  function programs(name: string): readonly number[] {
    return new ClusterTrace(cluster.directory).pids('').filter((pid) => procFile(`${pid}/comm`) === name);
  }

  it('shows kubelets what they want in place of each setting', () => {
    const [kubelet] = programs('kubelet');
    assert.deepEqual(settings(`${kubelet}/root/proc/sys`), kernelSettings);
    assert.deepEqual(coveredSettings(kubelet).toSorted(), Object.keys(kernelSettings).toSorted());
  });

  it('shows it to nothing else, so that pods may have users of their own', () => {
    for (const name of ['containerd', 'kube-proxy', 'pause']) {
      const pids = programs(name);
      assert.ok(pids.length > 0, name);
      assert.deepEqual(pids.flatMap(coveredSettings), [], name);
    }
  });

  it('shows pods how the machine is set', async () => {
    assert.deepEqual((await told(...Object.keys(own))).map(Number), Object.values(own));
  });

  it('sets for a pod what its namespaces hold', async () => {
    assert.deepEqual(await told('net/ipv4/ip_local_port_range', 'kernel/shm_rmid_forced'), ['20000\t20100', '1']);
  });

  it('leaves the machine as it is set', async () => {
    for (const path of Object.keys(harmless)) assert.notEqual(own[path], kernelSettings[path], path);
    assert.deepEqual(settings('sys'), own);
    await cluster.stop();
    assert.deepEqual(settings('sys'), own);
  });
});

/** @param root - a directory below `/proc` that has them */
function settings(root: string): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.keys(kernelSettings).map((path) => [path, Number(procFile(`${root}/${path}`))]));
}

/** The settings in whose place a process sees something else. */
function coveredSettings(pid: number | undefined): readonly string[] {
  return [...procFile(`${pid}/mountinfo`).matchAll(/ \/proc\/sys\/(\S+) /g)].map(([, path = '']) => path);
}

function set(path: string, value: number): void {
  writeFileSync(`/proc/sys/${path}`, String(value));
}
