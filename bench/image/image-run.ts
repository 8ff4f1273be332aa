// Measures the image of the benchmark's operator in a pod, on its own cluster. Called by the command line, once in each
// round.

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Cluster } from 'operand/testing';
import { managerImage } from '../../test/e2e/images/manager-image.ts';
import { InstalledRelease } from '../../test/e2e/installed-release.ts';
import { kubectl } from '../../test/kubectl.ts';
import { ApiServer } from '../harness/api-server.ts';
import { Observer } from '../harness/observer.ts';
import { creation, names, namespace } from '../harness/work.ts';
import { type ManagerMemory, ManagerPod } from './manager-pod.ts';

/** One measurement of the image. */
export interface ImageRun {
  readonly round: number;
  /** The number of resources. */
  readonly count: number;
  /** RFC 3339. */
  readonly startedAt: string;
  /** The size that a node pulls. */
  readonly imageMib: number;
  /** The time from the start of the container's process until it is ready: without resources, and with all of them. */
  readonly readySeconds: { readonly empty: number; readonly full: number };
  /**
   * The memory after a start without resources, after the same process has created the children of all, and after a
   * start with all.
   */
  readonly memory: { readonly empty: ManagerMemory; readonly created: ManagerMemory; readonly full: ManagerMemory };
}

/** Options of {@link imageRun}. */
export interface ImageRunOptions {
  readonly round: number;
  readonly count: number;
  readonly onStep: (what: string) => void;
  readonly signal: AbortSignal;
}

const operator = {
  program: fileURLToPath(new URL('../operator/program.ts', import.meta.url)),
  name: 'bench-operator',
};
const reference = 'example.com/bench/operator:0.1.0';

/**
 * Makes the pods of the resources request more than the node has, since it couldn't run them all: they stay pending.
 *
 * Resources and children are those of the other rounds, Deployments get a status, and the cluster comes to rest. With a
 * quota, controllers would retry permanently; size 0 would be different work.
 */
const noCapacity = {
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'no-capacity', namespace },
  spec: { limits: [{ type: 'Container', defaultRequest: { cpu: '1000' } }] },
};

/** Builds the image of the benchmark's operator, as its author does. @returns the path of an OCI layout. */
export async function benchImage(): Promise<string> {
  return await managerImage(operator.program, reference);
}

/**
 * Installs the operator by its own manifests, under the restricted pod security standard and within its limits. Starts
 * it without resources, lets it create the children of all, and restarts it.
 *
 * @throws Error if its container exceeds its limits.
 */
export async function imageRun(image: string, { round, count, onStep, signal }: ImageRunOptions): Promise<ImageRun> {
  const startedAt = new Date().toISOString();
  onStep('a cluster');
  await using cluster = await Cluster.start({ images: [image], podSecurity: 'restricted', audit: 'none', signal });
  const release = await InstalledRelease.on(cluster, operator);
  await kubectl(cluster, ['create', 'namespace', namespace]);
  await kubectl(cluster, ['create', '-f', '-'], noCapacity);
  const api = await ApiServer.connect(cluster.kubeconfig);
  const observer = new Observer(api);
  try {
    const pod = new ManagerPod(cluster, api, release);
    await pod.stop();
    onStep('a start with no resource');
    const readyEmpty = await pod.start();
    const empty = await pod.memory();
    signal.throwIfAborted();

    onStep(`${count} resources created`);
    await api.sendAll(names(count).map(creation));
    await observer.converged(count);
    await pod.rest();
    const created = await pod.memory();
    signal.throwIfAborted();

    onStep(`a start with ${count} resources`);
    await pod.stop();
    const readyFull = await pod.start();
    const full = await pod.memory();
    return {
      round,
      count,
      startedAt,
      imageMib: await sizeMib(image),
      readySeconds: { empty: readyEmpty, full: readyFull },
      memory: { empty, created, full },
    };
  } finally {
    await observer.close();
    await api.close();
  }
}

/** Returns the size of a layout: of all its files, which are compressed. */
async function sizeMib(layout: string): Promise<number> {
  const entries = await readdir(layout, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return Math.round((sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20) * 10) / 10;
}
