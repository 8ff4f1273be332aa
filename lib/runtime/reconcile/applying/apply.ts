// In: the children as rendered, and their objects in the cache. Out: the children applied, with the server's answers
// noted in `live`. An object of another owner stays as it is and is reported, or is adopted. A child that can't be
// changed is replaced if the policy of its kind allows that. Called by the reconcile.

import { hash } from 'node:crypto';
import {
  formatObjectAddress,
  formatObjectKey,
  type Kind,
  type KubernetesObject,
  type ListState,
  type StoredObject,
} from '../../../api/index.ts';
import { ApiError, isKindMissing, isKindTerminating } from '../../../client/index.ts';
import { isStatefulSet } from '../../../constructs/index.ts';
import { type Child, controllerOf } from '../../../render/index.ts';
import type { FieldDifference } from '../comparison/comparison.ts';
import { difference } from '../comparison/difference.ts';
import type { PublishedShapes } from '../comparison/published-shape.ts';
import type { Settled } from '../comparison/settled.ts';
import type { LiveObjects } from '../rendering/live.ts';
import type { Observation } from '../rendering/observation.ts';
import { type ChildConflict, childConflict } from './child-conflict.ts';
import { growClaims } from './claim-growth.ts';
import { createChild } from './create-child.ts';
import type { FieldConflict, FieldConflicts } from './field-conflict.ts';
import { withHandedOver } from './handed-over.ts';
import { immutableFields } from './immutability.ts';
import { type PostponedChild, Postponements } from './postponement.ts';
import type { RepeatedConflicts } from './repeated-conflict.ts';
import { type ReplacementContext, refuseReplacement, replaceChild } from './replacement.ts';

/** Everything that applying the children of one resource needs. */
export interface ApplyContext extends ReplacementContext {
  readonly cache: Pick<Observation, 'claims' | 'listState'>;
  /** Returns true if a kind is a third-party kind, whose definition may come and go. */
  readonly isThirdParty: (kind: Kind) => boolean;
  /** Returns true if a child is created whatever it waits for, because an existing object depends on it. */
  readonly isUrgent: (child: Child) => boolean;
  readonly live: LiveObjects;
  readonly settled: Settled;
  readonly fieldConflicts: FieldConflicts;
  readonly repeatedConflicts: RepeatedConflicts;
  readonly shapes: PublishedShapes;
  /** Called after every write, with the server's answer. */
  readonly onWrite: (answer: StoredObject) => void;
  /** Called when an object that had no controller has become a child. */
  readonly onAdopt: (answer: StoredObject) => void;
}

/** The reasons for which children aren't as rendered, though nothing has failed. */
export interface Applied {
  /** Children whose names are taken. */
  readonly conflicts: readonly ChildConflict[];
  /** Children with fields that other managers own. */
  readonly fieldConflicts: readonly FieldConflict[];
  /** Children that have been deleted and are recreated when they are gone. */
  readonly recreated: readonly Child[];
  /** The waiting time of each child that is to be deleted and recreated. */
  readonly waitsMs: readonly number[];
  /** Children whose kinds the API server doesn't serve, or of which it shows no objects. */
  readonly unserved: readonly UnservedChild[];
  /** Children that aren't created yet, because other children aren't ready. */
  readonly postponed: readonly PostponedChild[];
  /**
   * The places that were written, such as `Deployment default/web: spec.replicas`. Without values, since some are
   * secrets.
   */
  readonly places: readonly string[];
}

/** A child that stays as it is, whether it exists or not. */
export interface UnservedChild {
  readonly child: Child;
  /** The list state of its kind at that decision. */
  readonly listState: Exclude<ListState, 'listed'>;
}

/** The outcome of applying one child. */
type Outcome =
  | { readonly type: 'as-rendered' | 'awaited' | 'recreated' }
  | { readonly type: 'taken'; readonly conflict: ChildConflict }
  | { readonly type: 'unserved'; readonly listState: UnservedChild['listState'] }
  | { readonly type: 'postponed'; readonly message: string }
  | { readonly type: 'written'; readonly places: readonly string[] }
  | { readonly type: 'conflicting'; readonly fieldConflict: FieldConflict }
  | { readonly type: 'waiting'; readonly waitMs: number };

/**
 * Applies in order those children that differ from the observed objects. An absent child is created only when the
 * children that it waits for are ready.
 *
 * A stale cache does no harm. A child that seems to be absent is only ever created, so an object that has its name
 * stays as it is and is reported. A child that exists is applied by its uid, so its successor stays as it is.
 *
 * @throws what the client throws, and ChildRefusalError; the next reconcile applies the children after the failing one.
 */
