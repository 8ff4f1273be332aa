// In: a child as rendered, and its object in the cache. Out: the child applied, with the server's response noted in
// `live`. An object of another owner stays as it is and is reported, or is adopted. A child that can't be changed is
// replaced if the policy of its kind allows that. Called by the reconcile for each child, in order.

import { hash } from 'node:crypto';
import {
  formatObjectAddress,
  formatObjectKey,
  groupVersionKind,
  type KubernetesObject,
  objectKey,
  type StoredObject,
} from '../../../api/index.ts';
import { ApiError, isKindMissing, isKindTerminating } from '../../../client/index.ts';
import { type Child, controllerOf } from '../../../render/index.ts';
import type { LiveDifference } from '../comparison/comparison.ts';
import { childDifferences } from '../comparison/difference.ts';
import { isBeingReplaced, isRecreatedAroundPods } from '../finalization/replacement-finalizer.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import { growClaims } from './claim-growth.ts';
import { createChild } from './create-child.ts';
import { withHandedOverFields } from './handed-over-field.ts';
import { immutableFields } from './immutability.ts';
import type { Outcome } from './outcome.ts';
import { replaceChild, replacementRefusal } from './replacement.ts';

/**
 * Applies a child if it differs from the observed object. Children are applied in order: an absent child is created only
 * when the children that it waits for are ready.
 *
 * A stale cache does no harm. A child that seems to be absent is only ever created, so an object that has its name
 * stays as it is and is reported. A child that exists is applied by its uid, so its successor stays as it is.
 *
 * @throws what the client throws, StaleResourceError and ChildRefusalError; the next reconcile applies the children after
 *   the failing one.
 */
export async function applyChild(child: Child, run: ReconcileRun): Promise<Outcome> {
  const { live, postponements } = run;
  const { isThirdParty, permanentDifferences } = run.scope;
  try {
    const untouched = outcomeWithoutWrite(child, run);
    if (untouched !== undefined) return untouched;
    const before = live.get(child);
    let outcome: Outcome;
    if (before === undefined) {
      const response = await createCurrentChild(child, run);
      // An object that the cache doesn't show has its name: `live` shows it from now on.
      if (response === undefined) return await applyChild(child, run);
      permanentDifferences.learn(child.object, undefined, response);
      // Names may differ at each render.
      outcome = { type: 'written', places: [`${child.kind.kind}: made`] };
    } else {
      outcome = await changeChild(child, before, run);
    }
    if (outcome.type === 'recreated') postponements.noteDeletion(child);
    const isDone = outcome.type === 'as-rendered' || outcome.type === 'written';
    if (isDone && isRecreatedAroundPods(child.kind, run)) {
      await growClaims(child, run);
    }
    return outcome;
  } catch (error) {
    // Its definition has just been deleted or is being deleted, and the cache doesn't know it yet.
    if (!isThirdParty(child.kind) || !(isKindMissing(error) || isKindTerminating(error))) throw error;
    return { type: 'kind-unavailable', listState: 'not-served' };
  }
}

/**
 * Creates a child. One that was created for the same cached state of the resource before is created only if the resource
 * is current: the garbage collector deletes each child of a resource that is gone.
 *
 * @throws StaleResourceError if it isn't.
 */
async function createCurrentChild(child: Child, run: ReconcileRun): Promise<StoredObject | undefined> {
  const { freshness, resource } = run;
  const { created } = run.scope;
  const [addresses, address] = [created.get(resource) ?? new Set<string>(), formatObjectAddress(child)];
  if (addresses.has(address)) await freshness.confirm();
  const response = await createChild(child, run);
  if (response !== undefined) created.set(resource, addresses.add(address));
  return response;
}

