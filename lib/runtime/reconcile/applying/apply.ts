// In: the children as rendered, and their objects in the cache. Out: the children applied, with the server's answers
// noted in `live`. An object of another owner stays as it is and is reported, or is adopted. A child that can't be
// changed is replaced if the policy of its kind allows that. Called by the reconcile.

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
import { isStatefulSet } from '../../../constructs/index.ts';
import { type Child, controllerOf } from '../../../render/index.ts';
import type { FieldDifference } from '../comparison/comparison.ts';
import { difference } from '../comparison/difference.ts';
import { isHeldFor } from '../finalization/hold.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import type { LiveObjects } from '../rendering/live.ts';
import type { RenderedResource } from '../rendering/rendered-resource.ts';
import { growClaims } from './claim-growth.ts';
import { createChild } from './create-child.ts';
import { withHandedOver } from './handed-over.ts';
import { immutableFields } from './immutability.ts';
import type { ChildOutcome, Outcome } from './outcome.ts';
import { Postponements } from './postponement.ts';
import { refuseReplacement, replaceChild } from './replacement.ts';

/**
 * Applies in order those children that differ from the observed objects. An absent child is created only when the
 * children that it waits for are ready.
 *
 * A stale cache does no harm. A child that seems to be absent is only ever created, so an object that has its name
 * stays as it is and is reported. A child that exists is applied by its uid, so its successor stays as it is.
 *
 * @throws what the client throws, and ChildRefusalError; the next reconcile applies the children after the failing one.
 */
export async function applyChildren(
  { children, live }: Pick<RenderedResource, 'children' | 'live'>,
  run: ReconcileRun,
): Promise<readonly ChildOutcome[]> {
  const { cache, controller, isThirdParty } = run.scope;
  const outcomes: ChildOutcome[] = [];
  const going = new Set<string>();
  const postponements = new Postponements({
    own: (child) => live.own(child),
    isGoing: (child) => going.has(formatObjectAddress(child)),
    isDispensable: ({ kind, key }) =>
      controller.policy(kind).whenNotServed === 'skip' && cache.listState(kind, key.namespace) === 'not-served',
  });
  for (const child of children) {
    try {
      const outcome = await applyChild(child, { live, postponements }, run);
      if (outcome.type === 'recreated') going.add(formatObjectAddress(child));
      outcomes.push({ child, ...outcome });
    } catch (error) {
      // Its definition has just been deleted or is being deleted, and the cache doesn't know it yet.
      if (!isThirdParty(child.kind) || !(isKindMissing(error) || isKindTerminating(error))) throw error;
      outcomes.push({ child, type: 'unserved', listState: 'not-served' });
    }
  }
  return outcomes;
}

interface ApplyContext {
  readonly live: LiveObjects;
  readonly postponements: Postponements;
}

async function applyChild(child: Child, context: ApplyContext, run: ReconcileRun): Promise<Outcome> {
  const { live, postponements } = context;
  const { cache, controller, settled } = run.scope;
  const own = live.own(child);
  const before = own ?? live.get(child);
  const other = own === undefined && before !== undefined && !isAdoptable(before, child, run) ? before : undefined;
  const conflict = other && childConflict(child, other, live.resource);
  if (conflict !== undefined) return { type: 'taken', message: conflict };
  // A child that the cache can't show may exist: it stays as it is.
  const listState = cache.listState(child.kind, child.key.namespace);
  if (listState !== 'listed') return { type: 'unserved', listState };
  // An object that is being deleted can't be restored, and an object of an earlier resource can't be used: their
  // deletion causes the next reconcile.
  if (other !== undefined || before?.metadata.deletionTimestamp !== undefined) return { type: 'awaited' };
  let outcome: Outcome;
  if (before === undefined) {
    const message = isHeldFor(child, run) ? undefined : postponements.of(child);
    if (message !== undefined) return { type: 'postponed', message };
    const answer = await createChild(child, live, run);
    // An object that the cache doesn't show has its name: `live` shows it from now on.
    if (answer === undefined) return await applyChild(child, context, run);
    settled.learn(child.object, undefined, answer);
    // Names may differ at each render.
    outcome = { type: 'written', places: [`${child.kind.kind}: made`] };
  } else {
    outcome = await changeChild(child, before, live, run);
  }
  const isDone = outcome.type === 'as-rendered' || outcome.type === 'written';
  if (isDone && isStatefulSet(child.kind) && controller.policy(child.kind).whenImmutable === 'orphan-and-recreate') {
    await growClaims(child, run);
  }
  return outcome;
}

/** Returns true if an object under a child's name can be adopted: it isn't being deleted, and has no controller. */
function isAdoptable({ metadata }: StoredObject, { kind }: Child, { scope }: ReconcileRun): boolean {
  const isFree = controllerOf({ metadata }) === undefined && metadata.deletionTimestamp === undefined;
  return isFree && scope.controller.policy(kind).whenUncontrolled === 'adopt';
}