export async function applyChildren(children: readonly Child[], context: ApplyContext): Promise<Applied> {
  const conflicts: ChildConflict[] = [];
  const fieldConflicts: FieldConflict[] = [];
  const recreated: Child[] = [];
  const waitsMs: number[] = [];
  const unserved: UnservedChild[] = [];
  const postponed: PostponedChild[] = [];
  const places: string[] = [];
  const going = new Set<string>();
  const postponements = new Postponements({
    own: (child) => context.live.own(child),
    isGoing: (child) => going.has(formatObjectAddress(child)),
    isDispensable: ({ kind, key }) =>
      context.policy(kind).whenNotServed === 'skip' && context.cache.listState(kind, key.namespace) === 'not-served',
  });
  for (const child of children) {
    const outcome = await applyServed(child, { ...context, postponements });
    switch (outcome.type) {
      case 'as-rendered':
      case 'awaited':
        break;
      case 'taken':
        conflicts.push(outcome.conflict);
        break;
      case 'recreated':
        recreated.push(child);
        going.add(formatObjectAddress(child));
        break;
      case 'unserved':
        unserved.push({ child, listState: outcome.listState });
        break;
      case 'postponed':
        postponed.push({ child, message: outcome.message });
        break;
      case 'written':
        places.push(...outcome.places);
        break;
      case 'conflicting':
        fieldConflicts.push(outcome.fieldConflict);
        break;
      case 'waiting':
        waitsMs.push(outcome.waitMs);
        break;
    }
  }
  return { conflicts, fieldConflicts, recreated, waitsMs, unserved, postponed, places };
}

function conflictOf(child: Child, context: ApplyContext): ChildConflict | undefined {
  const { live } = context;
  const other = live.own(child) === undefined ? live.get(child) : undefined;
  if (other === undefined || isAdoptable(child, other, context)) return undefined;
  return childConflict(child, other, live.resource);
}

/** Returns true if an object under a child's name can be adopted: it isn't being deleted, and has no controller. */
function isAdoptable({ kind }: Child, { metadata }: StoredObject, { policy }: ApplyContext): boolean {
  const isFree = controllerOf({ metadata }) === undefined && metadata.deletionTimestamp === undefined;
  return isFree && policy(kind).whenUncontrolled === 'adopt';
}

/** Everything that applying one child of several needs. */
interface ChildContext extends ApplyContext {
  readonly postponements: Postponements;
}

async function applyServed(child: Child, context: ChildContext): Promise<Outcome> {
  const conflict = conflictOf(child, context);
  if (conflict !== undefined) return { type: 'taken', conflict };
  // A child that the cache can't show may exist: it stays as it is.
  const listState = context.cache.listState(child.kind, child.key.namespace);
  if (listState !== 'listed') return { type: 'unserved', listState };
  try {
    return await applyChild(child, context);
  } catch (error) {
    // Its definition has just been deleted or is being deleted, and the cache doesn't know it yet.
    if (context.isThirdParty(child.kind) && (isKindMissing(error) || isKindTerminating(error)))
      return { type: 'unserved', listState: 'not-served' };
    throw error;
  }
}

async function applyChild(child: Child, context: ChildContext): Promise<Outcome> {
  const { live, policy, postponements } = context;
  const own = live.own(child);
  const before = own ?? live.get(child);
  // An object that is being deleted can't be restored, and an object of an earlier resource can't be used: their
  // deletion causes the next reconcile.
  if (before?.metadata.deletionTimestamp !== undefined) return { type: 'awaited' };
  if (own === undefined && before !== undefined && !isAdoptable(child, before, context)) return { type: 'awaited' };
  const message = before === undefined && !context.isUrgent(child) ? postponements.of(child) : undefined;
  if (message !== undefined) return { type: 'postponed', message };
  const outcome = before === undefined ? await created(child, context) : await written(child, before, context);
  const isDone = outcome.type === 'as-rendered' || outcome.type === 'written';
  if (isDone && isStatefulSet(child.kind) && policy(child.kind).whenImmutable === 'orphan-and-recreate') {
    await growClaims(child, context);
  }
  return outcome;
}

