// In: an object that controls pods. Out: its pods, created and deleted with Events about them, and the times from which on they are
// available. Called by the controllers of workloads and Jobs.

import type { JsonObject } from '../../../../api/index.ts';
import { metadataText } from '../../../../built-in/index.ts';
import { numberAt, timeAt } from '../../../../schema/index.ts';
import { pods } from '../../collection.ts';
import { conditionOf } from '../../condition.ts';
import type { ClusterAccess } from '../cluster-access.ts';

/** Creates a pod of an object. */
export async function createPod(access: ClusterAccess, owner: JsonObject, content: JsonObject): Promise<void> {
  const pod = await access.create(pods, content);
  await access.record(owner, { reason: 'SuccessfulCreate', message: `Created pod: ${metadataText(pod, 'name')}` });
}

/** Deletes a pod of an object. */
export async function deletePod(access: ClusterAccess, owner: JsonObject, pod: JsonObject): Promise<void> {
  await access.remove(pods, pod);
  await access.record(owner, { reason: 'SuccessfulDelete', message: `Deleted pod: ${metadataText(pod, 'name')}` });
}

/** Returns true if a pod has been ready for as long as its owner demands. */
export function isPodAvailable(owner: JsonObject, pod: JsonObject, nowMs: number): boolean {
  const atMs = availableAtMs(owner, pod);
  return atMs !== undefined && atMs <= nowMs;
}

/** Returns the time at which the next ready pod becomes available; undefined if all are. */
export function nextAvailableMs(owner: JsonObject, present: readonly JsonObject[], nowMs: number): number | undefined {
  const later = present.flatMap((pod) => availableAtMs(owner, pod) ?? []).filter((time) => time > nowMs);
  return later.length === 0 ? undefined : Math.min(...later);
}

/** Undefined for a pod that isn't ready. */
function availableAtMs(owner: JsonObject, pod: JsonObject): number | undefined {
  const ready = conditionOf(pod, 'Ready');
  if (ready?.status !== 'True') return undefined;
  const minReadySeconds = numberAt(owner, 'spec.minReadySeconds') ?? 0;
  return minReadySeconds === 0 ? 0 : (timeAt(ready, 'lastTransitionTime') ?? 0) + minReadySeconds * 1_000;
}