/**
 * Applies a child over an object that the resource controls, or may adopt.
 *
 * @throws what the client throws, and ChildRefusalError if the child can't be changed and isn't replaced.
 */
async function changeChild(
  rendered: Child,
  before: StoredObject,
  live: LiveObjects,
  run: ReconcileRun,
): Promise<Outcome> {
  const { controller, fieldConflicts, fieldManager, journal, repeatedConflicts } = run.scope;
  const { whenConflicting, handsOver } = controller.policy(rendered.kind);
  const child = { ...rendered, object: withHandedOver(rendered.object, before, { fieldManager }, handsOver) };
  const differences = await differencesOf(child, before, run);
  if (differences.length === 0) return { type: 'as-rendered' };
  const digest = hash('sha256', JSON.stringify(child.object), 'base64');
  const taken = differences.filter(({ reason, path }) => reason === 'unowned' && handsOver.includes(path));
  const isRepeated = taken.length === differences.length && repeatedConflicts.isRepeated(before, digest);
  const isReporting = whenConflicting === 'report' || isRepeated;
  const known = isReporting ? fieldConflicts.of(before, child) : undefined;
  if (known !== undefined) return { type: 'conflicting', message: known };
  const isAdopted = live.own(child) === undefined;
  try {
    const options = { live, force: !isReporting, isLocked: child.object !== rendered.object };
    const first = await sent(child, before, options, run);
    // The server drops a map that loses its last field of ours, even if it is rendered empty: then a second apply
    // restores it.
    const { answer } = first.isOpen ? await sent(child, first.answer, options, run) : first;
    if (!isReporting && taken.length > 0) repeatedConflicts.took(before, digest);
    if (answer.metadata.resourceVersion === before.metadata.resourceVersion) return { type: 'as-rendered' };
    if (isAdopted) journal.adopted(live.resource, answer);
    const title = `${child.kind.kind} ${formatObjectKey(child.key)}`;
    return { type: 'written', places: differences.map(({ path }) => `${title}: ${path}`) };
  } catch (error) {
    const message = isReporting
      ? fieldConflicts.learn(error, before, child, isRepeated ? 'repeated' : 'reported')
      : undefined;
    if (message !== undefined) return { type: 'conflicting', message };
    const fields = immutableFields(error);
    if (fields === undefined || !ApiError.is(error)) throw error;
    const refused = { child: rendered, live: before, fields, cause: error };
    if (live.own(child) === undefined) throw refuseReplacement(refused, run);
    const waitMs = await replaceChild(refused, run);
    return waitMs === 0 ? { type: 'recreated' } : { type: 'waiting', waitMs };
  }
}

/** Returns the places at which a child isn't as rendered, as far as an apply may fix them. */
async function differencesOf(
  { kind, object }: Child,
  before: StoredObject,
  { scope, signal }: ReconcileRun,
): Promise<readonly FieldDifference[]> {
  const { fieldManager, settled, shapes } = scope;
  const found = difference(before, object, { fieldManager }, shapes.of(object));
  if (found.length === 0 || settled.has(before, object)) return [];
  if (!(await shapes.learn(kind, signal))) return found;
  return difference(before, object, { fieldManager }, shapes.of(object));
}

interface ApplyOptions {
  readonly live: LiveObjects;
  /** True if fields are taken from other managers. */
  readonly force: boolean;
  /** True if the API server is to refuse the apply when the child has changed: the apply repeats observed values. */
  readonly isLocked: boolean;
}

/** The server's answer to an apply. */
interface Answered {
  readonly answer: StoredObject;
  /** True if another apply may change more. */
  readonly isOpen: boolean;
}

/**
 * Sends an apply, bound to the object that it was decided on: an object that is to be adopted must not have changed.
 */
async function sent(
  { kind, object }: Child,
  before: StoredObject,
  { live, force, isLocked }: ApplyOptions,
  { client, scope, signal }: ReconcileRun,
): Promise<Answered> {
  const { fieldManager, journal, settled } = scope;
  const isOwn = controllerOf(before)?.uid === live.resource.metadata.uid;
  const { uid, resourceVersion } = before.metadata;
  const bound = { ...object.metadata, uid, ...((isLocked || !isOwn) && { resourceVersion }) };
  const desired: KubernetesObject = { ...object, metadata: bound };
  const answer = await client.apply(kind, desired, { fieldManager, force, signal });
  live.note(answer);
  if (answer.metadata.resourceVersion !== resourceVersion) journal.written(objectKey(live.resource), answer);
  return { answer, isOpen: settled.learn(object, before, answer) };
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
