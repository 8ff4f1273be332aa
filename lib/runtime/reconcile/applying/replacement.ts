// In: a child that the server refuses to change. Out: the child deleted, to be recreated when it is gone, if the policy
// of its kind allows that and no data is lost; otherwise an error with the remedy. Called when an apply has failed.
//
// In this order, so that the next reconcile continues after an interruption at any step. Nothing is changed before the
// server has accepted a copy of the new child. Claims are large enough before their StatefulSet is deleted. A deleted
// child is applied as if it had never existed.

import {
  formatObjectKey,
  isJsonObject,
  isProtectedKind,
  type Kind,
  type KubernetesObject,
  type StoredObject,
} from '../../../api/index.ts';
import { ApiError, isForbidden, isInvalid } from '../../../client/index.ts';
import { claimTemplates, deletesItsClaims, isStatefulSet, type WhenImmutable } from '../../../constructs/index.ts';
import type { Child } from '../../../render/index.ts';
import { childDifferences } from '../comparison/difference.ts';
import { addReplacementFinalizer } from '../finalization/replacement-finalizer.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import { ChildRefusalError } from './child-refusal-error.ts';
import { growClaims, refuseShrinking } from './claim-growth.ts';
import type { ImmutableField } from './immutability.ts';
import { isCountedTwiceByQuota, trialCopy } from './trial-copy.ts';

/** A child as it is, and the change that was refused. */
export interface RefusedChange {
  readonly child: Child;
  readonly live: StoredObject;
  readonly fields: readonly ImmutableField[];
  readonly cause: ApiError;
}

/**
 * Deletes a child that can't be changed.
 *
 * @returns the time that the deletion has to wait, because of the deletion limits, in milliseconds; 0 if it is done.
 * @throws ChildRefusalError if the policy is to report, the kind holds data, or its claims can't grow. Also if the new
 *   child wouldn't adopt the orphaned objects, or the server would refuse it.
 * @throws StaleResourceError if its turn has come and the resource has changed since the child was rendered.
 * @throws what the client throws; a conflict if the child has changed since it was read.
 */
export async function replaceChild(refused: RefusedChange, run: ReconcileRun): Promise<number> {
  const { child, live } = refused;
  const { client, freshness, resource, scope, signal, turns } = run;
  const policy = scope.controller.policy(child.kind).whenImmutable;
  if (policy === 'report') throw refusalError(refused, run, reportRemedy(child.kind));
  if (isProtectedKind(child.kind)) {
    throw refusalError(
      refused,
      run,
      'its kind holds data and is never recreated: replace it by hand, or undo the change',
    );
  }
  const isOrphaning = policy === 'orphan-and-recreate';
  const harm = harmToData(refused, policy) ?? (isOrphaning ? harmToPods(refused, run) : undefined);
  if (harm !== undefined) throw refusalError(refused, run, harm);
  await tryOutCopy(refused, run);
  const waitMs = turns.waitMs(live.metadata.uid);
  if (waitMs > 0) return waitMs;
  await freshness.confirm();
  if (isOrphaning && isStatefulSet(child.kind)) {
    refuseShrinking(child, scope.cache);
    await growClaims(child, run);
    await addReplacementFinalizer(run);
  }
  const { uid, resourceVersion } = live.metadata;
  const propagationPolicy = isOrphaning ? 'Orphan' : 'Foreground';
  await client.delete(child.kind, child.key, { uid, resourceVersion, propagationPolicy, signal });
  scope.journal.childRecreated(resource, live);
  return 0;
}

/**
 * Returns the error for an object without a controller that can't become a child: it would have to be replaced, and
 * isn't ours.
 */
export function replacementRefusal(refused: RefusedChange, run: ReconcileRun): ChildRefusalError {
  return refusalError(
    refused,
    run,
    'it has no controller yet and stays as it is: delete it by hand, or undo the change',
  );
}

/** Has the server validate a copy under an unused name: a deletion wouldn't fix an error in it. */
async function tryOutCopy(refused: RefusedChange, run: ReconcileRun): Promise<void> {
  const { child, live } = refused;
  const { client, scope, signal } = run;
  try {
    await client.create(child.kind, trialCopy(child.object, live), {
      dryRun: true,
      fieldManager: scope.fieldManager,
      signal,
    });
  } catch (error) {
    const isRefused = ApiError.is(error) && (isInvalid(error) || isForbidden(error) || error.status === 400);
    if (!isRefused) throw error;
    if (isCountedTwiceByQuota(error, live)) return;
    const causes = error.causes.map(({ field = '', message = '' }) => `${field}: ${message}`).join('; ');
    throw refusalError(
      refused,
      run,
      `it isn't replaced, because a new one would be refused, too: ${causes === '' ? error.serverMessage : causes}`,
    );
  }
}

function refusalError(refused: RefusedChange, run: ReconcileRun, remedy: string): ChildRefusalError {
  const { child, fields, cause } = refused;
  const title = `${child.kind.kind} ${formatObjectKey(child.key)}`;
  const rejections = fields.map(({ path, words }) => `${path}: ${words}`).join('; ');
  const changed = changedPaths(refused, run).join(', ');
  return new ChildRefusalError(
    'ChildImmutable',
    `${title} can't be changed in ${changed}: the API server says ${rejections}; ${remedy}`,
    { cause },
  );
}

function changedPaths({ child, live }: RefusedChange, { scope: { fieldManager } }: ReconcileRun) {
  return childDifferences(live, child.object, { fieldManager }).map(({ path }) => path);
}

/**
 * Returns how a replacement would harm the data of a StatefulSet's pods, with the remedy; undefined if the new pods
 * have the same data.
 */
function harmToData({ child, live }: RefusedChange, policy: WhenImmutable): string | undefined {
  if (!isStatefulSet(child.kind)) return undefined;
  const wanted = claimTemplates(child.object).map(({ name }) => name);
  const left = claimTemplates(live).filter(({ name }) => !wanted.includes(name));
  if (left.length > 0) {
    const names = left.map(({ name }) => name).join(', ');
    return `its pods would begin without the data in ${names}: keep these claim templates, or replace it by hand`;
  }
  if (policy !== 'recreate' || !deletesItsClaims(child.kind, live)) return undefined;
  return 'the volume claims of its pods would be deleted with it: set `orphan-and-recreate`, or undo the change';
}

/**
 * Returns how a replacement would harm the pods of a workload, with the remedy; undefined if they are adopted again.
 */
function harmToPods(refused: RefusedChange, run: ReconcileRun): string | undefined {
  const { child, live } = refused;
  if (child.kind.group === 'batch') {
    return "it wouldn't adopt the pods that it leaves behind, which continue to run: set `recreate`";
  }
  if (child.kind.group !== 'apps') return undefined;
  if (changedPaths(refused, run).some((path) => path.startsWith('spec.selector'))) {
    return "with another selector it wouldn't adopt what it leaves behind: delete it by hand, or undo the change";
  }
  const [present, wanted] = [replicasOf(live), replicasOf(child.object)];
  if (wanted === undefined && typeof present === 'number' && present !== 1) {
    return `recreated it would have 1 replica, for the ${present} that it has are not rendered: render \`replicas\``;
  }
  return undefined;
}

function replicasOf({ spec }: KubernetesObject): unknown {
  return isJsonObject(spec) ? spec.replicas : undefined;
}

function reportRemedy(kind: Kind): string {
  const policies = isStatefulSet(kind) ? 'orphan-and-recreate, which keeps its pods and data, or recreate' : 'recreate';
  return `undo the change, delete it by hand, or set \`whenImmutable\` in \`owns\` (${policies})`;
}
