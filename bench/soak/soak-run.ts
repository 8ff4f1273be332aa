// Measures the memory of the operator through hours of changes, with a fault every five minutes. Called by the command
// line.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ControlPlane } from 'operand/testing';
import type { ApiServer, HarnessRequest } from '../harness/api-server.ts';
import { processSeconds, residentMib } from '../harness/cost.ts';
import { Observer } from '../harness/observer.ts';
import type { Peer } from '../harness/peer.ts';
import { quiet } from '../harness/quiet.ts';
import { onStage } from '../harness/stage.ts';
import { collection, creation, deletion, names, resizing, serviceDeletion } from '../harness/work.ts';

/** The operator's process at one time. */
export interface SoakSample {
  /** Since the resources had converged first. */
  readonly minutes: number;
  readonly residentMib: number;
  /** Since the start of the process. */
  readonly cpuSeconds: number;
}

/** The result of a soak, which ended with all resources converged. */
export interface SoakRun {
  /** RFC 3339. */
  readonly startedAt: string;
  /** The number of resources at any time. */
  readonly count: number;
  /** The seconds with changes: in each, resources were resized, one was replaced, and a Service was deleted. */
  readonly seconds: number;
  readonly faults: number;
  readonly samples: readonly SoakSample[];
}

/** Options of {@link soakRun}. */
export interface SoakOptions {
  readonly count: number;
  readonly minutes: number;
  readonly onSample: (what: string) => void;
  readonly signal: AbortSignal;
}

/** The number of resources that are resized in a second. */
export const resizedPerSecond = 5;
const faultIntervalMinutes = 5;
/** Long enough for every watch to break, and for the operator's retries to become slow. */
const faultMs = 20_000;
const sampleIntervalMinutes = 1 / 6;

/**
 * Runs an operator on a cluster with Kubernetes' own controllers. Every second, the harness resizes resources, replaces
 * one by a new one, and deletes a Service.
 *
 * @throws Error if the operator ends, or if the resources don't converge at the end.
 */
export async function soakRun(peer: Peer, options: SoakOptions): Promise<SoakRun> {
  const { count, minutes, onSample, signal } = options;
  const startedAt = new Date().toISOString();
  const components = ['kube-controller-manager'] as const;
  return await onStage(peer, { count, idleSeconds: 0, components, signal }, async (stage) => {
    const { api, observer, operator, controlPlane } = stage;
    await api.sendAll(names(count).map(creation));
    await operator.start();
    await observer.converged(count);
    await quiet(operator.pid);

    const beganAt = performance.now();
    const elapsed = () => (performance.now() - beganAt) / 60_000;
    const samples: SoakSample[] = [];
    let [seconds, faults] = [0, 0];
    while (elapsed() < minutes) {
      signal.throwIfAborted();
      if (elapsed() > faultIntervalMinutes * (faults + 1)) {
        faults += 1;
        await (faults % 2 === 1 ? withoutApiServer(controlPlane) : withHangingApiServer(controlPlane));
      }
      await api.sendAll(changesOf(seconds, count));
      seconds += 1;
      if (elapsed() >= (samples.at(-1)?.minutes ?? -1) + sampleIntervalMinutes) {
        const { now } = residentMib(operator.pid);
        samples.push({ minutes: elapsed(), residentMib: now, cpuSeconds: processSeconds(operator.pid) });
        onSample(`minute ${elapsed().toFixed(1)} of ${minutes}: ${now} MiB`);
      }
      await sleep(1_000);
    }
    await assertConverged(api, count);
    return { startedAt, count, seconds, faults, samples };
  });
}

/** Returns the changes of one second. The names of the resources at that time count from `second`. */
function changesOf(second: number, count: number): readonly HarnessRequest[] {
  const older = names(Math.floor(count / 2), second + 1);
  const chosen = (index: number) => older[(second * 7 + index) % older.length] ?? '';
  return [
    ...names(1, second).map(deletion),
    ...names(1, second + count).map(creation),
    ...Array.from({ length: resizedPerSecond }, (_, index) => resizing(chosen(index), 1 + (second % 9))),
    serviceDeletion(chosen(resizedPerSecond)),
  ];
}

async function withoutApiServer(controlPlane: ControlPlane): Promise<void> {
  await controlPlane.stopApiServer();
  await sleep(faultMs);
  await controlPlane.startApiServer();
}

/** Stops the API server without closing its connections, as on a machine that is out of memory. */
async function withHangingApiServer(controlPlane: ControlPlane): Promise<void> {
  const pid = controlPlane.pid('kube-apiserver');
  if (pid === undefined) throw new Error("kube-apiserver doesn't run");
  process.kill(pid, 'SIGSTOP');
  await sleep(faultMs).finally(() => process.kill(pid, 'SIGCONT'));
}

/** Waits until only the children of existing resources are left, and all resources have converged. */
async function assertConverged(api: ApiServer, count: number): Promise<void> {
  const deadline = performance.now() + 300_000;
  for (;;) {
    const [deployments, services] = await Promise.all([countOf(api, 'deployments'), countOf(api, 'services')]);
    if (deployments === count && services === count) break;
    if (performance.now() > deadline)
      throw new Error(`${count} resources have ${deployments} Deployments and ${services} Services after five minutes`);
    await sleep(1_000);
  }
  const observer = new Observer(api);
  try {
    await observer.converged(count);
  } finally {
    await observer.close();
  }
}

async function countOf(api: ApiServer, resource: keyof typeof collection): Promise<number> {
  const text = await api.send({ method: 'GET', path: collection[resource], resource });
  return (JSON.parse(text) as { readonly items: readonly unknown[] }).items.length;
}
