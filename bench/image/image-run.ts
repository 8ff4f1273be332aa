// The image of the benchmark's operator goes in; what it takes in a pod, on a cluster of its own, comes out.
// Called by the command line, once a round.

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

/** What the image takes, once. */
export interface ImageRun {
  readonly round: number;
  /** How many resources there were. */
  readonly count: number;
  /** RFC 3339. */
  readonly startedAt: string;
  /** What a node pulls. */
  readonly imageMib: number;
  /** From the start of the container's process until it is ready: with no resource, and with all of them. */
  readonly readySeconds: { readonly empty: number; readonly full: number };
  /** When it is started with no resource, when that same process has created the children of all, when it is started with all. */
  readonly memory: { readonly empty: ManagerMemory; readonly created: ManagerMemory; readonly full: ManagerMemory };
}

/** What a round is to be. */
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
 * What keeps the pods of the resources off the node, which couldn't run them all: they ask for more than it has, and wait.
 *
 * All else is as ever: the resources and their children are those of the other rounds, Deployments get their status, and
 * it comes to rest. A quota would have their controllers try again and again, and size 0 would be other work.
 */
const noCapacity = {
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'no-room', namespace },
  spec: { limits: [{ type: 'Container', defaultRequest: { cpu: '1000' } }] },
};

/** The image of the benchmark's operator, as its author builds it. @returns the path of a layout. */
export async function benchImage(): Promise<string> {
  return await managerImage(operator.program, reference);
}

/**
 * Installs the operator by its own manifests, under the restricted pod security standard and within its limits, and starts it
 * with no resource; lets it create the children of all; and starts it again.
 *
 * @throws Error if its container doesn't stay within its limits.
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

/** Of a layout: all of its files, which are compressed. */
async function sizeMib(layout: string): Promise<number> {
  const entries = await readdir(layout, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return Math.round((sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20) * 10) / 10;
}
