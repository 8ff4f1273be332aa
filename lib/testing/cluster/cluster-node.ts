// In: the shared parts of a cluster, and a number. Out: a node on a separate machine: containerd, kubelet, kube-proxy. Called
// by Cluster.

import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kubeconfig } from '../control-plane/kubeconfig.ts';
import { makeCgroup } from '../supervisor/cgroup.ts';
import { systemProgram } from '../supervisor/system-program.ts';
import { addressPlan, nodeName } from './address-plan.ts';
import type { ClusterParts } from './cluster-site.ts';
import { ctr } from './containerd-client.ts';
import { baseSpec, nodeConfiguration } from './containerd-configuration.ts';
import type { ImageStore } from './image-store.ts';
import { kernelSettingsEntry } from './kernel-setting.ts';
import { kubeletConfiguration } from './kubelet-configuration.ts';
import { Machine } from './machine.ts';
import type { NodeBinaries } from './node-binary.ts';
import { pauseImage } from './pause-image.ts';
import { podNetwork } from './pod-network.ts';
import { isRuntimeReady } from './runtime-readiness.ts';

/** Each node has this path in a separate tmpfs. */
const socket = '/run/containerd/containerd.sock';

/** Properties of a {@link ClusterNode}. */
export interface ClusterNodeProps {
  /** Number of the node, from 1. */
  readonly number: number;
  /** Number of nodes in the cluster. */
  readonly nodes: number;
  readonly parts: ClusterParts;
  readonly binaries: NodeBinaries;
  readonly images: ImageStore;
  /** Stops the start when aborted. */
  readonly signal: AbortSignal;
}

/** A node of a cluster. */
export class ClusterNode {
  readonly name: string;
  readonly #props: ClusterNodeProps;
  readonly #machine: Machine;
  #isLost = false;

  /** Starts a node; resolves when its programs run, which is before it is Ready. */
  static async start(props: ClusterNodeProps): Promise<ClusterNode> {
    const { number, nodes, parts, binaries, images, signal } = props;
    const { data, processes, network, cgroups } = parts;
    const name = nodeName(number);
    const directory = data.node(name);
    makeCgroup(join(cgroups.all, name));
    const pause = join(binaries.kubernetes, 'pause');
    const machine = await Machine.start({ name, processes, directory, pause, cgroup: cgroups.processes, signal });
    await network.connect(number, machine.pid, nodes);
    await images.copyTo(join(directory, 'containerd'));
    const node = new ClusterNode(props, machine);
    await node.#writeFiles();
    await node.#startPrograms();
    return node;
  }

  private constructor(props: ClusterNodeProps, machine: Machine) {
    this.name = nodeName(props.number);
    this.#props = props;
    this.#machine = machine;
  }

