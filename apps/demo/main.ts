// Synthesizes the Memcached operator, installs it on a real control plane, and shows the reconciliation of its sample.
// On a terminal it runs until Ctrl-C; elsewhere it ends when everything is ready.

import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ControlPlane, OperatorProcess } from 'operand/testing';
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

  say('\nStarting a control plane: etcd, API server, controllers, scheduler, and a simulated node');
  await using controlPlane = await ControlPlane.start({ signal });
  say(`  ${controlPlane.server}\n`);

  say('Installing the operator, and running it under its own ServiceAccount');
  await kubectl(controlPlane, 'apply', '-f', `dist/${operator}.k8s.yaml`);
  await kubectl(controlPlane, 'wait', '--for=condition=Established', 'crd/memcacheds.cache.example.com');
  const account = await controlPlane.serviceAccountKubeconfig(`${operator}-system`, `${operator}-controller-manager`);
  const manager = await OperatorProcess.start(controlPlane, { program, kubeconfig: account });

  say('\nApplying the sample');
  await kubectl(controlPlane, 'apply', '-f', `dist/${operator}.samples.k8s.yaml`);
  say('');
  await watch(controlPlane, manager, signal);
}

async function watch(controlPlane: ControlPlane, manager: OperatorProcess, signal: AbortSignal): Promise<void> {
  const screen = new Screen();
  while (!signal.aborted) {
    if (manager.exit !== undefined) throw new Error(`the operator has ended:\n${await manager.log()}`);
    const objects = await objectsOf(controlPlane);
    const ready = objects.some(({ kind }) => kind === 'Memcached') && objects.every(isReady);
    screen.draw([...objectTree(objects), ...(ready ? ['', ...hints(controlPlane)] : [])]);
    if (ready && !process.stdout.isTTY) return;
    await sleep(200);
  }
}

function hints({ kubeconfig }: ControlPlane): string[] {
  if (!process.stdout.isTTY) return ['Ready.'];
  const change = `kubectl --kubeconfig ${kubeconfig} patch memcached memcached-small --type=merge -p '{"spec":{"size":3}}'`;
  return ['Ready. Change its size elsewhere and watch it follow; Ctrl-C ends it all.', change];
}

async function objectsOf(controlPlane: ControlPlane): Promise<readonly TreeObject[]> {
  const { stdout } = await controlPlane.kubectl(['get', 'memcacheds,deployments,replicasets,pods', '-o', 'json']);
  const list = JSON.parse(stdout) as { items: TreeObject[] };
  return list.items;
}

async function kubectl(controlPlane: ControlPlane, ...args: string[]): Promise<void> {
  const { stdout, stderr, exitCode } = await controlPlane.kubectl(args);
  if (exitCode !== 0) throw new Error(stderr);
  say(stdout.replace(/^/gm, '  ').trimEnd());
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
