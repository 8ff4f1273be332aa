// Measures the phases of the benchmark on a converged or empty cluster. Called by `round` in the order of this file.

import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, residentMib, spent } from './cost.ts';
import { distribution } from './distribution.ts';
import { quiet } from './quiet.ts';
import { subtracted } from './request-counts.ts';
import type { PhaseName, PhaseResult } from './result.ts';
import type { Stage } from './stage.ts';
import { creation, labelling, names, resizing, serviceDeletion } from './work.ts';

/** One phase: seconds and milliseconds under its own names. `measured` adds its cost. */
type Phase = (stage: Stage) => Promise<Pick<PhaseResult, 'seconds' | 'milliseconds'>>;

/** The number of changes in the latency phase. */
const changeCount = 100;

/** In the order of a round. */
const phases: Readonly<Record<PhaseName, Phase>> = {
  /** N resources exist, the operator starts. */
  cold: async ({ observer, operator, count }) => {
    observer.expectFirstChild();
    const startedAt = await operator.start();
    const convergedAt = await observer.converged(count);
    await quiet(operator.pid);
    const firstChildAt = observer.firstChildAt ?? convergedAt;
    return { seconds: { firstChild: since(startedAt, firstChildAt), converged: since(startedAt, convergedAt) } };
  },

  /**
   * Idle with N; the size of one changes repeatedly. The time to the child includes two writes: the harness's and the
   * operator's.
   */
  latency: async ({ api, observer, count }) => {
    const child: number[] = [];
    const status: number[] = [];
    const all = names(Math.min(count, changeCount));
    for (let change = 0; change < changeCount; change += 1) {
      const name = all[change % all.length] ?? '';
      const size = 2 + Math.floor(change / all.length);
      const changed = observer.changed(name, size);
      const startedAt = performance.now();
      await api.send(resizing(name, size));
      const { childAt, statusAt } = await changed;
      child.push(childAt - startedAt);
      status.push(statusAt - startedAt);
    }
    return { milliseconds: { ...distribution('child', child), ...distribution('status', status) } };
  },

  /** An irrelevant label on all N. */
  touch: async ({ api, operator, count }) => {
    const startedAt = performance.now();
    await api.sendAll(names(count).map((name) => labelling(name, 'once')));
    return { seconds: { quiet: since(startedAt, await quiet(operator.pid)) } };
  },

  /** All N Services deleted. */
  drift: async ({ api, observer, operator, count }) => {
    const startedAt = performance.now();
    await api.sendAll(names(count).map(serviceDeletion));
    const deletedAt = performance.now();
    const convergedAt = await observer.converged(count);
    await quiet(operator.pid);
    return { seconds: { deleted: since(startedAt, deletedAt), converged: since(startedAt, convergedAt) } };
  },

  /** Restart over N converged resources. */
  restart: async ({ operator }) => {
    await operator.stop();
    const startedAt = await operator.start();
    return { seconds: { quiet: since(startedAt, await quiet(operator.pid)) } };
  },

  /** Restart while one in a hundred resources has changed. */
  stale: async ({ api, observer, operator, count }) => {
    await operator.stop();
    const changed = names(Math.ceil(count / 100));
    await api.sendAll(changed.map((name) => resizing(name, 90)));
    await observer.seen(changed, 90);
    const startedAt = await operator.start();
    const convergedAt = await observer.converged(count);
    await quiet(operator.pid);
    return { seconds: { converged: since(startedAt, convergedAt) } };
  },

  /** No changes at all. */
  idle: async ({ idleSeconds }) => {
    await sleep(idleSeconds * 1000);
    return { seconds: { idle: idleSeconds } };
  },

  /** N more created, as fast as the server answers. */
  hot: async ({ api, observer, operator, count }) => {
    const startedAt = performance.now();
    await api.sendAll(names(count, count).map(creation));
    const createdAt = performance.now();
    const convergedAt = await observer.converged(2 * count);
    await quiet(operator.pid);
    return { seconds: { converged: since(startedAt, convergedAt), lag: since(createdAt, convergedAt) } };
  },
};

/** Runs one phase, and returns its cost until the operator is quiet again. */
export async function measured(name: PhaseName, stage: Stage): Promise<PhaseResult> {
  const { api, operator, processes } = stage;
  const requestsBefore = await api.requestsOfOthers();
  const before = cpuSeconds(processes());
  const pid = operator.isRunning ? operator.pid : undefined;
  const figures = await phases[name](stage);
  const after = cpuSeconds(processes());
  // The CPU time of a process that started during the phase begins at zero.
  const cpu =
    pid === operator.pid
      ? spent(before, after)
      : spent({ ...before, operator: 0, others: before.others + before.operator }, after);
  return {
    phase: name,
    ...figures,
    cpu,
    requests: subtracted(await api.requestsOfOthers(), requestsBefore),
    peakMib: residentMib(operator.pid).peak,
  };
}

function since(startedAt: number, at: number): number {
  return Math.round(at - startedAt) / 1000;
}