  /** True if the node has been killed. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Kills everything on the node at once, like a power failure; the cluster detects the loss by itself. Idempotent. */
  async kill(): Promise<void> {
    this.#isLost = true;
    const { processes } = this.#props.parts;
    for (const program of ['kubelet', 'kube-proxy', 'containerd']) processes.expectEnd(this.#program(program));
    await this.#machine.kill();
  }

  async #writeFiles(): Promise<void> {
    const { number, parts, binaries } = this.#props;
    const { run, authority, cgroups } = parts;
    const address = addressPlan.node(number);
    const directories = ['pod-network', 'tmp', 'kubelet', 'kernel-settings'];
    for (const name of directories) mkdirSync(this.#file(name), { recursive: true });
    const server = `https://${addressPlan.controlPlane}:${run.port}`;
    const write = async (path: string, text: string) => await writeFile(this.#file(path), text, { mode: 0o600 });
    const configuration = async (path: string, user: string, groups: readonly string[]) => {
      const credential = await authority.issueClient({ user, groups });
      await write(path, kubeconfig({ server, authority: authority.certificate, user, credential }));
    };
    const serving = await authority.issueServer(this.name, [address, this.name]);
    const kubelet = {
      authority: run.authority,
      serving: { certificate: this.#file('kubelet.crt'), key: this.#file('kubelet.key') },
      containerd: socket,
      cgroup: `/${join(cgroups.all, this.name)}`,
      resolver: '/etc/resolv.conf',
      volumePlugins: this.#file('volume-plugins'),
    };
    const containerd = {
      root: this.#file('containerd'),
      state: '/run/containerd',
      socket,
      podNetwork: { plugins: binaries.containerRuntime, configuration: this.#file('pod-network') },
      runtime: systemProgram('runc') ?? 'runc',
      baseSpec: this.#file('base-spec.json'),
      pause: pauseImage.full,
    };
    await Promise.all([
      configuration('kubelet.kubeconfig', `system:node:${this.name}`, ['system:nodes']),
      configuration('kube-proxy.kubeconfig', 'system:kube-proxy', []),
      write('kubelet.crt', serving.certificate),
      write('kubelet.key', serving.key),
      write('kubelet.json', JSON.stringify(kubeletConfiguration(kubelet))),
      write('kube-proxy.json', JSON.stringify(kubeProxyConfiguration(this.name, this.#file('kube-proxy.kubeconfig')))),
      write('containerd.toml', nodeConfiguration(containerd)),
      write('pod-network/pods.conflist', JSON.stringify(podNetwork(number, this.#file('addresses')))),
      this.#baseSpec().then((text) => write('base-spec.json', text)),
    ]);
  }

  async #startPrograms(): Promise<void> {
    const { number, binaries, parts, signal } = this.#props;
    const kubernetes = (name: string) => join(binaries.kubernetes, name);
    await this.#run('kube-proxy', kubernetes('kube-proxy'), '--config', this.#file('kube-proxy.json'));
    await this.#run(
      'containerd',
      join(binaries.containerRuntime, 'containerd'),
      '--config',
      this.#file('containerd.toml'),
    );
    const runtime = `/proc/${this.#machine.pid}/root${socket}`;
    await parts.processes.ready(this.#program('containerd'), (given) => isRuntimeReady(runtime, given), signal);
    await this.#run(
      'kubelet',
      ...kernelSettingsEntry(this.#file('kernel-settings')),
      kubernetes('kubelet'),
      `--config=${this.#file('kubelet.json')}`,
      `--kubeconfig=${this.#file('kubelet.kubeconfig')}`,
      `--root-dir=${this.#file('kubelet')}`,
      `--hostname-override=${this.name}`,
      `--node-ip=${addressPlan.node(number)}`,
    );
  }

  async #run(name: string, ...words: readonly string[]): Promise<void> {
    const { processes } = this.#props.parts;
    const [command, ...args] = [...this.#machine.entry, ...words];
    // containerd searches its shim in the directory of its own binary.
    const PATH = `${this.#props.binaries.containerRuntime}:/usr/sbin:/usr/bin:/sbin:/bin`;
    const env = { PATH, HOME: this.#file('tmp'), TMPDIR: this.#file('tmp') };
    await processes.run({ name: this.#program(name), command: [command, ...args], env });
  }

  async #baseSpec(): Promise<string> {
    const [command, ...words] = ctr(this.#props.binaries.containerRuntime, socket);
    const spec = await this.#machine.run(command, ...words, 'oci', 'spec');
    return baseSpec(spec, await this.#machine.run('sh', '-c', 'ulimit -Hn'));
  }

  #program(name: string): string {
    return `${this.name}-${name}`;
  }

  #file(name: string): string {
    return join(this.#props.parts.data.node(this.name), name);
  }
}

/**
 * Returns the configuration of the proxy that makes Services reachable from a node.
 *
 * @param kubeconfig - path of its kubeconfig
 * @see https://kubernetes.io/docs/reference/config-api/kube-proxy-config.v1alpha1/
 */
function kubeProxyConfiguration(node: string, kubeconfig: string): object {
  return {
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
    clientConnection: { kubeconfig },
    mode: 'iptables',
    clusterCIDR: addressPlan.pods,
    hostnameOverride: node,
    // The connection table belongs to the machine: its size stays unchanged.
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
    iptables: { minSyncPeriod: '0s', syncPeriod: '30s' },
  };
}
