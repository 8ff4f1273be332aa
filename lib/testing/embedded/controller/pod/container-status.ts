import type { JsonObject } from '../../../../api/index.ts';
import { goDuration, metadataText } from '../../../../built-in/index.ts';
import { timestamp } from '../../../../clock/index.ts';
import { fieldAt, fieldsAt, numberAt, textAt, timeAt, withFields } from '../../../../schema/index.ts';
import type { TimedScript } from './pod-scripts.ts';

/** The pauses of a kubelet before it starts a container again. */
const [firstBackOffMs, longestBackOffMs] = [10_000, 300_000];

/** A container's next status, and the time of the one after it. */
export interface ContainerStep {
  readonly status: JsonObject;
  readonly nextMs: number | undefined;
}

/** The circumstances of a container. */
export interface ContainerPlace {
  readonly pod: JsonObject;
  readonly container: JsonObject;
  readonly timed: TimedScript;
  readonly nowMs: number;
}

/** Returns the status of a container that starts. */
export function startedStatus(
  { pod, container, timed, nowMs }: ContainerPlace,
  before: JsonObject | undefined,
): JsonObject {
  const name = textAt(container, 'name');
  const restartCount = before === undefined ? 0 : (numberAt(before, 'restartCount') ?? 0) + 1;
  const isReady = timed.script.end.kind === 'runs' && timed.script.end.readyAfterMs <= 0;
  return {
    name,
    image: textAt(container, 'image'),
    imageID: '',
    containerID: `embedded://${metadataText(pod, 'uid')}-${name}-${restartCount}`,
    restartCount,
    ready: isReady,
    started: true,
    state: { running: { startedAt: timestamp(nowMs) } },
    lastState: before === undefined ? {} : lastStateOf(before),
  };
}

/** Returns the status of a container that can't start yet. */
export function waitingStatus(container: JsonObject, waiting: JsonObject): JsonObject {
  return {
    name: textAt(container, 'name'),
    image: textAt(container, 'image'),
    imageID: '',
    restartCount: 0,
    ready: false,
    started: false,
    state: { waiting },
    lastState: {},
  };
}

/** Returns the status of an init container when the containers start: it has ended well, and a sidecar runs. */
export function initContainerStatus(container: JsonObject, startedAt: string): JsonObject {
  const isSidecar = container.restartPolicy === 'Always';
  const terminated = { exitCode: 0, reason: 'Completed', startedAt, finishedAt: startedAt };
  return {
    name: textAt(container, 'name'),
    image: textAt(container, 'image'),
    imageID: '',
    restartCount: 0,
    ready: true,
    started: isSidecar,
    state: isSidecar ? { running: { startedAt } } : { terminated },
    lastState: {},
  };
}

/** Returns the next status of a container that has one. */
export function nextStatus(place: ContainerPlace, status: JsonObject): ContainerStep {
  const { pod, container, nowMs } = place;
  const policy = textAt(pod, 'spec.restartPolicy') || 'Always';
  if (fieldAt(status, 'state.running') !== undefined) return runningStep(place, status);
  const ended = fieldsAt(status, 'state.terminated');
  const exit = fieldAt(status, 'state.waiting') === undefined ? ended : fieldsAt(status, 'lastState.terminated');
  const isOver = policy === 'Never' || (policy === 'OnFailure' && numberAt(exit, 'exitCode') === 0);
  if (isOver) return { status, nextMs: undefined };
  const restarts = numberAt(status, 'restartCount') ?? 0;
  const pauseMs = restarts === 0 ? 0 : Math.min(firstBackOffMs * 2 ** Math.min(restarts - 1, 10), longestBackOffMs);
  const dueMs = (timeAt(exit, 'finishedAt') ?? nowMs) + pauseMs;
  if (dueMs <= nowMs) return { status: startedStatus(place, status), nextMs: undefined };
  const full = `${metadataText(pod, 'name')}_${metadataText(pod, 'namespace')}(${metadataText(pod, 'uid')})`;
  const message = `back-off ${goDuration(pauseMs)} restarting failed container=${textAt(container, 'name')} pod=${full}`;
  const waiting = { reason: 'CrashLoopBackOff', message };
  return {
    status: { ...status, ready: false, started: false, state: { waiting }, lastState: lastStateOf(status) },
    nextMs: dueMs,
  };
}

/** The end of a container. */
export interface ContainerExit {
  readonly exitCode: number;
  /** @default none */
  readonly message?: string | undefined;
}

/** Returns the status of a container that has ended. */
export function exitedStatus(status: JsonObject, { exitCode, message }: ContainerExit, nowMs: number): JsonObject {
  const terminated = withFields(
    { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error' },
    {
      message,
      startedAt: fieldAt(status, 'state.running.startedAt') ?? timestamp(nowMs),
      finishedAt: timestamp(nowMs),
      containerID: status.containerID,
    },
  );
  return { ...status, ready: false, started: false, state: { terminated } };
}

function runningStep({ timed, nowMs }: ContainerPlace, status: JsonObject): ContainerStep {
  const startedMs = Math.max(timeAt(status, 'state.running.startedAt') ?? 0, timed.sinceMs);
  const { end, options } = timed.script;
  if (end.kind === 'exits') {
    const dueMs = startedMs + end.afterMs;
    if (dueMs > nowMs) return { status, nextMs: dueMs };
    return {
      status: exitedStatus(status, { exitCode: end.exitCode, message: options.terminationMessage }, nowMs),
      nextMs: undefined,
    };
  }
  const readyMs = startedMs + end.readyAfterMs;
  return {
    status: { ...status, ready: readyMs <= nowMs },
    nextMs: readyMs > nowMs && Number.isFinite(readyMs) ? readyMs : undefined,
  };
}

function lastStateOf({ state, lastState }: JsonObject): JsonObject {
  const terminated = fieldAt(state, 'terminated') ?? fieldAt(lastState, 'terminated');
  return terminated === undefined ? {} : { terminated };
}
