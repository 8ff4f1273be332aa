// Synthesizes the Memcached operator, and installs it on an embedded cluster, or with --control-plane on a real control plane.
// Shows how the operator reconciles its sample and repairs it. On a terminal it runs until Ctrl-C; elsewhere it ends when all
// objects are ready.

import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OperatorProcess } from 'operand/testing';
import { type DemoCluster, embeddedCluster, realCluster } from './demo-cluster.ts';
import { isReady, objectTree, type TreeObject } from './object-tree.ts';
import { Screen } from './screen.ts';

const operator = 'memcached-operator';
const program = fileURLToPath(new URL('../memcached/main.ts', import.meta.url));
const stopped = new AbortController();
process.once('SIGINT', () => stopped.abort()).once('SIGTERM', () => stopped.abort());

try {
  await demo(stopped.signal);
} catch (error) {
  if (!stopped.signal.aborted) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

async function demo(signal: AbortSignal): Promise<void> {
  say('Synthesizing the definition in apps/memcached');
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'synth'], { signal });
  say(stdout.trimEnd());

  await using cluster = await started(signal);
  say(`  ${cluster.server}\n`);

  say('Installing the operator, and running it under its own ServiceAccount');
  await apply(cluster, `dist/${operator}.k8s.yaml`);
  const kubeconfig = await cluster.serviceAccountKubeconfig(`${operator}-system`, `${operator}-controller-manager`);
  const manager = await OperatorProcess.start(cluster, { program, kubeconfig });

  say('\nApplying the sample');
  await apply(cluster, `dist/${operator}.samples.k8s.yaml`);
  say('');
  await watch(cluster, manager, signal);
}

async function started(signal: AbortSignal): Promise<DemoCluster> {
  if (process.argv.includes('--control-plane')) {
    say('\nStarting a control plane: etcd, API server, controllers, scheduler, and a simulated node');
    return await realCluster(signal);
  }
  say('\nStarting an embedded cluster: an API server and controllers in this process, and a simulated node');
  return await embeddedCluster();
}

async function watch(cluster: DemoCluster, manager: OperatorProcess, signal: AbortSignal): Promise<void> {
  const screen = new Screen();
  const draw = async (isExpected: (object: TreeObject) => boolean, lines: readonly string[]): Promise<boolean> => {
    if (manager.exit !== undefined) throw new Error(`the operator has ended:\n${await manager.log()}`);
    const objects = await cluster.objects();
    const isDone = objects.some(isExpected) && objects.every(isReady);
    screen.draw([...objectTree(objects), ...(isDone ? ['', ...lines] : [])]);
    return isDone;
  };
  const pause = () => sleep(200, undefined, { signal });

  while (!(await draw(isDeployment, ['Ready. The Deployment is deleted, as by a mistake:', '']))) await pause();
  screen.keep();
  const deleted = (await cluster.objects()).find(isDeployment)?.metadata;
  await cluster.deleteDeployment('memcached-small');
  const isNew = (object: TreeObject) => isDeployment(object) && object.metadata.uid !== deleted?.uid;
  while (!(await draw(isNew, ['Repaired.']))) await pause();
  for (; process.stdout.isTTY; await pause()) await draw(isNew, hints(cluster));
}

function isDeployment({ kind }: TreeObject): boolean {
  return kind === 'Deployment';
}

function hints({ kubeconfig }: DemoCluster): string[] {
  const change = `kubectl --kubeconfig ${kubeconfig} patch memcached memcached-small --type=merge -p '{"spec":{"size":3}}'`;
  return ['Repaired. Change the size in another terminal and watch the tree follow; Ctrl-C ends everything.', change];
}

async function apply(cluster: DemoCluster, file: string): Promise<void> {
  for (const line of await cluster.apply(file)) say(`  ${line}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
