// In: a pod on a node, its script and the time. Out: its next status, as a kubelet writes it. Called by the kubelet.

import type { JsonObject } from '../../../../api/index.ts';
import { isDeleting, metadataFields } from '../../../../built-in/index.ts';
import { timestamp } from '../../../../clock/index.ts';
import { fieldAt, fieldsAt, numberAt, objectsAt, scalarText, textAt, withFields } from '../../../../schema/index.ts';
import { type ConditionContent, conditionOf, timedCondition } from '../../condition.ts';
import { initContainerStatus, nextStatus, startedStatus, waitingStatus } from './container-status.ts';
import { type MissingReferences, waitingState } from './missing-reference.ts';
import type { TimedScript } from './pod-scripts.ts';

/** The message of each pod. */
export const nothingRuns = 'The embedded cluster only simulates this pod: nothing runs in it.';

/** The addresses of a pod, and the objects that it waits for there. */
export interface PodPlace {
  readonly hostIP: string;
  readonly podIP: string;
  readonly missing: MissingReferences;
}

/** The next status of a pod, and the time at which it changes again. */
export interface PodStep {
  readonly status: JsonObject;
  readonly nextMs: number | undefined;
}

/** Returns the next status of a pod. */
export function podStep(pod: JsonObject, timed: TimedScript, place: PodPlace, nowMs: number): PodStep {
  const known = new Map(objectsAt(pod, 'status.containerStatuses').map((status) => [scalarText(status.name), status]));
  const steps = objectsAt(pod, 'spec.containers').map((container) => {
    const circumstances = { pod, container, timed, nowMs };
    const status = known.get(scalarText(container.name));
    if (status !== undefined && fieldAt(status, 'containerID') !== undefined) return nextStatus(circumstances, status);
    const waiting = waitingState(pod, container, place.missing);
    if (waiting !== undefined) return { status: waitingStatus(container, waiting), nextMs: undefined };
    return { status: startedStatus(circumstances, undefined), nextMs: nowMs };
  });
  const containers = steps.map(({ status }) => status);
  const next = steps.flatMap(({ nextMs }) => (nextMs === undefined ? [] : [nextMs]));
  return {
    status: podStatus(pod, containers, place, nowMs),
    nextMs: next.length === 0 ? undefined : Math.min(...next),
  };
}

/** Returns the status of a pod whose containers have theirs. */
export function podStatus(
  pod: JsonObject,
  containers: readonly JsonObject[],
  { hostIP, podIP, missing }: PodPlace,
  nowMs: number,
): JsonObject {
  const now = timestamp(nowMs);
  const phase = phaseOf(pod, containers);
  const { generation } = metadataFields(pod);
  const conditions = conditionsOf(pod, { containers, phase, missing }).map(
    (content): JsonObject => ({
      ...timedCondition(conditionOf(pod, content.type), content, now),
      lastProbeTime: null,
      ...(generation !== undefined && { observedGeneration: generation }),
    }),
  );
  const ownTypes = new Set(conditions.map(({ type }) => scalarText(type)));
  const others = objectsAt(pod, 'status.conditions').filter(({ type }) => !ownTypes.has(scalarText(type)));
  const startTime = fieldAt(pod, 'status.startTime') ?? now;
  const initContainers = objectsAt(pod, 'spec.initContainers').map((container) => {
    const waiting = waitingState(pod, container, missing);
    if (waiting !== undefined) return waitingStatus(container, waiting);
    return initContainerStatus(container, scalarText(startTime));
  });
  const address = missing.volume === undefined ? podIP : undefined;
  return withFields(fieldsAt(pod, 'status'), {
    observedGeneration: generation,
    phase,
    message: nothingRuns,
    conditions: [...conditions, ...others],
    hostIP,
    hostIPs: [{ ip: hostIP }],
    podIP: address,
    podIPs: address === undefined ? undefined : [{ ip: address }],
    startTime,
    initContainerStatuses: initContainers.length === 0 ? undefined : initContainers,
    containerStatuses: containers,
  });
}

function phaseOf(pod: JsonObject, containers: readonly JsonObject[]): string {
  const policy = textAt(pod, 'spec.restartPolicy') || 'Always';
  const isEnding = isDeleting(pod);
  const codes = containers.map((status) => numberAt(status, 'state.terminated.exitCode'));
  if (containers.some((status) => isUnstarted(status))) return 'Pending';
  if (containers.length === 0 || codes.includes(undefined)) return 'Running';
  const hasFailed = codes.some((code) => code !== 0);
  if (isEnding || policy === 'Never') return hasFailed ? 'Failed' : 'Succeeded';
  return policy === 'OnFailure' && !hasFailed ? 'Succeeded' : 'Running';
}

function isUnstarted({ state, lastState }: JsonObject): boolean {
  return fieldAt(state, 'waiting') !== undefined && fieldAt(lastState, 'terminated') === undefined;
}

function conditionsOf(
  pod: JsonObject,
  {
    containers,
    phase,
    missing,
  }: { readonly containers: readonly JsonObject[]; readonly phase: string; readonly missing: MissingReferences },
): readonly ConditionContent[] {
  const uninitialized = objectsAt(pod, 'spec.initContainers')
    .filter((container) => waitingState(pod, container, missing) !== undefined)
    .map(({ name }) => scalarText(name));
  const hasEnded = phase === 'Succeeded' || phase === 'Failed';
  const unready = containers.filter(({ ready }) => ready !== true).map(({ name }) => scalarText(name));
  const ending = hasEnded
    ? { reason: phase === 'Succeeded' ? 'PodCompleted' : 'PodFailed' }
    : { reason: 'ContainersNotReady', message: `containers with unready status: [${unready.join(' ')}]` };
  const areReady = !hasEnded && unready.length === 0;
  const gate = objectsAt(pod, 'spec.readinessGates')
    .map(({ conditionType }) => scalarText(conditionType))
    .find((type) => conditionOf(pod, type)?.status !== 'True');
  const gated = {
    reason: 'ReadinessGatesNotReady',
    message: `corresponding condition of pod readiness gate "${gate ?? ''}" does not exist.`,
  };
  const isPodReady = areReady && gate === undefined;
  return [
    { type: 'PodReadyToStartContainers', status: hasEnded || missing.volume !== undefined ? 'False' : 'True' },
    uninitialized.length === 0
      ? { type: 'Initialized', status: 'True', ...(phase === 'Succeeded' && { reason: 'PodCompleted' }) }
      : {
          type: 'Initialized',
          status: 'False',
          reason: 'ContainersNotInitialized',
          message: `containers with incomplete status: [${uninitialized.join(' ')}]`,
        },
    { type: 'Ready', status: isPodReady ? 'True' : 'False', ...(!areReady ? ending : gate === undefined ? {} : gated) },
    { type: 'ContainersReady', status: areReady ? 'True' : 'False', ...(!areReady && ending) },
    { type: 'PodScheduled', status: 'True' },
  ];
}
