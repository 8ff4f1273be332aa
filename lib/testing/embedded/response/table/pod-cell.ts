// In: a pod. Out: the cells of `kubectl get pods` about its containers. Called by the tables of built-in kinds.

import type { JsonObject } from '../../../../api/index.ts';
import { numberAt, objectsAt, scalarText, textAt } from '../../../../schema/index.ts';
import { conditionOf, isConditionTrue } from '../../condition.ts';
import { ageText } from './age.ts';
import { at, type Cells } from './cell.ts';

/** Column → its cell. */
export const podCells: Cells = {
  Ready: (pod) => {
    const { readyCount, totalCount } = summaryOf(pod);
    return `${readyCount}/${totalCount}`;
  },
  Status: (pod) => summaryOf(pod).state,
  Restarts: (pod, nowMs) => {
    const { restartCount, lastRestart } = summaryOf(pod);
    if (restartCount === 0 || lastRestart === '') return String(restartCount);
    return `${restartCount} (${ageText(lastRestart, nowMs)} ago)`;
  },
  IP: (pod) => textAt(objectsAt(pod, 'status.podIPs')[0], 'ip', '<none>'),
  Node: ['spec.nodeName', '<none>'],
  'Nominated Node': ['status.nominatedNodeName', '<none>'],
  'Readiness Gates': (pod) => {
    const gates = objectsAt(pod, 'spec.readinessGates');
    const open = gates.filter(({ conditionType }) => isConditionTrue(pod, scalarText(conditionType)));
    return gates.length === 0 ? '<none>' : `${open.length}/${gates.length}`;
  },
};

const endMessages: Readonly<Record<string, string>> = {
  Succeeded: 'The pod has completed successfully.',
  Failed: 'The pod failed.',
};

/** Returns the conditions of a pod's row: kubectl hides pods that ended from some lists. */
export function podRowConditions(pod: JsonObject): readonly JsonObject[] {
  const reason = textAt(pod, 'status.phase');
  const message = endMessages[reason];
  return message === undefined ? [] : [{ type: 'Completed', status: 'True', reason, message }];
}

interface Summary {
  readonly state: string;
  readonly readyCount: number;
  readonly totalCount: number;
  readonly restartCount: number;
  readonly lastRestart: string;
}

function summaryOf(pod: JsonObject): Summary {
  const sidecars = new Set(
    objectsAt(pod, 'spec.initContainers')
      .filter(({ restartPolicy }) => restartPolicy === 'Always')
      .map(({ name }) => name),
  );
  const initStatuses = objectsAt(pod, 'status.initContainerStatuses');
  const statuses = objectsAt(pod, 'status.containerStatuses');
  const blocking = initStatuses.findIndex((status) => !hasBegun(status, sidecars.has(status.name)));
  const seen = blocking < 0 ? initStatuses : initStatuses.slice(0, blocking + 1);
  const isInitializing = blocking >= 0 && !isConditionTrue(pod, 'Initialized');
  const started = seen.filter(({ name, started, ready }) => sidecars.has(name) && started === true && ready === true);
  // While a pod initializes, only init containers count; later, only those that go on running do.
  const counted = isInitializing ? seen : [...seen.filter(({ name }) => sidecars.has(name)), ...statuses];
  const ready = isInitializing ? [] : statuses.filter((status) => isReady(status));
  const blocked = initStatuses[blocking];
  const state = blocked === undefined ? podState(pod) : initStateOf(pod, blocked, blocking);
  return {
    state: endingState(pod) ?? (isInitializing ? state : mainState(pod, state)),
    readyCount: started.length + ready.length,
    totalCount: objectsAt(pod, 'spec.containers').length + sidecars.size,
    restartCount: counted.reduce((sum, status) => sum + countIn(status, 'restartCount'), 0),
    lastRestart: counted.map((status) => textAt(status, 'lastState.terminated.finishedAt')).reduce(later, ''),
  };
}

function hasBegun(status: JsonObject, isSidecar: boolean): boolean {
  const isDone = at(status, 'state.terminated') !== undefined && countIn(status, 'state.terminated.exitCode') === 0;
  return isDone || (isSidecar && status.started === true);
}

function isReady(status: JsonObject): boolean {
  const hasOtherState = textAt(status, 'state.waiting.reason') !== '' || at(status, 'state.terminated') !== undefined;
  return !hasOtherState && status.ready === true && at(status, 'state.running') !== undefined;
}

function initStateOf(pod: JsonObject, status: JsonObject, index: number): string {
  const waiting = textAt(status, 'state.waiting.reason');
  if (at(status, 'state.terminated') !== undefined) return `Init:${terminatedState(status)}`;
  if (waiting !== '' && waiting !== 'PodInitializing') return `Init:${waiting}`;
  return `Init:${index}/${objectsAt(pod, 'spec.initContainers').length}`;
}

function terminatedState(status: JsonObject): string {
  const reason = textAt(status, 'state.terminated.reason');
  if (reason !== '') return reason;
  const signal = countIn(status, 'state.terminated.signal');
  return signal === 0 ? `ExitCode:${countIn(status, 'state.terminated.exitCode')}` : `Signal:${signal}`;
}

function podState(pod: JsonObject): string {
  const isGated = textAt(conditionOf(pod, 'PodScheduled'), 'reason') === 'SchedulingGated';
  return isGated ? 'SchedulingGated' : textAt(pod, 'status.reason', textAt(pod, 'status.phase'));
}

/** The first container that waits or has ended gives the state. */
function mainState(pod: JsonObject, otherwise: string): string {
  const statuses = objectsAt(pod, 'status.containerStatuses');
  const states = statuses.map(stateOf).filter((state) => state !== '');
  const state = states[0] ?? otherwise;
  if (state !== 'Completed') return state;
  const isRunning = statuses.some((status) => isReady(status));
  if (isRunning && isConditionTrue(pod, 'Ready')) return 'Running';
  const failed = statuses.find(
    (status) => stateOf(status) === terminatedOf(status) && countIn(status, 'state.terminated.exitCode') !== 0,
  );
  if (failed !== undefined) return terminatedState(failed);
  return isRunning ? 'NotReady' : state;
}

function stateOf(status: JsonObject): string {
  return textAt(status, 'state.waiting.reason', terminatedOf(status));
}

function terminatedOf(status: JsonObject): string {
  return at(status, 'state.terminated') === undefined ? '' : terminatedState(status);
}

/** A pod that is deleted shows that, unless it has ended. */
function endingState(pod: JsonObject): string | undefined {
  if (textAt(pod, 'metadata.deletionTimestamp') === '') return undefined;
  if (textAt(pod, 'status.reason') === 'NodeLost') return 'Unknown';
  return endMessages[textAt(pod, 'status.phase')] === undefined ? 'Terminating' : undefined;
}

/** Returns a number; 0 for none. */
function countIn(status: JsonObject, path: string): number {
  return numberAt(status, path) ?? 0;
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