/** Returns the outcome for a child that can be neither created nor changed now; undefined if it can. */
function outcomeWithoutWrite(child: Child, run: ReconcileRun): Outcome | undefined {
  const { live, postponements, resource } = run;
  const own = live.ownedObject(child);
  const before = own ?? live.get(child);
  const other = own === undefined && before !== undefined && !isAdoptable(before, child, run) ? before : undefined;
  const conflict = other && childConflict(child, other, resource);
  if (conflict !== undefined) return { type: 'child-conflict', message: conflict };
  // A child that the cache can't show may exist: it stays as it is.
  const listState = run.scope.cache.listState(child.kind, child.key.namespace);
  if (listState !== 'listed') return { type: 'kind-unavailable', listState };
  // An object that is being deleted can't be restored, and an object of an earlier resource can't be used: their
  // deletion causes the next reconcile.
  if (other !== undefined || before?.metadata.deletionTimestamp !== undefined) return { type: 'terminating' };
  const message = before !== undefined || isBeingReplaced(child, run) ? undefined : postponements.reasonFor(child);
  return message === undefined ? undefined : { type: 'postponed', message };
}

/** Returns true if an object under a child's name can be adopted: it isn't being deleted, and has no controller. */
function isAdoptable({ metadata }: StoredObject, { kind }: Child, { scope }: ReconcileRun): boolean {
  const isFree = controllerOf({ metadata }) === undefined && metadata.deletionTimestamp === undefined;
  return isFree && scope.controller.policy(kind).whenUncontrolled === 'adopt';
}

/**
 * Applies a child over an object that the resource controls, or may adopt. The apply is bound to that object: one that is
 * to be adopted must not have changed.
 *
 * @throws what the client throws, and ChildRefusalError if the child can't be changed and isn't replaced.
 */
async function changeChild(rendered: Child, before: StoredObject, run: ReconcileRun): Promise<Outcome> {
  const { live, resource, signal } = run;
  const { fieldManager, journal, repeatedConflicts, permanentDifferences } = run.scope;
  const change = await neededChange(rendered, before, run);
  if ('type' in change) return change;
  const { child, differences, isReporting } = change;
  const isAdopted = live.ownedObject(child) === undefined;
  let response = before;
  try {
    // The server drops a map that loses its last field of ours, even if it is rendered empty: then a second apply
    // restores it.
    for (let isOpen = true, applyCount = 0; isOpen && applyCount < 2; applyCount++) {
      const previous = response;
      const options = { fieldManager, force: !isReporting, signal };
      response = await run.client.apply(child.kind, boundObject(change, previous, resource), options);
      live.noteWrite(response);
      if (!isSameVersion(response, previous)) journal.objectWritten(objectKey(resource), response);
      isOpen = permanentDifferences.learn(child.object, previous, response);
    }
  } catch (error) {
    return await afterRefusal(error, change, run);
  }
  if (!isReporting && change.isTaking) repeatedConflicts.recordForcedApply(before, change.digest);
  if (isSameVersion(response, before)) return { type: 'as-rendered' };
  if (isAdopted) journal.childAdopted(resource, response);
  const title = `${child.kind.kind} ${formatObjectKey(child.key)}`;
  return { type: 'written', places: differences.map(({ path }) => `${title}: ${path}`) };
}

/** A child that differs from the observed object, and the manner of its apply. */
interface Change {
  readonly rendered: Child;
  readonly before: StoredObject;
  /** As rendered, with the present values of fields that are handed over. */
  readonly child: Child;
  readonly differences: readonly LiveDifference[];
  /** Of the child's object. */
  readonly digest: string;
  /** True if the apply takes fields that are handed over. */
  readonly isTaking: boolean;
  /** True if another manager took such fields back each time, and keeps them for now. */
  readonly isRepeated: boolean;
  /** True if fields of other managers are reported. False if they are taken. */
  readonly isReporting: boolean;
  /** True if the API server is to refuse the apply when the child has changed: the apply repeats observed values. */
  readonly isLocked: boolean;
}