async function created(child: Child, context: ChildContext): Promise<Outcome> {
  const { settled, onWrite } = context;
  const answer = await createChild(child, context);
  if (answer !== undefined) {
    onWrite(answer);
    settled.learn(child.object, undefined, answer);
    // Names may differ at each render.
    return { type: 'written', places: [`${child.kind.kind}: made`] };
  }
  const conflict = conflictOf(child, context);
  return conflict === undefined ? await applyChild(child, context) : { type: 'taken', conflict };
}

async function written(rendered: Child, before: StoredObject, context: ApplyContext): Promise<Outcome> {
  const { fieldConflicts, fieldManager, live, policy, repeatedConflicts } = context;
  const { whenConflicting, handsOver } = policy(rendered.kind);
  const child = { ...rendered, object: withHandedOver(rendered.object, before, { fieldManager }, handsOver) };
  const differences = await differencesOf(child, before, context);
  if (differences.length === 0) return { type: 'as-rendered' };
  const digest = hash('sha256', JSON.stringify(child.object), 'base64');
  const taken = differences.filter(({ reason, path }) => reason === 'unowned' && handsOver.includes(path));
  const isRepeated = taken.length === differences.length && repeatedConflicts.isRepeated(before, digest);
  const isReporting = whenConflicting === 'report' || isRepeated;
  const known = isReporting ? fieldConflicts.of(before, child) : undefined;
  if (known !== undefined) return { type: 'conflicting', fieldConflict: { child, message: known } };
  try {
    const isLocked = child.object !== rendered.object;
    const outcome = await write(child, before, differences, { ...context, force: !isReporting, isLocked });
    if (!isReporting && taken.length > 0) repeatedConflicts.took(before, digest);
    return outcome;
  } catch (error) {
    const message = isReporting
      ? fieldConflicts.learn(error, before, child, isRepeated ? 'repeated' : 'reported')
      : undefined;
    if (message !== undefined) return { type: 'conflicting', fieldConflict: { child, message } };
    const fields = immutableFields(error);
    if (fields === undefined || !ApiError.is(error)) throw error;
    const refused = { child: rendered, live: before, fields, cause: error };
    if (live.own(child) === undefined) throw refuseReplacement(refused, context);
    const waitMs = await replaceChild(refused, context);
    return waitMs === 0 ? { type: 'recreated' } : { type: 'waiting', waitMs };
  }
}

/** The parameters of an apply over an existing object. */
interface WriteContext extends ApplyContext {
  /** True if fields are taken from other managers. */
  readonly force: boolean;
  /** True if the API server is to refuse the apply when the child has changed: the apply repeats observed values. */
  readonly isLocked: boolean;
}

/** Returns the places at which a child isn't as rendered, as far as an apply may fix them. */
async function differencesOf(
  { kind, object }: Child,
  before: StoredObject,
  { fieldManager, settled, shapes, signal }: ApplyContext,
): Promise<readonly FieldDifference[]> {
  const found = difference(before, object, { fieldManager }, shapes.of(object));
  if (found.length === 0 || settled.has(before, object)) return [];
  if (!(await shapes.learn(kind, signal))) return found;
  return difference(before, object, { fieldManager }, shapes.of(object));
}

async function write(
  child: Child,
  before: StoredObject,
  differences: readonly FieldDifference[],
  context: WriteContext,
): Promise<Outcome> {
  const { live, onAdopt } = context;
  const isAdopted = live.own(child) === undefined;
  const first = await sent(child, before, context);
  // The server drops a map that loses its last field of ours, even if it is rendered empty: then a second apply
  // restores it.
  const { answer } = first.isOpen ? await sent(child, first.answer, context) : first;
  if (answer.metadata.resourceVersion === before.metadata.resourceVersion) return { type: 'as-rendered' };
  if (isAdopted) onAdopt(answer);
  const title = `${child.kind.kind} ${formatObjectKey(child.key)}`;
  return { type: 'written', places: differences.map(({ path }) => `${title}: ${path}`) };
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
  { client, fieldManager, force, isLocked, live, settled, onWrite, signal }: WriteContext,
): Promise<Answered> {
  const isOwn = controllerOf(before)?.uid === live.resource.metadata.uid;
  const { uid, resourceVersion } = before.metadata;
  const bound = { ...object.metadata, uid, ...((isLocked || !isOwn) && { resourceVersion }) };
  const desired: KubernetesObject = { ...object, metadata: bound };
  const answer = await client.apply(kind, desired, { fieldManager, force, signal });
  live.note(answer);
  if (answer.metadata.resourceVersion !== before.metadata.resourceVersion) onWrite(answer);
  return { answer, isOpen: settled.learn(object, before, answer) };
}
