// In: a Deployment and its ReplicaSets. Out: its status, with its conditions. Called by rollouts.

import type { JsonObject } from '../../../../../api/index.ts';
import { metadataFields, metadataText, omittedIfZero } from '../../../../../built-in/index.ts';
import { timestamp } from '../../../../../clock/index.ts';
import { numberAt, objectsAt, scalarText, sumAt, timeAt, withFields } from '../../../../../schema/index.ts';
import { type ConditionContent, conditionOf } from '../../../condition.ts';
import { rolloutLimits } from './rollout-limit.ts';

/** A Deployment, its ReplicaSets and the time. */
export interface RolloutState {
  readonly deployment: JsonObject;
  readonly sets: readonly JsonObject[];
  /** The ReplicaSet of the template; undefined if it is absent. */
  readonly current: JsonObject | undefined;
  readonly nowMs: number;
}

/** Returns the status of a Deployment with the condition Available; its condition Progressing stays. */
export function countedStatus({ deployment, sets, current, nowMs }: RolloutState): JsonObject {
  const { replicas, maxUnavailable } = rolloutLimits(deployment);
  const available = sumAt(sets, 'status.availableReplicas');
  const isAvailable = available >= replicas - maxUnavailable;
  const content: ConditionContent = isAvailable
    ? {
        type: 'Available',
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      }
    : {
        type: 'Available',
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      };
  const status: JsonObject = withFields(
    {},
    {
      observedGeneration: metadataFields(deployment).generation,
      replicas: omittedIfZero(sumAt(sets, 'status.replicas')),
      updatedReplicas: omittedIfZero(numberAt(current, 'status.replicas') ?? 0),
      readyReplicas: omittedIfZero(sumAt(sets, 'status.readyReplicas')),
      availableReplicas: omittedIfZero(available),
      unavailableReplicas: omittedIfZero(Math.max(0, sumAt(sets, 'spec.replicas') - available)),
      terminatingReplicas: sumAt(sets, 'status.terminatingReplicas'),
      collisionCount: numberAt(deployment, 'status.collisionCount'),
      conditions: objectsAt(deployment, 'status.conditions'),
    },
  );
  return withDeploymentCondition(status, content, nowMs);
}

/** Returns a status with a condition, which moves to the end of the list if its status or reason changes. */
export function withDeploymentCondition(status: JsonObject, content: ConditionContent, nowMs: number): JsonObject {
  const present = conditionOf({ status }, content.type);
  if (present?.status === content.status && present.reason === content.reason) return status;
  return withUpdatedCondition(status, content, nowMs);
}

/** Returns a status with a condition at the end of the list, updated now. */
function withUpdatedCondition(status: JsonObject, content: ConditionContent, nowMs: number): JsonObject {
  const now = timestamp(nowMs);
  const present = conditionOf({ status }, content.type);
  const lastTransitionTime = present?.status === content.status ? (present.lastTransitionTime ?? now) : now;
  const { type, status: value, reason = '', message = '' } = content;
  const condition = { type, status: value, lastUpdateTime: now, lastTransitionTime, reason, message };
  return { ...status, conditions: [...withoutCondition(status, content.type), condition] };
}

/** Returns the conditions of a status but for one. */
function withoutCondition(status: JsonObject, type: string): readonly JsonObject[] {
  return objectsAt({ status }, 'status.conditions').filter((condition) => condition.type !== type);
}

/** Returns true if all pods are new and available, and the spec is the one that was counted. */
export function isComplete(deployment: JsonObject, status: JsonObject): boolean {
  const { replicas } = rolloutLimits(deployment);
  return (
    ['replicas', 'updatedReplicas', 'availableReplicas'].every(
      (field) => (numberAt(status, field) ?? 0) === replicas,
    ) && (numberAt(status, 'observedGeneration') ?? 0) >= (numberAt(deployment, 'metadata.generation') ?? 0)
  );
}

/** The time without progress after which a rollout has failed; undefined if it never fails. */
export function progressDeadlineMs(deployment: JsonObject): number | undefined {
  const seconds = numberAt(deployment, 'spec.progressDeadlineSeconds') ?? 600;
  return seconds >= 2 ** 31 - 1 ? undefined : seconds * 1_000;
}

/** Returns the status of a rollout with the condition Progressing. */
export function progressedStatus({ deployment, current, nowMs }: RolloutState, counted: JsonObject): JsonObject {
  if (progressDeadlineMs(deployment) === undefined)
    return { ...counted, conditions: withoutCondition(counted, 'Progressing') };
  const present = conditionOf(deployment, 'Progressing');
  const areAllNew = numberAt(counted, 'replicas') === numberAt(counted, 'updatedReplicas');
  if (areAllNew && present?.reason === 'NewReplicaSetAvailable') return counted;
  const subject =
    current === undefined
      ? `Deployment "${metadataText(deployment, 'name')}"`
      : `ReplicaSet "${metadataText(current, 'name')}"`;
  if (isComplete(deployment, counted)) {
    const message = `${subject} has successfully progressed.`;
    const content = { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable', message } as const;
    return withDeploymentCondition(counted, content, nowMs);
  }
  if (hasProgressed(deployment, counted)) {
    const message = `${subject} is progressing.`;
    const content = { type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated', message } as const;
    return withUpdatedCondition(counted, content, nowMs);
  }
  const deadline = deadlineMs(deployment, counted);
  if (deadline === undefined || deadline >= nowMs) return counted;
  const message = `${subject} has timed out progressing.`;
  const content = { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', message } as const;
  return withDeploymentCondition(counted, content, nowMs);
}

function hasProgressed(deployment: JsonObject, counted: JsonObject): boolean {
  const before = (field: string) => numberAt(deployment, `status.${field}`) ?? 0;
  const after = (field: string) => numberAt(counted, field) ?? 0;
  return (
    after('replicas') - after('updatedReplicas') < before('replicas') - before('updatedReplicas') ||
    ['updatedReplicas', 'readyReplicas', 'availableReplicas'].some((field) => after(field) > before(field))
  );
}

/** Returns the time at which a rollout has failed; undefined if it has ended, or never fails. */
export function deadlineMs(deployment: JsonObject, status: JsonObject): number | undefined {
  const limitMs = progressDeadlineMs(deployment);
  const present = conditionOf({ status }, 'Progressing');
  const isRolloutEnded = ['NewReplicaSetAvailable', 'ProgressDeadlineExceeded'].includes(scalarText(present?.reason));
  if (limitMs === undefined || present === undefined || isRolloutEnded) return undefined;
  return (timeAt(present, 'lastUpdateTime') ?? 0) + limitMs;
}

/** Returns a status with the failure of a ReplicaSet to create pods. */
export function failedStatus({ sets, current, nowMs }: RolloutState, status: JsonObject): JsonObject {
  const failure = [...(current === undefined ? [] : [current]), ...sets]
    .map((set) => conditionOf(set, 'ReplicaFailure'))
    .find((condition) => condition !== undefined);
  if (failure === undefined) return { ...status, conditions: withoutCondition(status, 'ReplicaFailure') };
  const content: ConditionContent = {
    type: 'ReplicaFailure',
    status: 'True',
    reason: scalarText(failure.reason),
    message: scalarText(failure.message),
  };
  return withDeploymentCondition(status, content, nowMs);
}
