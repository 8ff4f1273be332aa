// In: a number of nodes, and images. Out: a running cluster, of which nothing is left after stop(). Owns no logic: it
// connects control plane, network, nodes, DNS and volumes. Called by tests, and by benchmarks of programs in pods.

import { ApiServer } from '../control-plane/api-server.ts';
import type { AuditEvent, AuditLevel } from '../control-plane/audit-log.ts';
import { locateBinaries } from '../control-plane/binary.ts';
import type { ProgramSpec } from '../control-plane/component-processes.ts';
import { ControlPlane } from '../control-plane/control-plane.ts';
import type { KubectlOptions, KubectlResult } from '../control-plane/kubectl.ts';
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
import type { PodSecurity } from './pod-security.ts';
import { PortForward, type PortForwardTarget } from './port-forward.ts';

/** A pod, and one of its containers. */
export interface PodAddress {
  /** @default `default` */
  readonly namespace?: string | undefined;
  readonly name: string;
  /** @default the first one, or the one that the pod's annotation names */
  readonly container?: string | undefined;
}

/** Options of {@link Cluster.start}. */
export interface ClusterOptions {
  /** Number of nodes, from 1 to 9, named `node-1` and so on. @default 1 */
  readonly nodes?: number | undefined;
  /**
   * Paths of the images that pods may use: OCI archives, or directories with an OCI layout. Pods use the names in them,
   * which each image must have, or those names with the digest in place of the tag. There is no registry.
   *
   * @default none
   */
  readonly images?: readonly string[] | undefined;
  /**
   * The Pod Security Standard of all namespaces, except `kube-system` and those whose labels select another.
   *
   * @default privileged
   */
  readonly podSecurity?: PodSecurity | undefined;
  /** The recorded requests to the API server, for {@link Cluster.auditEvents}. @default requests */
  readonly audit?: AuditLevel | undefined;
  /** Stops the start when aborted, a build of the binaries included. */
  readonly signal?: AbortSignal | undefined;
}

/** The end of a command in a container. */
export type ExecResult = KubectlResult;

/** Options of {@link Cluster.exec}. */
export interface ExecOptions {
  /** Standard input. @default none */
  readonly stdin?: string | undefined;
}

/**
 * A complete Kubernetes cluster for tests that runs containers: a control plane, and nodes with kubelet, kube-proxy,
 * containerd and runc, each in separate namespaces on this machine. Linux only, as root.
 *
 * The cluster has a separate network; this machine's network and kernel settings stay unchanged. The API server also
 * listens on loopback; {@link Cluster.portForward} and {@link Cluster.exec} reach pods and Services. Pods resolve the
 * cluster's names and have no other network. Claims of the default storage class are bound to directories that all
 * nodes share and that outlive pods. They can be expanded, but their size isn't enforced; network policies aren't
 * either. Pods leave a lost node after about 20 s.
 *
 * Any number of clusters run side by side. Nothing of a cluster outlives the process that started it, however that
 * ends. If its supervisor is killed at the same time, nodes and pods still end; cgroups, directories and the processes
 * that other programs started are removed when the next cluster starts.
 *
 * @example
 * await using cluster = await Cluster.start({ nodes: 1 });
 * await cluster.kubectl(['apply', '--filename=memcached-operator.k8s.yaml']);
 * console.log(await cluster.logs({ namespace: 'shop', name: 'memcached-1' }));
 */
export class Cluster implements AsyncDisposable {
  readonly #controlPlane: ControlPlane;
  readonly #kubectl: string;
  readonly #nodes: readonly ClusterNode[];

  /**
   * Starts a cluster; resolves when all nodes are Ready and DNS answers. The first start builds the binaries, which
   * takes minutes and is shown on standard error. The first start with a set of images unpacks them.
   *
   * @throws ToolchainError if this machine can't run nodes, or binaries are missing and can't be built.
   * @throws ComponentError if a process ends, or isn't ready within two minutes.
   * @throws RangeError if the number of nodes is not from 1 to 9.
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
    const { parts } = site;
    const end = new AbortController();
    const giveUp = AbortSignal.any([signal, parts.processes.failed, end.signal]);
    const numbers = Array.from({ length: nodes }, (_, index) => index + 1);
    const services = startServices(
      site,
      { programs: binaries.kubernetes, kubeconfig: controlPlane.kubeconfig },
      giveUp,
    );
    const starts = numbers.map((number) =>
      ClusterNode.start({ number, nodes, parts, binaries, images: store, signal: giveUp }),
    );
    try {
      const [started] = await Promise.all([Promise.all(starts), services]);
      await allReady(site, nodes, giveUp);
      return new Cluster(controlPlane, kubectl, started);
    } catch (error) {
      end.abort(error);
      // A start that continues would create the removed objects again.
      await Promise.allSettled([services, ...starts]);
      await controlPlane.stop();
      // A program that was ended on purpose fails with an error of its own.
      giveUp.throwIfAborted();
      throw error;
    }
  }

  private constructor(controlPlane: ControlPlane, kubectl: string, nodes: readonly ClusterNode[]) {
    this.#controlPlane = controlPlane;
    this.#kubectl = kubectl;
    this.#nodes = nodes;
  }

  /** The cluster's control plane. Stop the cluster, not the control plane. */
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

