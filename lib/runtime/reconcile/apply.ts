// In: the children as rendered, and what the cache holds of them. Out: the children made so, with the server's answers
// noted in `live`; what belongs to somebody else is left alone and reported, and what can't be changed is replaced if its
// kind's policy says so. Called by the pass.

import type { KubernetesObject, StoredObject } from '../../api/index.ts';
import { ApiError } from '../../client/index.ts';
import { isStatefulSet } from '../../constructs/index.ts';
import type { Child } from '../../render/index.ts';
import { type ChildConflict, childConflict } from './child-conflict.ts';
import { growClaims } from './claim-growth.ts';
import { difference } from './difference.ts';
import { immutableFields } from './immutability.ts';
import type { LiveObjects } from './live.ts';
import { type ReplacementContext, replaceChild } from './replacement.ts';
import type { Settled } from './settled.ts';

/** What applying the children of one resource needs. */
export interface ApplyContext extends ReplacementContext {
  readonly live: LiveObjects;
  readonly settled: Settled;
  /** Told of every write with the server's answer. */
  readonly onWrite: (answer: StoredObject) => void;
}

/** What has kept children from being as rendered, though nothing has failed. */
export interface Applied {
  /** Their names are taken. */
  readonly conflicts: readonly ChildConflict[];
  /** They have been deleted, and are made anew when they are gone. */
  readonly recreated: readonly Child[];
}

/**
 * Applies those children that differ from what is observed, in their order.
 *
 * What the cache doesn't show yet is nevertheless safe. A child that seems to be absent is applied without force,
 * so that an object that somebody has just made in its place is a conflict; a child that is there is applied
 * by its uid, so that its successor is.
 *
 * @throws what the client throws, and ChildRefusalError; children after the failing one are left for the next pass.
 */
export async function applyChildren(children: readonly Child[], context: ApplyContext): Promise<Applied> {
  const conflicts: ChildConflict[] = [];
  const recreated: Child[] = [];
  for (const child of children) {
    const conflict = conflictOf(child, context.live);
    if (conflict !== undefined) conflicts.push(conflict);
    else if ((await applyChild(child, context)) === 'recreated') recreated.push(child);
  }
  return { conflicts, recreated };
}

function conflictOf(child: Child, live: LiveObjects): ChildConflict | undefined {
  const other = live.own(child) === undefined ? live.get(child) : undefined;
  return other && childConflict(child, other, live.resource);
}

async function applyChild(child: Child, context: ApplyContext): Promise<'applied' | 'awaited' | 'recreated'> {
  const { live, whenImmutable } = context;
  const before = live.own(child);
  // What is on its way out can't be brought back, and what is left of an earlier resource can't be used: their deletion
  // causes the next pass.
  if (before?.metadata.deletionTimestamp !== undefined) return 'awaited';
  if (before === undefined && live.get(child) !== undefined) return 'awaited';
  if (differs(child, before, context)) {
    try {
      await write(child, before, context);
    } catch (error) {
      const fields = immutableFields(error);
      if (before === undefined || fields === undefined || !ApiError.is(error)) throw error;
      await replaceChild({ child, live: before, fields, cause: error }, context);
      return 'recreated';
    }
  }
  if (isStatefulSet(child.kind) && whenImmutable(child.kind) === 'orphan-and-recreate')
    await growClaims(child, context);
  return 'applied';
}

function differs({ object }: Child, before: StoredObject | undefined, context: ApplyContext): boolean {
  const { fieldManager, settled } = context;
  if (before === undefined) return true;
  return difference(before, object, { fieldManager }).length > 0 && !settled.has(before, object);
}

async function write({ kind, object }: Child, before: StoredObject | undefined, context: ApplyContext): Promise<void> {
  const { client, fieldManager, live, settled, onWrite, signal } = context;
  const desired = before === undefined ? object : withUid(object, before.metadata.uid);
  const answer = await client.apply(kind, desired, { fieldManager, force: before !== undefined, signal });
  live.note(answer);
  settled.learn(object, before, answer);
  if (answer.metadata.resourceVersion !== before?.metadata.resourceVersion) onWrite(answer);
}

function withUid(object: KubernetesObject, uid: string): KubernetesObject {
  return { ...object, metadata: { ...object.metadata, uid } };
}
