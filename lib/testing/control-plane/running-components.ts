// In: the components to run. Out: ready components, each started once its dependencies are ready; the API server alone
// can be stopped and started again. Called by ControlPlane.

import { cp, rename, rm } from 'node:fs/promises';
import type { ApiServer } from './api-server.ts';
import { reportAssetRelease } from './asset-release.ts';
import type { AuditEvent, AuditLog } from './audit-log.ts';
import { isAsset, locateBinaries } from './binary.ts';
import type { Component, OptionalComponent } from './component.ts';
import type { ComponentProcesses } from './component-processes.ts';
import { type ApiServerOptions, featureGateArguments } from './control-plane-options.ts';
import { isApiServerReady, type ReadinessCheck, readinessChecks } from './readiness.ts';
import type { RunDirectory } from './run-directory.ts';
import { createStorageClass } from './storage-class.ts';

/** The processes of components, and their addresses and files. */
export interface ComponentPorts {
  readonly processes: ComponentProcesses;
  readonly api: ApiServer;
  readonly audit: AuditLog;
  readonly run: RunDirectory;
}

/** The components to run. */
export interface WantedComponents {
  /** Components beside etcd and the API server. */
  readonly components: readonly OptionalComponent[];
  /** Number of nodes that kwok simulates. */
  readonly nodes: number;
  readonly apiServer: ApiServerOptions;
}

/** The components of one control plane; the API server can be stopped and started again on the same port and data. */
export class RunningComponents {
  readonly #processes: ComponentProcesses;
  readonly #api: ApiServer;
  readonly #audit: AuditLog;
  readonly #run: RunDirectory;
  #apiServer: ApiServerOptions = {};

  constructor({ processes, api, audit, run }: ComponentPorts) {
    this.#run = run;
    this.#processes = processes;
    this.#api = api;
    this.#audit = audit;
  }

  /** Starts all components; resolves when they are ready. @throws ComponentError if one ends, or isn't ready in time */
  async start({ components, nodes, apiServer }: WantedComponents, signal: AbortSignal): Promise<void> {
    await this.#processes.start('etcd');
    await this.#startApiServer(apiServer, signal);
    const processes = components.map((component) => this.#processes.start(component));
    if (components.includes('kwok')) await createStorageClass(this.#api);
    await Promise.all([...processes, createNodes(this.#api, nodes)]);
    const checks = readinessChecks(nodes);
    await Promise.all(components.map((component) => this.#ready(component, checks[component], signal)));
  }

  /** Returns all requests that API servers have received: see {@link AuditLog.events}. */
  async auditEvents(): Promise<readonly AuditEvent[]> {
    return await this.#audit.events(this.#processes.failed);
  }

  /** Kills the API server, and suspends the optional components until it is back. Does nothing if it doesn't run. */
  async stopApiServer(): Promise<void> {
    this.#processes.pause();
    await this.#processes.kill('kube-apiserver');
    this.#audit.abandonRequests();
  }

  /**
   * Starts the API server again; resolves when it is ready. Does nothing if it runs.
   *
   * @param apiServer - new options.
   * @default those of its last start
   * @throws Error if new options are given while it runs.
   */
  async startApiServer(apiServer?: ApiServerOptions): Promise<void> {
    if (this.#processes.pid('kube-apiserver') === undefined) {
      await this.#startApiServer(apiServer ?? this.#apiServer, new AbortController().signal);
    } else if (apiServer) throw new Error('the API server runs: stop it before you start it with other options');
    this.#processes.resume();
  }

  /** Copies the data of etcd, which is stopped meanwhile. */
  async backUp(): Promise<void> {
    const { etcdData, etcdBackup } = this.#run;
    await this.#withoutEtcd(() => replaceDirectory(etcdData, etcdBackup));
  }

  /** Starts etcd with the data of the last backup. @throws Error if there is none. */
  async restore(): Promise<void> {
    const { etcdData, etcdBackup } = this.#run;
    await this.#withoutEtcd(() => replaceDirectory(etcdBackup, etcdData));
  }

  async #withoutEtcd(work: () => Promise<void>): Promise<void> {
    await this.stopApiServer();
    await this.#processes.kill('etcd');
    await work();
    await this.#processes.start('etcd');
    await this.startApiServer();
  }

  async #startApiServer(apiServer: ApiServerOptions, signal: AbortSignal): Promise<void> {
    this.#apiServer = apiServer;
    const { release = 'current', featureGates = {} } = apiServer;
    const { 'kube-apiserver': command } = await locateBinaries(release, ['kube-apiserver'], signal);
    await this.#processes.start('kube-apiserver', { command, args: featureGateArguments(featureGates) });
    await this.#ready('kube-apiserver', isApiServerReady, signal);
    if (isAsset(command)) await reportAssetRelease(this.#api, signal);
  }

  async #ready(component: Component, check: ReadinessCheck, signal: AbortSignal): Promise<void> {
    await this.#processes.ready(component, (given) => check(this.#api, given), signal);
  }
}

async function replaceDirectory(from: string, to: string): Promise<void> {
  await cp(from, `${to}.new`, { recursive: true });
  await rm(to, { recursive: true, force: true });
  await rename(`${to}.new`, to);
}

/**
 * Creates nodes `node-1` to `node-{count}`. kwok adds the status that a kubelet would report.
 *
 * @throws Error if the API server refuses one.
 */
async function createNodes(api: ApiServer, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, index) => createNode(api, `node-${index + 1}`)));
}

async function createNode(api: ApiServer, name: string): Promise<void> {
  const { status, body } = await api.post('/api/v1/nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64' },
    },
  });
  if (status !== 201) throw new Error(`node ${name} can't be created: ${status} ${body.trim()}`);
}
