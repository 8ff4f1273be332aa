// Enters: which components there are to be. Leaves: them, ready, each started once what it needs is; and the API server alone,
// gone and back. Called by ControlPlane.

import { cp, rename, rm } from 'node:fs/promises';
import type { ApiServer } from './api-server.ts';
import { type ApiServerOptions, featureGateArguments } from './api-server-options.ts';
import { reportAssetRelease } from './asset-release.ts';
import type { AuditEvent, AuditLog } from './audit-log.ts';
import { isAsset, locateBinaries } from './binary.ts';
import type { Component, OptionalComponent } from './component.ts';
import type { ComponentProcesses } from './component-processes.ts';
import { createNodes } from './node.ts';
import { isApiServerReady, type ReadinessCheck, readinessChecks } from './readiness.ts';
import type { RunDirectory } from './run-directory.ts';
import { createStorageClass } from './storage-class.ts';

/** What runs components, and what is known of them from outside. */
export interface ComponentPorts {
  readonly processes: ComponentProcesses;
  readonly api: ApiServer;
  readonly audit: AuditLog;
  readonly run: RunDirectory;
}

/** Which components there are to be. */
export interface WantedComponents {
  /** What runs beside etcd and the API server. */
  readonly components: readonly OptionalComponent[];
  /** How many nodes kwok plays. */
  readonly nodes: number;
  readonly apiServer: ApiServerOptions;
}

/** The components of one control plane, of which the API server may end and start again on the same port and data. */
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

  /** Starts them all; resolves when they are ready. @throws ComponentError when one ends, or isn't ready in time */
  async start({ components, nodes, apiServer }: WantedComponents, signal: AbortSignal): Promise<void> {
    await this.#processes.start('etcd');
    await this.#startApiServer(apiServer, signal);
    const processes = components.map((component) => this.#processes.start(component));
    if (components.includes('kwok')) await createStorageClass(this.#api);
    await Promise.all([...processes, createNodes(this.#api, nodes)]);
    const checks = readinessChecks(nodes);
    await Promise.all(components.map((component) => this.#ready(component, checks[component], signal)));
  }

  /** All requests that API servers have received until now: see {@link AuditLog.events}. */
  async auditEvents(): Promise<readonly AuditEvent[]> {
    return await this.#audit.events(this.#processes.failed);
  }

  /** Ends the API server at once, and holds the others until it is back. Harmless when it doesn't run. */
  async stopApiServer(): Promise<void> {
    this.#processes.pause();
    await this.#processes.kill('kube-apiserver');
    this.#audit.abandonRequests();
  }

  /**
   * Starts the API server again; resolves when it is ready. Harmless when it runs.
   *
   * @param apiServer - what it is from now on. @default what it was
   * @throws Error when another is asked for while one runs.
   */
  async startApiServer(apiServer?: ApiServerOptions): Promise<void> {
    if (this.#processes.pid('kube-apiserver') === undefined) {
      await this.#startApiServer(apiServer ?? this.#apiServer, new AbortController().signal);
    } else if (apiServer) throw new Error('an API server runs: stop it before another is started');
    this.#processes.resume();
  }

  /** Copies the data of etcd, which is stopped meanwhile. */
  async backUp(): Promise<void> {
    const { etcdData, etcdBackup } = this.#run;
    await this.#withoutEtcd(() => replaceDirectory(etcdData, etcdBackup));
  }

  /** Starts etcd with the data of the last backup. @throws Error when there is none. */
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