  /** Directory of the logs, such as `node-1-kubelet.log`. Removed by {@link stop}. */
  get directory(): string {
    return this.#controlPlane.directory;
  }

  /** Returns a node. @param number - from 1 @throws RangeError if there is none */
  node(number: number): ClusterNode {
    const node = this.#nodes[number - 1];
    if (!node) throw new RangeError(`there is no node ${number}: there are ${this.#nodes.length}`);
    return node;
  }

  /** Runs kubectl as admin: see {@link ControlPlane.kubectl}. */
  async kubectl(args: readonly string[], options?: KubectlOptions): Promise<KubectlResult> {
    return await this.#controlPlane.kubectl(args, options);
  }

  /** Writes a kubeconfig of a ServiceAccount: see {@link ControlPlane.serviceAccountKubeconfig}. */
  async serviceAccountKubeconfig(namespace: string, name: string): Promise<string> {
    return await this.#controlPlane.serviceAccountKubeconfig(namespace, name);
  }

  /** Runs a program beside the cluster: see {@link ControlPlane.startProcess}. */
  async startProcess(program: ProgramSpec): Promise<{ process: SupervisedProcess; log: string }> {
    return await this.#controlPlane.startProcess(program);
  }

  /** Returns all requests so far: see {@link ControlPlane.auditEvents}. */
  async auditEvents(): Promise<readonly AuditEvent[]> {
    return await this.#controlPlane.auditEvents();
  }

  /**
   * Runs a command in a container and returns its result. Doesn't throw if the command fails: check `exitCode`.
   *
   * @param command - a program and its arguments, without a shell.
   */
  async exec(pod: PodAddress, command: readonly string[], { stdin }: ExecOptions = {}): Promise<ExecResult> {
    const input = stdin === undefined ? { words: [], options: {} } : { words: ['--stdin'], options: { input: stdin } };
    return await this.kubectl(['exec', ...input.words, ...podArguments(pod), '--', ...command], input.options);
  }

  /**
   * Returns the output of a container so far.
   *
   * @throws Error if the pod doesn't exist, or the container hasn't started
   */
  async logs(pod: PodAddress): Promise<string> {
    const { stdout, stderr, exitCode } = await this.kubectl(['logs', ...podArguments(pod)]);
    if (exitCode !== 0) throw new Error(`no logs of pod ${pod.namespace ?? 'default'}/${pod.name}: ${stderr.trim()}`);
    return stdout;
  }

  /** Opens a local port that leads to a port of a pod. @throws Error if the pod doesn't exist or doesn't run */
  async portForward(target: PortForwardTarget): Promise<PortForward> {
    return await PortForward.open(this.#controlPlane, this.#kubectl, target);
  }

  /**
   * Ends the cluster and removes all its files; resolves when nothing is left. Idempotent.
   *
   * @throws ComponentError if a process had ended by itself before.
   */
  async stop(): Promise<void> {
    await this.#controlPlane.stop();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}

async function allReady(site: ClusterSite, nodes: number, signal: AbortSignal): Promise<void> {
  const { run, authority, processes } = site.parts;
  const admin = await authority.issueClient({ user: 'admin', groups: ['system:masters'] });
  const api = new ApiServer(run.server, { ...admin, authority: authority.certificate });
  try {
    await createStorageClass(api);
    await processes.ready('node-1-kubelet', async (given) => (await readyNodes(api, given)) >= nodes, signal);
  } finally {
    await api.close();
  }
}

function podArguments({ namespace = 'default', name, container }: PodAddress): readonly string[] {
  return ['--namespace', namespace, name, ...(container === undefined ? [] : ['--container', container])];
}
