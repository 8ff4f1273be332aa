// Enters: how many nodes, and images. Leaves: a running cluster, and after stop() nothing at all.
// Owns no logic of its own: control plane, network, nodes, names and volumes are brought together here.
// Called by tests, and by benchmarks of what runs in a pod.

import { ApiServer } from '../control-plane/api-server.ts';
import type { AuditEvent, AuditLevel } from '../control-plane/audit-log.ts';
import { locateBinaries } from '../control-plane/binary.ts';
import { ControlPlane } from '../control-plane/control-plane.ts';
import type { KubectlOptions, KubectlResult } from '../control-plane/kubectl.ts';
import type { ProgramSpec } from '../control-plane/program-spec.ts';
import { readyNodes } from '../control-plane/readiness.ts';
import { createStorageClass } from '../control-plane/storage-class.ts';
import type { SupervisedProcess } from '../supervisor/supervisor.ts';
import { maxNodes } from './address-plan.ts';
import { ClusterNode } from './cluster-node.ts';
import { startServices } from './cluster-service.ts';
import { ClusterSite } from './cluster-site.ts';
import { ImageStore } from './image-store.ts';
import { clearLeftovers } from './leftover.ts';
import { requireMachine } from './machine-requirement.ts';
import { locateNodeBinaries } from './node-binary.ts';
import { type PodAddress, podArguments } from './pod-address.ts';
import type { PodSecurity } from './pod-security.ts';
import { PortForward, type PortForwardTarget } from './port-forward.ts';

/** What a cluster is to consist of. */
export interface ClusterOptions {
  /** How many nodes it has, from 1 to 9, called `node-1` and so on. @default 1 */
  readonly nodes?: number | undefined;
  /**
   * Paths of the images that its pods may use: OCI archives, or directories that are layouts. They are known by the names in
   * them, which each has to have, and by those with the digest in place of the tag. There is no registry. @default none
   */
  readonly images?: readonly string[] | undefined;
  /** To what standard pods are held, but in `kube-system` and where a namespace's labels say otherwise. @default privileged */
  readonly podSecurity?: PodSecurity | undefined;
  /** What is kept of the requests that the API server receives, for {@link Cluster.auditEvents}. @default requests */
  readonly audit?: AuditLevel | undefined;
  /** Gives up starting when aborted, also a build of the binaries. */
  readonly signal?: AbortSignal | undefined;
}

/** How a run of a command in a container ended. */
export type ExecResult = KubectlResult;

/** Options of {@link Cluster.exec}. */
export interface ExecOptions {
  /** Standard input. @default none */
  readonly stdin?: string | undefined;
}

/**
 * A whole Kubernetes cluster for tests, with containers that run: a control plane, and nodes with kubelet, kube-proxy,
 * containerd and runc, each in namespaces of its own on this machine. Linux only, as root.
 *
 * Its network is its own, and this machine's is left as it is, as are the settings of its kernel: the API server is on
 * loopback as well, pods and Services are reached by {@link Cluster.portForward} and {@link Cluster.exec}. Pods have DNS for
 * the cluster's names and no way out.
 * Claims of the default storage class are bound to directories that all nodes see and that outlive pods; they grow, though
 * nobody enforces their size. Network policies aren't enforced either. Pods leave a lost node after about 20 s.
 *
 * Any number run side by side. Nothing of one outlives the process that started it, however that ends. If the one that sees to
 * that is killed at the same time, nodes and pods still end; what programs beside them have started themselves, cgroups and
 * directories go when the next one starts.
 */
export class Cluster implements AsyncDisposable {
  readonly #controlPlane: ControlPlane;
  readonly #kubectl: string;
  readonly #nodes: readonly ClusterNode[];

  /**
   * Starts a cluster; resolves when all nodes are Ready and DNS answers. The first time, binaries are built, which takes
   * minutes and shows on standard error; images are unpacked the first time that they are used together.
   *
   * @throws ToolchainError when this machine can't run nodes, or binaries are missing and can't be built.
   * @throws ComponentError when a process ends, or isn't ready within two minutes.
   * @throws RangeError for a number of nodes that can't be.
   */
  static async start(options: ClusterOptions = {}): Promise<Cluster> {
    const { nodes = 1, images = [], podSecurity = 'privileged', audit } = options;
    const { signal = new AbortController().signal } = options;
    if (!Number.isInteger(nodes) || nodes < 1 || nodes > maxNodes) {
      throw new RangeError(`a cluster has 1 to ${maxNodes} nodes, not ${nodes}`);
    }
    await requireMachine(signal);
    await clearLeftovers(signal);
    const binaries = await locateNodeBinaries(signal);
    const { kubectl } = await locateBinaries('current', ['kubectl'], signal);
    const store = await ImageStore.of(images, binaries, signal);
    const site = new ClusterSite(binaries, podSecurity, signal);
    const components = ['kube-controller-manager', 'kube-scheduler'] as const;
    const controlPlane = await ControlPlane.on(site, { components, audit, signal });
    const { ground } = site;
    const end = new AbortController();
    const giveUp = AbortSignal.any([signal, ground.processes.failed, end.signal]);
    const numbers = Array.from({ length: nodes }, (_, index) => index + 1);
    const services = startServices(
      site,
      { programs: binaries.kubernetes, kubeconfig: controlPlane.kubeconfig },
      giveUp,
    );
    const starts = numbers.map((number) =>
      ClusterNode.start({ number, nodes, ground, binaries, images: store, signal: giveUp }),
    );
    try {
      const [started] = await Promise.all([Promise.all(starts), services]);
      await allReady(site, nodes, giveUp);
      return new Cluster(controlPlane, kubectl, started);
    } catch (error) {
      end.abort(error);
      // What is still starting would make again what is removed.
      await Promise.allSettled([services, ...starts]);
      await controlPlane.stop();
      // Programs that are ended for a reason fail with words of their own.
      giveUp.throwIfAborted();
      throw error;
    }
  }

