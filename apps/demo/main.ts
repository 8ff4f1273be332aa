// One definition, two lives: the Memcached operator is synthesized, installed on a real control plane, and reconciles
// its sample before your eyes. On a terminal it goes on until Ctrl-C; elsewhere it ends when everything is ready.

import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { ControlPlane, OperatorProcess } from 'operand/testing';
import { isReady, objectTree, type TreeObject } from './object-tree.ts';
import { Screen } from './screen.ts';

const operator = 'memcached-operator';
const program = new URL('../memcached/main.ts', import.meta.url).pathname;
const stopped = new AbortController();
process.once('SIGINT', () => stopped.abort()).once('SIGTERM', () => stopped.abort());

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

say('Synthesizing the definition in apps/memcached');
execFileSync(process.execPath, [program, 'synth'], { stdio: 'inherit' });

say('\nStarting a control plane: etcd, API server, controllers, scheduler, and a simulated node');
const controlPlane = await ControlPlane.start({ signal: stopped.signal });
try {
  say(`  ${controlPlane.server}\n  kubectl --kubeconfig ${controlPlane.kubeconfig} get memcacheds -w\n`);

  say('Installing the operator, and running it under its own ServiceAccount');
  await kubectl('apply', '-f', `dist/${operator}.k8s.yaml`);
  await kubectl('wait', '--for=condition=Established', 'crd/memcacheds.cache.example.com');
  const account = await controlPlane.serviceAccountKubeconfig(`${operator}-system`, `${operator}-controller-manager`);
  await OperatorProcess.start(controlPlane, { program, kubeconfig: account });

  say('\nApplying the sample');
  await kubectl('apply', '-f', `dist/${operator}.samples.k8s.yaml`);
  say('');
  await watch();
} finally {
  await controlPlane.stop();
}

async function watch(): Promise<void> {
  const screen = new Screen();
  while (!stopped.signal.aborted) {
    const objects = await tree();
    const ready = objects.some(({ kind }) => kind === 'Memcached') && objects.every(isReady);
    const hint = 'Ready. Change the size with kubectl and watch it follow; Ctrl-C ends it all.';
    screen.draw([...objectTree(objects), ...(ready ? ['', hint] : [])]);
    if (ready && !process.stdout.isTTY) return;
    await sleep(200);
  }
}

async function tree(): Promise<TreeObject[]> {
  const { stdout } = await controlPlane.kubectl(['get', 'memcacheds,deployments,replicasets,pods', '-o', 'json']);
  const list = JSON.parse(stdout) as { items: TreeObject[] };
  return list.items;
}

async function kubectl(...args: string[]): Promise<void> {
  const { stdout, stderr, exitCode } = await controlPlane.kubectl(args);
  if (exitCode !== 0) throw new Error(stderr);
  say(stdout.replace(/^/gm, '  ').trimEnd());
}
