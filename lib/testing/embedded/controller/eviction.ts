// In: a request to evict a pod. Out: its deletion, or the refusal of a budget. Called by the API server.

import type { JsonObject } from '../../../api/index.ts';
import { isDeleting, metadataText } from '../../../built-in/index.ts';
import { fieldsAt, numberAt, objectsAt } from '../../../schema/index.ts';
import { budgets, pods } from '../collection.ts';
import { timedCondition, withCondition } from '../condition.ts';
import { isPodEnded, isPodReady } from '../pod.ts';
import { type EmbeddedRequest, jsonResponse, type WholeResponse } from '../request.ts';
import { badRequest, StatusError } from '../status-error.ts';
import { bodyObject } from '../write/decoded-body.ts';
import type { BudgetController } from './budget-controller.ts';
import type { ClusterAccess } from './cluster-access.ts';

/** Evicts a pod if its budget allows that. @throws StatusError if the budget doesn't. */
export async function evictPod(
  access: ClusterAccess,
  budgetController: BudgetController,
  pod: JsonObject,
  { body, contentType, method }: EmbeddedRequest,
): Promise<WholeResponse> {
  if (method !== 'POST') throw badRequest('the eviction subresource has the verb create only');
  const eviction = body === '' ? {} : bodyObject({ body, contentType }, 'Eviction');
  const dryRun = fieldsAt(eviction, 'deleteOptions').dryRun;
  const podBudgets = budgetController.budgetsOf(pod);
  if (podBudgets.length > 1) {
    const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    throw new StatusError({ code: 500, reason: 'InternalError', message });
  }
  const [budget] = podBudgets;
  const isCounted = !isPodEnded(pod) && !isDeleting(pod) && isPodReady(pod);
  if (budget !== undefined && isCounted) await spend(access, budget, pod);
  if (dryRun === undefined) await evict(access, pod, numberAt(eviction, 'deleteOptions.gracePeriodSeconds'));
  return jsonResponse(
    { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 },
    { status: 201 },
  );
}

async function spend(access: ClusterAccess, budget: JsonObject, pod: JsonObject): Promise<void> {
  const allowed = numberAt(budget, 'status.disruptionsAllowed') ?? 0;
  if (allowed <= 0) throw refused(budget);
  await access.updateStatus(budgets, budget, {
    ...fieldsAt(budget, 'status'),
    disruptionsAllowed: allowed - 1,
    disruptedPods: { ...fieldsAt(budget, 'status.disruptedPods'), [metadataText(pod, 'name')]: access.now },
  });
}

function refused(budget: JsonObject): StatusError {
  const [name, desired, current] = [
    metadataText(budget, 'name'),
    numberAt(budget, 'status.desiredHealthy') ?? 0,
    numberAt(budget, 'status.currentHealthy') ?? 0,
  ];
  const message = `The disruption budget ${name} needs ${desired} healthy pods and has ${current} currently`;
  return new StatusError({
    code: 429,
    reason: 'TooManyRequests',
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: { causes: [{ reason: 'DisruptionBudget', message }] },
  });
}

async function evict(access: ClusterAccess, pod: JsonObject, graceSeconds: number | undefined): Promise<void> {
  const content = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  } as const;
  const marked = await access.updateStatus(pods, pod, {
    ...fieldsAt(pod, 'status'),
    conditions: withCondition(objectsAt(pod, 'status.conditions'), timedCondition(undefined, content, access.now)),
  });
  if (marked !== undefined) await access.remove(pods, marked, graceSeconds === undefined ? {} : { graceSeconds });
}