  private constructor(controlPlane: ControlPlane, kubectl: string, nodes: readonly ClusterNode[]) {
    this.#controlPlane = controlPlane;
    this.#kubectl = kubectl;
    this.#nodes = nodes;
  }

  /** What all this is controlled by. Stop the cluster, not this. */
  get controlPlane(): ControlPlane {
    return this.#controlPlane;
  }

  /** URL of the API server, on loopback. */
  get server(): string {
    return this.#controlPlane.server;
  }

  /** Path of the admin's kubeconfig. */
  get kubeconfig(): string {
    return this.#controlPlane.kubeconfig;
  }

  /** Directory of the logs, such as `node-1-kubelet.log`. Goes with {@link stop}. */
  get directory(): string {
    return this.#controlPlane.directory;
  }

  /** A node. @param number - from 1 @throws RangeError if there is none */
  node(number: number): ClusterNode {
    const node = this.#nodes[number - 1];
    if (!node) throw new RangeError(`there is no node ${number}: there are ${this.#nodes.length}`);
    return node;
  }

  /** Runs kubectl as admin: see {@link ControlPlane.kubectl}. */
  async kubectl(args: readonly string[], options?: KubectlOptions): Promise<KubectlResult> {
    return await this.#controlPlane.kubectl(args, options);
  }

  /** Makes a kubeconfig of a ServiceAccount: see {@link ControlPlane.serviceAccountKubeconfig}. */
  async serviceAccountKubeconfig(namespace: string, name: string): Promise<string> {
    return await this.#controlPlane.serviceAccountKubeconfig(namespace, name);
  }

  /** Runs a program beside the cluster: see {@link ControlPlane.startProcess}. */
  async startProcess(program: ProgramSpec): Promise<{ process: SupervisedProcess; log: string }> {
    return await this.#controlPlane.startProcess(program);
  }

  /** All requests so far: see {@link ControlPlane.auditEvents}. */
  async auditEvents(): Promise<readonly AuditEvent[]> {
    return await this.#controlPlane.auditEvents();
  }

  /**
   * Runs a command in a container, and gives back how it ended: nothing is thrown when it fails. Look at `exitCode`.
   *
   * @param command - a program and its words; there is no shell between.
   */
  async exec(pod: PodAddress, command: readonly string[], { stdin }: ExecOptions = {}): Promise<ExecResult> {
    const input = stdin === undefined ? { words: [], options: {} } : { words: ['--stdin'], options: { input: stdin } };
    return await this.kubectl(['exec', ...input.words, ...podArguments(pod), '--', ...command], input.options);
  }

  /** What a container has written so far. @throws Error when there is no such pod, or it hasn't begun */
  async logs(pod: PodAddress): Promise<string> {
    const { stdout, stderr, exitCode } = await this.kubectl(['logs', ...podArguments(pod)]);
    if (exitCode !== 0) throw new Error(`no logs of pod ${pod.namespace ?? 'default'}/${pod.name}: ${stderr.trim()}`);
    return stdout;
  }

  /** Opens a port of this machine that leads to one of a pod. @throws Error when there is no such pod, or it doesn't run */
  async portForward(target: PortForwardTarget): Promise<PortForward> {
    return await PortForward.open(this.#controlPlane, this.#kubectl, target);
  }

  /**
   * Ends everything and removes all traces of it; resolves when nothing is left. Idempotent.
   *
   * @throws ComponentError when a process had ended by itself before.
   */
  async stop(): Promise<void> {
    await this.#controlPlane.stop();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}

async function allReady(site: ClusterSite, nodes: number, signal: AbortSignal): Promise<void> {
  const { run, authority, processes } = site.ground;
  const admin = await authority.issueClient({ user: 'admin', groups: ['system:masters'] });
  const api = new ApiServer(run.server, { ...admin, authority: authority.certificate });
  try {
    await createStorageClass(api);
    await processes.ready('node-1-kubelet', async (given) => (await readyNodes(api, given)) >= nodes, signal);
  } finally {
    await api.close();
  }
}
