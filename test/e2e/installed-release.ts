// Installs the operator of a program as its users do, in a cluster whose nodes have its image. Called by the tests of
// the apps on real nodes.

import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KubernetesObject, StoredObject } from '../../lib/api/index.ts';
import type { Cluster } from '../../lib/testing/index.ts';
import { kubectl, patience } from '../kubectl.ts';

/** A program with an operator. */
export interface ReleaseProps {
  /** The path of its main file. */
  readonly program: string;
  /** The operator's name. */
  readonly name: string;
}

/** An operator that is installed by `kubectl apply` of its synthesized manifests. */
export class InstalledRelease {
  readonly cluster: Cluster;
  /** The namespace of the manager. */
  readonly namespace: string;
  /** The name of the manager's Deployment and ServiceAccount. */
  readonly manager: string;
  readonly #name: string;
  readonly #manifests: string;

  /** Synthesizes and applies a release, and waits until its manager is available. */
  static async on(cluster: Cluster, { program, name }: ReleaseProps): Promise<InstalledRelease> {
    // Removed with the cluster.
    const manifests = await mkdtemp(join(cluster.directory, 'manifests-'));
    await promisify(execFile)(process.execPath, [program, 'synth', '--output', manifests, '--bundle', manifests]);
    const release = new InstalledRelease(cluster, name, manifests);
    await release.kubectl('apply', '-f', release.#path('k8s'));
    await release.rolledOut();
    return release;
  }

  private constructor(cluster: Cluster, name: string, manifests: string) {
    this.cluster = cluster;
    this.#name = name;
    this.#manifests = manifests;
    this.namespace = `${name}-system`;
    this.manager = `${name}-controller-manager`;
  }

  /**
   * Resolves when the manager's Deployment has its replicas, all Ready.
   *
   * @throws Error with the logs of its pods after a timeout
   */
  async rolledOut(): Promise<void> {
    const { manager, namespace } = this;
    const words = ['rollout', 'status', `deployment/${manager}`, '-n', namespace, patience];
    const { stderr, exitCode } = await this.cluster.kubectl(words);
    if (exitCode === 0) return;
    const pods = await this.cluster.kubectl(['describe', 'pods', '-n', namespace]);
    const logs = await this.cluster.kubectl(['logs', `deployment/${manager}`, '-n', namespace, '--tail=50']);
    throw new Error([stderr, pods.stdout, logs.stdout].join('\n'));
  }

  /** Kills the pods of the manager, which get no replacements until {@link scale}. */
  async kill(): Promise<void> {
    await this.kubectl('scale', `deployment/${this.manager}`, '-n', this.namespace, '--replicas=0');
    await this.kubectl('delete', 'pods', '--all', '-n', this.namespace, '--grace-period=0', '--force');
  }

  /** Sets the number of the manager's pods, and waits for them. */
  async scale(replicas: number): Promise<void> {
    await this.kubectl('scale', `deployment/${this.manager}`, '-n', this.namespace, `--replicas=${replicas}`);
    await this.rolledOut();
  }

  /** Applies the samples. */
  async applySamples(): Promise<void> {
    await this.kubectl('apply', '-f', this.#path('samples.k8s'));
  }

  /** Applies the ServiceMonitor, in a cluster with its CRD. */
  async applyMonitor(): Promise<void> {
    await this.kubectl('apply', '-f', this.#path('monitoring.k8s'));
  }

  /**
   * Deletes the samples and their dependents, and then the manifests: once a kind is gone, the garbage collector
   * doesn't delete its dependents.
   */
  async uninstall(): Promise<void> {
    await this.kubectl(
      'delete',
      '-f',
      this.#path('samples.k8s'),
      '--ignore-not-found',
      '--cascade=foreground',
      patience,
    );
    await this.kubectl('delete', '-f', this.#path('k8s'), patience);
  }

  /** Runs kubectl as admin. @returns its standard output @throws Error with its output if it fails. */
  async kubectl(...args: readonly string[]): Promise<string> {
    return await kubectl(this.cluster, args);
  }

  /** Applies objects with server-side apply. @throws Error with its output if it fails. */
  async apply(...objects: readonly KubernetesObject[]): Promise<void> {
    const list = { apiVersion: 'v1', kind: 'List', items: objects };
    await kubectl(this.cluster, ['apply', '--server-side', '-f', '-'], list);
  }

  /** Returns an object, or undefined if it doesn't exist. */
  async get(resource: string, name: string, namespace = 'default'): Promise<StoredObject | undefined> {
    const text = await this.kubectl('get', resource, name, '-n', namespace, '-o', 'json', '--ignore-not-found');
    return text === '' ? undefined : (JSON.parse(text) as StoredObject);
  }

  /** Returns the objects of a kind in a namespace with some labels, sorted by name. */
  async list(resource: string, namespace: string, labels = ''): Promise<readonly StoredObject[]> {
    const text = await this.kubectl('get', resource, '-n', namespace, '-l', labels, '-o', 'json');
    return (JSON.parse(text) as { items: StoredObject[] }).items;
  }

  /** Returns the objects of its manifests. */
  async objects(): Promise<readonly StoredObject[]> {
    const text = await this.kubectl('get', '-f', this.#path('k8s'), '-o', 'json');
    return (JSON.parse(text) as { items: StoredObject[] }).items;
  }

  async pods(): Promise<readonly StoredObject[]> {
    return await this.list('pods', this.namespace, `app.kubernetes.io/name=${this.#name}`);
  }

  #path(content: string): string {
    return join(this.#manifests, `${this.#name}.${content}.yaml`);
  }
}
