// In: the children as rendered, and what the cache holds of them. Out: the children made so, with the server's answers
// noted in `live`; what belongs to somebody else is left alone and reported, or taken over, and what can't be changed is
// replaced, if its kind's policy says so. Called by the pass.

import { hash } from 'node:crypto';
import {
  formatObjectAddress,
  formatObjectKey,
  type Kind,
  type KubernetesObject,
  type ListState,
  type StoredObject,
} from '../../api/index.ts';
import { ApiError, isKindMissing, isKindTerminating } from '../../client/index.ts';
import { isStatefulSet } from '../../constructs/index.ts';
import { type Child, controllerOf } from '../../render/index.ts';
import { type ChildConflict, childConflict } from './child-conflict.ts';
import { growClaims } from './claim-growth.ts';
import { createChild } from './create-child.ts';
import type { FieldDifference } from './difference/comparison.ts';
import { difference } from './difference/difference.ts';
import type { PublishedShapes } from './difference/published-shape.ts';
import type { Settled } from './difference/settled.ts';
import type { FieldConflict, FieldConflicts } from './field-conflict.ts';
import { withHandedOver } from './handed-over.ts';
import { immutableFields } from './immutability.ts';
import type { LiveObjects } from './live.ts';
import type { Observation } from './observation.ts';
import { type PostponedChild, Postponements } from './postponement.ts';
import type { RepeatedConflicts } from './repeated-conflict.ts';
import { type ReplacementContext, refuseReplacement, replaceChild } from './replacement.ts';

/** What applying the children of one resource needs. */
export interface ApplyContext extends ReplacementContext {
  readonly cache: Pick<Observation, 'claims' | 'listState'>;
  /** Whether a kind is one of others, which may come and go. */
  readonly isThirdParty: (kind: Kind) => boolean;
  /** Whether a child is created whatever it waits for, because something depends on it already. */
  readonly isUrgent: (child: Child) => boolean;
  readonly live: LiveObjects;
  readonly settled: Settled;
  readonly fieldConflicts: FieldConflicts;
  readonly repeatedConflicts: RepeatedConflicts;
  readonly shapes: PublishedShapes;
  /** Told of every write with the server's answer. */
  readonly onWrite: (answer: StoredObject) => void;
  /** Told when an object that nobody controlled has become a child. */
  readonly onAdopt: (answer: StoredObject) => void;
}

/** What has kept children from being as rendered, though nothing has failed. */
export interface Applied {
  /** Their names are taken. */
  readonly conflicts: readonly ChildConflict[];
  /** Others own some of their fields. */
  readonly fieldConflicts: readonly FieldConflict[];
  /** They have been deleted, and are made anew when they are gone. */
  readonly recreated: readonly Child[];
  /** How long each of those has to wait that are to be deleted to be made anew. */
  readonly waitsMs: readonly number[];
  /** The API server doesn't serve their kinds, or shows none of their objects. */
  readonly unserved: readonly UnservedChild[];
  /** They aren't created yet, because others aren't ready. */
  readonly postponed: readonly PostponedChild[];
  /** What has been written, such as `Deployment default/web: spec.replicas`. Without values, some of which are secrets. */
  readonly places: readonly string[];
}

/** A child that is left as it is, be it there or not. */
export interface UnservedChild {
  readonly child: Child;
  /** What was known of its kind when that was decided. */
  readonly listState: Exclude<ListState, 'listed'>;
}

/** What has become of one child. */
type Outcome =
  | { readonly type: 'as-rendered' | 'awaited' | 'recreated' }
  | { readonly type: 'taken'; readonly conflict: ChildConflict }
  | { readonly type: 'unserved'; readonly listState: UnservedChild['listState'] }
  | { readonly type: 'postponed'; readonly message: string }
  | { readonly type: 'written'; readonly places: readonly string[] }
  | { readonly type: 'conflicting'; readonly fieldConflict: FieldConflict }
  | { readonly type: 'waiting'; readonly waitMs: number };

/**
 * Applies those children that differ from what is observed, in their order. One that isn't there is created only when
 * those are ready that it waits for.
 *
 * What the cache doesn't show is nevertheless safe. A child that seems to be absent is only ever created, so that an object
 * that has its name is left as it is, and reported; a child that is there is applied by its uid, so that its successor is.
 *
 * @throws what the client throws, and ChildRefusalError; children after the failing one are left for the next pass.
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

/** Whether an object under a child's name becomes that child: one that stays, and that nobody controls. */
function isAdoptable({ kind }: Child, { metadata }: StoredObject, { policy }: ApplyContext): boolean {
  const isFree = controllerOf({ metadata }) === undefined && metadata.deletionTimestamp === undefined;
  return isFree && policy(kind).whenUncontrolled === 'adopt';
}

/** What applying one child of several needs. */
interface ChildContext extends ApplyContext {
  readonly postponements: Postponements;
}

async function applyServed(child: Child, context: ChildContext): Promise<Outcome> {
  const conflict = conflictOf(child, context);
  if (conflict !== undefined) return { type: 'taken', conflict };
  // What isn't seen may be there: it is left as it is.
  const listState = context.cache.listState(child.kind, child.key.namespace);
  if (listState !== 'listed') return { type: 'unserved', listState };
  try {
    return await applyChild(child, context);
  } catch (error) {
    // Its definition has just gone or is going, and the cache hasn't heard of it.
    if (context.isThirdParty(child.kind) && (isKindMissing(error) || isKindTerminating(error)))
      return { type: 'unserved', listState: 'not-served' };
    throw error;
  }
}

async function applyChild(child: Child, context: ChildContext): Promise<Outcome> {
  const { live, policy, postponements } = context;
  const own = live.own(child);
  const before = own ?? live.get(child);
  // What is on its way out can't be brought back, and what is left of an earlier resource can't be used: their deletion
  // causes the next pass.
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
    // Names may be other ones at each render.
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

/** How a child is applied over what is there. */
interface WriteContext extends ApplyContext {
  /** Whether fields are taken from other managers. */
  readonly force: boolean;
  /** Whether the API server is to refuse where anything of the child has changed: the apply repeats values that it has. */
  readonly isLocked: boolean;
}

/** Where a child isn't as rendered, as far as an apply may mend it. */
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
  // A map that loses its last field of ours is gone, even if it is rendered empty: then a second apply brings it back.
  const { answer } = first.isOpen ? await sent(child, first.answer, context) : first;
  if (answer.metadata.resourceVersion === before.metadata.resourceVersion) return { type: 'as-rendered' };
  if (isAdopted) onAdopt(answer);
  const title = `${child.kind.kind} ${formatObjectKey(child.key)}`;
  return { type: 'written', places: differences.map(({ path }) => `${title}: ${path}`) };
}

/** An answer to an apply. */
interface Answered {
  readonly answer: StoredObject;
  /** Whether another apply may change more. */
  readonly isOpen: boolean;
}

/** Sends an apply, bound to the object that it was decided on: one that is to be adopted may not have changed. */
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
