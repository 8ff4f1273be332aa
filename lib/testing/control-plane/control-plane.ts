// Enters: which components to run. Leaves: a running control plane, and after stop() nothing at all.
// Owns no logic of its own: binaries, directory, credentials, processes and components are brought together here.
// Called by tests, benchmarks and demos.

import { writeFile } from 'node:fs/promises';
import type { SupervisedProcess, Supervisor } from '../supervisor/supervisor.ts';
import { ApiServer } from './api-server.ts';
import type { ApiServerOptions } from './api-server-options.ts';
import { type AuditEvent, AuditLog, auditPolicy } from './audit-log.ts';
import { type Binaries, locateBinaries } from './binary.ts';
import { ClusterAuthority } from './certificate-authority.ts';
import { type Component, optionalComponents } from './component.ts';
import { ComponentProcesses } from './component-processes.ts';
import type { ControlPlaneOptions } from './control-plane-options.ts';
import { type AdminCredential, writeCredentials } from './credential-files.ts';
import { kubeconfig } from './kubeconfig.ts';
import { type KubectlOptions, type KubectlResult, runKubectl } from './kubectl.ts';
import type { ProgramSpec } from './program-spec.ts';
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
 * A real Kubernetes control plane for tests: etcd, API server, controllers, scheduler, and nodes played by kwok.
 *
 * On loopback, with certificates, a port and a directory of its own, so that any number run side by side. RBAC and
 * OwnerReferencesPermissionEnforcement are on; pods become Running and Ready at once, without a container anywhere, and
 * claims of the default storage class are bound to volumes that hold nothing, and grow. API services may be added.
 * Nothing of it outlives the process that started it, however that ends. If the one that sees to that is killed at the same time,
 * its components and programs still end on Linux; what these have started themselves stays, and its directory goes when the next
 * one starts.
 *
 * The garbage collector learns of a new CustomResourceDefinition within 30 s: until then, what a deleted resource owned stays.
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
   * Starts a control plane; resolves when the API server is ready, pods can be made in the namespace `default`
   * and the nodes are Ready. The first time, the binaries are built, which takes minutes and shows on standard error.
   *
   * @throws ToolchainError when the binaries are missing and can't be built.
   * @throws ComponentError when a component ends, or isn't ready within two minutes.
   * @throws RangeError when nodes are asked for without kwok.
   */
  static async start(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
    return await ControlPlane.on(loopback, options);
  }

  /**
   * {@link start}, but elsewhere than in this machine's own network.
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
      throw new RangeError('nodes need the component kwok, which plays them');
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

  /** Directory of all its files, among them a log for each component, `{component}.log`. Goes with {@link stop}. */
  get directory(): string {
    return this.#run.path;
  }

  /** Process id of a component; undefined while it doesn't run. */
  pid(component: Component): number | undefined {
    return this.#processes.pid(component);
  }

  /**
   * Runs kubectl as admin, untouched by the user's own settings and caches.
   *
   * Where kubectl fails, that is told by `exitCode` and `stderr` of the result: nothing is thrown. Look at them.
   *
   * @throws Error when kubectl can't be started or is killed, or the control plane has been stopped.
   */
  async kubectl(args: readonly string[], options?: KubectlOptions): Promise<KubectlResult> {
    this.#assertUsable();
    return await runKubectl(this.#binaries.kubectl, this.#run, args, options);
  }

  /**
   * Makes a kubeconfig with a new token of a ServiceAccount, in whose namespace it works by default.
   *
   * @returns the path.
   * @throws Error when the ServiceAccount doesn't exist.
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
   * Runs a program that works with this control plane, such as an operator, in its directory.
   * It ends with the control plane at the latest, however that ends.
   *
   * @returns the process, and the path of the file that its output goes to.
   * @throws Error when the program can't be started.
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
   * All requests that the API server has received until now, in the order of their arrival, answered ones with their status code:
   * who has seen an answer finds the request here. A later list begins with all of an earlier one. Empty where none is kept.
   */
  async auditEvents(): Promise<readonly AuditEvent[]> {
    this.#assertUsable();
    return await this.#components.auditEvents();
  }

  /**
   * Ends the API server at once, as a crash would; its data stay. Harmless when it doesn't run.
   *
   * Controllers, scheduler and kwok are held until it is back: else their own backoff, up to half a minute, is all a test waits for.
   */
  async stopApiServer(): Promise<void> {
    this.#assertUsable();
    await this.#components.stopApiServer();
  }

  /**
   * Starts the API server again, on the same port and data; resolves when it is ready. Harmless when it runs.
   *
   * @param apiServer - what it is from now on, such as of another release. @default what it was
   * @throws ToolchainError when its release has to be built and can't.
   * @throws Error when another is asked for while one runs.
   */
  async startApiServer(apiServer?: ApiServerOptions): Promise<void> {
    this.#assertUsable();
    await this.#components.startApiServer(apiServer);
  }

  /**
   * Keeps a copy of all objects for {@link restore}, in place of an earlier one. The API server is away meanwhile.
   */
  async backUp(): Promise<void> {
    this.#assertUsable();
    await this.#components.backUp();
  }

  /**
   * Gives all objects the state of the last {@link backUp}, as a restore of etcd does: resource versions go back.
   * Resolves when the API server is ready again.
   *
   * @throws Error when there is no backup.
   */
  async restore(): Promise<void> {
    this.#assertUsable();
    await this.#components.restore();
  }

  /**
   * Ends everything and removes the directory; resolves when nothing is left. Idempotent.
   *
   * @throws ComponentError when a component had ended by itself before.
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
