import type { JsonObject } from '../../../../../api/index.ts';
import { annotationsOf, byAge } from '../../../../../built-in/index.ts';
import { numberAt, sumAt } from '../../../../../schema/index.ts';
import { annotationNames } from './revision.ts';
import type { RolloutLimits } from './rollout-limit.ts';

/** Returns the sizes of several ReplicaSets after a scaling during a rollout: each keeps its part of the total. */
export function proportionalSizes(
  sets: readonly JsonObject[],
  limits: RolloutLimits,
): readonly (readonly [set: JsonObject, size: number])[] {
  const active = sets.filter((set) => sizeOf(set) > 0);
  const allowed = limits.replicas > 0 ? limits.replicas + limits.maxSurge : 0;
  const toAdd = allowed - sumAt(active, 'spec.replicas');
  const direction = toAdd >= 0 ? -1 : 1;
  const ordered = active.toSorted((one, other) => sizeOf(other) - sizeOf(one) || direction * byAge(one, other));
  let added = 0;
  const sizes = ordered.map((set): [JsonObject, number] => {
    const share = toAdd === 0 ? 0 : partOfChange(set, limits, { toAdd, added });
    added += share;
    return [set, sizeOf(set) + share];
  });
  const [first] = sizes;
  if (first !== undefined) first[1] = Math.max(0, first[1] + toAdd - added);
  return sizes;
}

/** Returns the part of a change that is a ReplicaSet's, by the largest size that all of them had. */
function partOfChange(
  set: JsonObject,
  { replicas, maxSurge }: RolloutLimits,
  { toAdd, added }: { readonly toAdd: number; readonly added: number },
): number {
  const size = sizeOf(set);
  const most = Number(annotationsOf(set)[annotationNames.most] ?? 0);
  const fraction = most > 0 ? goRound((size * (replicas + maxSurge)) / most) - size : 0;
  const allowed = toAdd - added;
  return toAdd > 0 ? Math.min(fraction, allowed) : Math.max(fraction, allowed);
}

function sizeOf(set: JsonObject): number {
  return numberAt(set, 'spec.replicas') ?? 1;
}

/** Returns the nearest integer as Go's `math.Round` does, away from zero for halves. */
function goRound(value: number): number {
  return value < 0 ? Math.ceil(value - 0.5) : Math.floor(value + 0.5);
}