/** Returns the change that a child needs, or the outcome if it needs none or is known to conflict. */
async function neededChange(rendered: Child, before: StoredObject, run: ReconcileRun): Promise<Change | Outcome> {
  const { controller, fieldConflicts, fieldManager, repeatedConflicts } = run.scope;
  const { whenConflicting, handsOver } = controller.policy(rendered.kind);
  const child = { ...rendered, object: withHandedOverFields(rendered.object, before, { fieldManager }, handsOver) };
  const differences = await differencesOf(child, before, run);
  if (differences.length === 0) return { type: 'as-rendered' };
  const digest = hash('sha256', JSON.stringify(child.object), 'base64');
  const taken = differences.filter(({ reason, path }) => reason === 'unowned' && handsOver.includes(path));
  const isRepeated = taken.length === differences.length && repeatedConflicts.isRepeated(before, digest);
  const isReporting = whenConflicting === 'report' || isRepeated;
  const known = isReporting ? fieldConflicts.knownMessage(before, child, differences) : undefined;
  if (known !== undefined) return { type: 'field-conflict', message: known };
  const isLocked = child.object !== rendered.object;
  const isTaking = taken.length > 0;
  return { rendered, before, child, differences, digest, isTaking, isRepeated, isReporting, isLocked };
}

/** The object of an apply over another: by uid, and by version if that one must not have changed. */
function boundObject(
  { child: { object }, isLocked }: Change,
  before: StoredObject,
  resource: StoredObject,
): KubernetesObject {
  const isOwn = controllerOf(before)?.uid === resource.metadata.uid;
  const { uid, resourceVersion } = before.metadata;
  return { ...object, metadata: { ...object.metadata, uid, ...((isLocked || !isOwn) && { resourceVersion }) } };
}

function isSameVersion({ metadata }: StoredObject, other: StoredObject): boolean {
  return metadata.resourceVersion === other.metadata.resourceVersion;
}

/** Reports a field conflict, or replaces a child that can't be changed. */
async function afterRefusal(error: unknown, change: Change, run: ReconcileRun): Promise<Outcome> {
  const { before, child, isReporting, rendered } = change;
  const message = isReporting ? run.scope.fieldConflicts.learnConflict(error, change) : undefined;
  if (message !== undefined) return { type: 'field-conflict', message };
  const fields = immutableFields(error);
  if (fields === undefined || !ApiError.is(error)) throw error;
  const refused = { child: rendered, live: before, fields, cause: error };
  if (run.live.ownedObject(child) === undefined) throw replacementRefusal(refused, run);
  const waitMs = await replaceChild(refused, run);
  return waitMs === 0 ? { type: 'recreated' } : { type: 'deletion-waiting', waitMs };
}

/** Returns the places at which a child isn't as rendered, as far as an apply may fix them. */
async function differencesOf(
  { kind, object }: Child,
  before: StoredObject,
  { scope, signal }: ReconcileRun,
): Promise<readonly LiveDifference[]> {
  const { fieldManager, permanentDifferences, shapes } = scope;
  const found = childDifferences(before, object, { fieldManager }, shapes.of(object));
  if (found.length === 0 || permanentDifferences.has(before, object, found)) return [];
  if (!(await shapes.learn(kind, signal))) return found;
  return childDifferences(before, object, { fieldManager }, shapes.of(object));
}

/**
 * Returns why `live`, found under a child's name, can't become that child, with the remedy. Undefined if no decision is
 * needed: the resource controls it, or an earlier resource of the same name did and it will be deleted.
 */
export function childConflict(child: Child, live: StoredObject, resource: StoredObject): string | undefined {
  const controller = controllerOf(live);
  const title = `${child.kind.kind} ${formatObjectKey(child.key)}`;
  if (controller === undefined) {
    return `${title} exists and is not controlled by this resource: delete or rename it, or rename the resource`;
  }
  const isOfThisName =
    controller.kind === resource.kind &&
    groupVersionKind(controller).group === groupVersionKind(resource).group &&
    controller.name === resource.metadata.name;
  return isOfThisName
    ? undefined
    : `${title} exists and belongs to ${controller.kind} ${controller.name}: rename one of the two`;
}
