// In: a request to evict a pod. Out: its deletion, or the refusal of a budget. Called by the API server.

import type { JsonObject } from '../../../api/index.ts';
import { isDeleting, metadataText, withMetadata } from '../../../built-in/index.ts';
import { fieldsAt, listOf, numberAt, objectsAt, textAt } from '../../../schema/index.ts';
import { budgets, pods } from '../collection.ts';
import { timedCondition, withCondition } from '../condition.ts';
import { isPodEnded, isPodReady } from '../pod.ts';
import { type EmbeddedRequest, jsonResponse, type Requester, type WholeResponse } from '../request.ts';
import type { ServerState } from '../server-state.ts';
import { badRequest, noSuchResource, StatusError } from '../status-error.ts';
import { bodyObject } from '../write/decoded-body.ts';
import { assertPreconditions } from '../write/object-delete.ts';
import { admitMutation, admitValidation } from '../write/write-admission.ts';
import { writeQuery } from '../write/write-query.ts';
import type { BudgetController } from './budget-controller.ts';
import type { ClusterAccess } from './cluster-access.ts';

/** An eviction that admission lets pass. */
interface AdmittedEviction {
  readonly eviction: JsonObject;
  readonly isDryRun: boolean;
}

/** Returns the eviction of a request, with the changes of admission. @throws StatusError if it names another pod. */
export async function admittedEviction(
  state: ServerState,
  pod: JsonObject,
  { body, contentType, method, query, userAgent, requester }: EmbeddedRequest & { readonly requester: Requester },
): Promise<AdmittedEviction> {
  if (method !== 'POST') throw badRequest('the eviction subresource has the verb create only');
  const type = state.registry.ofKind('v1', 'Pod');
  if (type === undefined) throw noSuchResource();
  const [name, namespace] = [metadataText(pod, 'name'), metadataText(pod, 'namespace')];
  const written = bodyObject({ body, contentType }, 'Eviction');
  const options = writeQuery(query, 'CreateOptions', userAgent);
  const target = { type, namespace, name, subresource: 'eviction', options, requester };
  const write = { operation: 'CREATE', oldObject: undefined } as const;
  const eviction = await admitMutation(state, target, { ...write, object: withMetadata(written, { namespace }) });
  if (metadataText(eviction, 'name') !== name) throw badRequest('name in URL does not match name in Eviction object');
  await admitValidation(state, target, { ...write, object: eviction });
  return { eviction, isDryRun: options.isDryRun };
}

/**
 * Evicts a pod if its budget allows that.
 *
 * @throws StatusError if the budget doesn't, or the pod isn't the one that the request names.
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/
 */
export async function evictPod(
  access: ClusterAccess,
  budgetController: BudgetController,
  pod: JsonObject,
  { eviction, isDryRun: isDryRequest }: AdmittedEviction,
): Promise<WholeResponse> {
  const options = fieldsAt(eviction, 'deleteOptions');
  const isDryRun = isDryRequest || listOf(options.dryRun).length > 0;
  const preconditions = fieldsAt(options, 'preconditions');
  const [uid, resourceVersion] = ['uid', 'resourceVersion'].map((name) => textAt(preconditions, name) || undefined);
  assertPreconditions({ group: '', kind: 'Pod' }, pod, { uid, resourceVersion });
  const budget = isAlwaysEvicted(pod) ? undefined : soleBudget(budgetController.budgetsOf(pod));
  if (budget !== undefined && !isUnguarded(pod, budget)) await spend(access, budget, { pod, isDryRun });
  if (!isDryRun) await evict(access, pod, numberAt(options, 'gracePeriodSeconds'));
  return jsonResponse(
    { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 },
    { status: 201 },
  );
}

/** A pod that doesn't run needs no budget. */
function isAlwaysEvicted(pod: JsonObject): boolean {
  return isPodEnded(pod) || isDeleting(pod) || textAt(pod, 'status.phase') === 'Pending';
}

function soleBudget(found: readonly JsonObject[]): JsonObject | undefined {
  if (found.length < 2) return found[0];
  const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
  throw new StatusError({ code: 500, reason: 'InternalError', message });
}

/** Returns true for an unready pod that the budget lets go: always, or while there are enough healthy pods. */
function isUnguarded(pod: JsonObject, budget: JsonObject): boolean {
  if (isPodReady(pod)) return false;
  if (textAt(budget, 'spec.unhealthyPodEvictionPolicy') === 'AlwaysAllow') return true;
  const { desired, current } = healthyCounts(budget);
  return desired > 0 && current >= desired;
}

async function spend(
  access: ClusterAccess,
  budget: JsonObject,
  { pod, isDryRun }: { readonly pod: JsonObject; readonly isDryRun: boolean },
): Promise<void> {
  const allowed = numberAt(budget, 'status.disruptionsAllowed') ?? 0;
  if (allowed <= 0) throw refused(budget);
  if (isDryRun) return;
  await access.updateStatus(budgets, budget, {
    ...fieldsAt(budget, 'status'),
    disruptionsAllowed: allowed - 1,
    disruptedPods: { ...fieldsAt(budget, 'status.disruptedPods'), [metadataText(pod, 'name')]: access.now },
  });
}

function healthyCounts(budget: JsonObject) {
  return {
    desired: numberAt(budget, 'status.desiredHealthy') ?? 0,
    current: numberAt(budget, 'status.currentHealthy') ?? 0,
  };
}

function refused(budget: JsonObject): StatusError {
  const name = metadataText(budget, 'name');
  const { desired, current } = healthyCounts(budget);
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
