// In: the children as rendered, and what the cache holds of them. Out: the children made so, with the server's answers
// noted in `live`; what belongs to somebody else is left alone and reported. Called by the pass.

import type { KubernetesObject, StoredObject } from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import type { Child } from '../../render/index.ts';
import { type ChildConflict, childConflict } from './child-conflict.ts';
import { difference } from './difference.ts';
import type { LiveObjects } from './live.ts';
import type { Settled } from './settled.ts';

/** What applying the children of one resource needs. */
export interface ApplyContext {
  readonly client: Client;
  readonly fieldManager: string;
  readonly live: LiveObjects;
  readonly settled: Settled;
  /** Told of every write with the server's answer. */
  readonly onWrite: (answer: StoredObject) => void;
  readonly signal: AbortSignal;
}

/**
 * Applies those children that differ from what is observed, in their order.
 *
 * What the cache doesn't show yet is nevertheless safe. A child that seems to be absent is applied without force,
 * so that an object that somebody has just made in its place is a conflict; a child that is there is applied
 * by its uid, so that its successor is.
 *
 * @returns the children that couldn't be applied because their name is taken.
 * @throws what the client throws; children after the failing one are left for the next pass.
 */
export async function applyChildren(children: readonly Child[], context: ApplyContext): Promise<ChildConflict[]> {
  const conflicts: ChildConflict[] = [];
  for (const child of children) {
    const conflict = await applyChild(child, context);
    if (conflict !== undefined) conflicts.push(conflict);
  }
  return conflicts;
}

async function applyChild(child: Child, context: ApplyContext): Promise<ChildConflict | undefined> {
  const { client, fieldManager, live, settled, onWrite, signal } = context;
  const before = live.own(child);
  if (before === undefined) {
    const other = live.get(child);
    // What is left of an earlier resource can't be used: its deletion causes the next pass.
    if (other !== undefined) return childConflict(child, other, live.resource);
  } else {
    // Nor can what is on its way out be brought back.
    if (before.metadata.deletionTimestamp !== undefined) return undefined;
    if (difference(before, child.object, { fieldManager }).length === 0) return undefined;
    if (settled.has(before, child.object)) return undefined;
  }
  const desired = before === undefined ? child.object : withUid(child.object, before.metadata.uid);
  const answer = await client.apply(child.kind, desired, { fieldManager, force: before !== undefined, signal });
  live.note(answer);
  settled.learn(child.object, before, answer);
  if (answer.metadata.resourceVersion !== before?.metadata.resourceVersion) onWrite(answer);
  return undefined;
}

function withUid(object: KubernetesObject, uid: string): KubernetesObject {
  return { ...object, metadata: { ...object.metadata, uid } };
}
