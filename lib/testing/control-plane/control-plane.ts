// In: the components to run. Out: a running control plane, of which nothing is left after stop(). Owns no logic: it
// connects binaries, directory, credentials, processes and components. Called by tests, benchmarks and demos.

import { writeFile } from 'node:fs/promises';
import type { SupervisedProcess, Supervisor } from '../supervisor/supervisor.ts';
import { ApiServer } from './api-server.ts';
import { type AuditEvent, AuditLog, auditPolicy } from './audit-log.ts';
import { type Binaries, locateBinaries } from './binary.ts';
import { ClusterAuthority } from './cluster-authority.ts';
import { type Component, optionalComponents } from './component.ts';
import { ComponentProcesses, type ProgramSpec } from './component-processes.ts';
import type { ApiServerOptions, ControlPlaneOptions } from './control-plane-options.ts';
import { type AdminCredential, writeCredentials } from './credential-files.ts';
import { kubeconfig } from './kubeconfig.ts';
import { type KubectlOptions, type KubectlResult, runKubectl } from './kubectl.ts';
import type { RunDirectory } from './run-directory.ts';
import { RunningComponents } from './running-components.ts';
import { requestToken } from './service-account.ts';
import { loopback, type Site } from './site.ts';
import { takeRunDirectory } from './taken-run-directory.ts';

interface ControlPlaneParts {
  readonly run: RunDirectory;
  readonly supervisor: Supervisor;
  readonly processes: ComponentProcesses;
  readonly binaries: Binaries;
  readonly credential: AdminCredential;
  readonly site: Site;
}

/**
 * A real Kubernetes control plane for tests: etcd, API server, controllers, scheduler, and nodes that kwok simulates.
 *
 * It runs on loopback, with separate certificates, port and directory, so any number run side by side. RBAC and
 * OwnerReferencesPermissionEnforcement are enabled. Pods become Running and Ready at once, without containers. Claims
 * of the default storage class are bound to volumes that store nothing, and can be expanded. API services may be added.
 *
 * Nothing of it outlives the process that started it, however that ends. If its supervisor is killed at the same time,
 * its components and programs still end on Linux. Processes that these started stay; the next control plane removes its
 * directory.
 *
 * The garbage collector discovers a new CustomResourceDefinition within 30 s: until then, the children of a deleted
 * resource stay.
 *
 * @example
 * await using controlPlane = await ControlPlane.start({ nodes: 1 });
 * await controlPlane.kubectl(['create', 'namespace', 'shop']);
 * const { stdout } = await controlPlane.kubectl(['get', 'namespaces', '--output=name']);
 */
export class ControlPlane implements AsyncDisposable {
  readonly #run: RunDirectory;
  readonly #binaries: Binaries;
  readonly #supervisor: Supervisor;
  readonly #processes: ComponentProcesses;
  readonly #credential: AdminCredential;
  readonly #site: Site;
  readonly #api: ApiServer;
  readonly #components: RunningComponents;
  #stopped: Promise<void> | undefined;

  /**
   * Starts a control plane; resolves when the API server is ready, pods can be created in the namespace `default` and
   * the nodes are Ready. The first start builds the binaries, which takes minutes and is shown on standard error.
   *
   * @throws ToolchainError if the binaries are missing and can't be built.
   * @throws ComponentError if a component ends, or isn't ready within two minutes.
   * @throws RangeError if `nodes` is set without kwok.
   */
  static async start(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
    return await ControlPlane.on(loopback, options);
  }

  /**
   * Like {@link start}, on another site than this machine's network.
   *
   * @internal
   */
  static async on(site: Site, options: ControlPlaneOptions): Promise<ControlPlane> {
    const {
      components = optionalComponents,
      apiServer = {},
      audit = 'requests',
      signal = new AbortController().signal,
    } = options;
    const { nodes = components.includes('kwok') ? 1 : 0 } = options;
    if (nodes > 0 && !components.includes('kwok'))
      throw new RangeError('nodes need the component kwok, which simulates them: add it to components');
    const needed = ['etcd', 'kube-apiserver', 'kubectl', ...components] as const;
    const binaries = await locateBinaries(apiServer.release ?? 'current', needed, signal);
    signal.throwIfAborted();
    const { run, supervisor } = await takeRunDirectory(signal);
    try {
      await writeFile(run.auditPolicy, JSON.stringify(auditPolicy(audit)));
      const authority = await ClusterAuthority.create();
      const credential = await writeCredentials(run, authority, { hosts: site.hosts, components });
      const processes = new ComponentProcesses(supervisor, run, binaries, site);
      await site.prepare({ run, supervisor, processes, authority });
      const controlPlane = new ControlPlane({ run, supervisor, processes, binaries, credential, site });
      await controlPlane.#components.start({ components, nodes, apiServer }, signal);
      return controlPlane;
    } catch (error) {
      await supervisor.close();
      throw error;
    }
  }

  private constructor({ run, supervisor, processes, binaries, credential, site }: ControlPlaneParts) {
    this.#run = run;
    this.#site = site;
    this.#binaries = binaries;
    this.#supervisor = supervisor;
    this.#processes = processes;
    this.#credential = credential;
    this.#api = new ApiServer(run.server, credential);
    this.#components = new RunningComponents({ processes, api: this.#api, audit: new AuditLog(run.auditLog), run });
  }

  /** URL of the API server. */
  get server(): string {
    return this.#run.server;
  }

  /** Path of the admin's kubeconfig. */
  get kubeconfig(): string {
    return this.#run.kubeconfig('admin');
  }

  /** Directory of all its files, with a log for each component, `{component}.log`. Removed by {@link stop}. */
  get directory(): string {
    return this.#run.path;
  }

  /** Process id of a component; undefined while it doesn't run. */
  pid(component: Component): number | undefined {
    return this.#processes.pid(component);
  }

  /**
   * Runs kubectl as admin, without the user's settings and caches.
   *
   * Doesn't throw if kubectl fails: check `exitCode` and `stderr` of the result.
   *
   * @throws Error if kubectl can't be started or is killed, or the control plane has been stopped.
   */
  async kubectl(args: readonly string[], options?: KubectlOptions): Promise<KubectlResult> {
    this.#assertUsable();
    return await runKubectl(this.#binaries.kubectl, this.#run, args, options);
  }

  /**
   * Writes a kubeconfig with a new token of a ServiceAccount; its default namespace is the ServiceAccount's.
   *
   * @returns the path.
   * @throws Error if the ServiceAccount doesn't exist.
   */
  async serviceAccountKubeconfig(namespace: string, name: string): Promise<string> {
    this.#assertUsable();
    const token = await requestToken(this.#api, namespace, name);
    const path = this.#run.serviceAccountKubeconfig(namespace, name);
    const { server } = this;
    const { authority } = this.#credential;
    const text = kubeconfig({ server, authority, user: name, credential: { token }, namespace });
    await writeFile(path, text, { mode: 0o600 });
    return path;
  }

  /**
   * Runs a program that uses this control plane, such as an operator, in its directory. The program ends when the
   * control plane ends, in whatever way, or earlier.
   *
   * @returns the process, and the path of its log.
   * @throws Error if the program can't be started, or if one of the same name runs.
   */
  async startProcess({
    name,
    command,
    args,
    env,
    cgroup = this.#site.cgroup,
  }: ProgramSpec): Promise<{ process: SupervisedProcess; log: string }> {
    this.#assertUsable();
    const log = this.#run.log(name);
    const process = await this.#supervisor.run({ name, command, args, cwd: this.#run.path, env, log, cgroup });
    return { process, log };
  }

  /**
   * Returns all requests that the API server has received, in the order of their arrival, answered ones with their
   * status code. A client that has a response finds its request here. A later result begins with all events of an
   * earlier one. Empty if no requests are recorded.
   */
  async auditEvents(): Promise<readonly AuditEvent[]> {
    this.#assertUsable();
    return await this.#components.auditEvents();
  }

  /**
   * Kills the API server, like a crash; its data stays. Does nothing if it doesn't run.
   *
   * Controllers, scheduler and kwok are suspended until it is back: otherwise a test would wait for their backoff of up
   * to half a minute.
   */
  async stopApiServer(): Promise<void> {
    this.#assertUsable();
    await this.#components.stopApiServer();
  }

  /**
   * Starts the API server again, on the same port and data; resolves when it is ready. Does nothing if it runs.
   *
   * @param apiServer - new options, such as another release.
   * @default those of its last start
   * @throws ToolchainError if its release is missing and can't be built.
   * @throws Error if new options are given while it runs.
   */
  async startApiServer(apiServer?: ApiServerOptions): Promise<void> {
    this.#assertUsable();
    await this.#components.startApiServer(apiServer);
  }

  /** Copies all objects for {@link restore}, in place of an earlier copy. The API server is stopped meanwhile. */
  async backUp(): Promise<void> {
    this.#assertUsable();
    await this.#components.backUp();
  }

  /**
   * Restores the state of the last {@link backUp}, like a restore of etcd: resource versions go back. Resolves when the
   * API server is ready again.
   *
   * @throws Error if there is no backup.
   */
  async restore(): Promise<void> {
    this.#assertUsable();
    await this.#components.restore();
  }

  /**
   * Ends all processes and removes the directory; resolves when nothing is left. Idempotent.
   *
   * @throws ComponentError if a component had ended by itself before.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #stop(): Promise<void> {
    this.#processes.release();
    await this.#api.close();
    await this.#supervisor.close();
    this.#processes.failed.throwIfAborted();
  }

  #assertUsable(): void {
    this.#processes.failed.throwIfAborted();
    if (this.#stopped) throw new Error('the control plane has been stopped: start another');
  }
}
