import type { JsonObject } from '../../../../../api/index.ts';
import { fieldAt, numberAt, textAt } from '../../../../../schema/index.ts';
import { scaledValue } from '../../scaled-value.ts';

/** The numbers of pods that a Deployment allows. */
export interface RolloutLimits {
  readonly replicas: number;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/** Returns the limits of a Deployment. A rollout that may neither add nor miss a pod may miss one. */
export function rolloutLimits(deployment: JsonObject): RolloutLimits {
  const replicas = numberAt(deployment, 'spec.replicas') ?? 1;
  if (isRecreated(deployment)) return { replicas, maxSurge: 0, maxUnavailable: 0 };
  const maxSurge = scaledValue(fieldAt(deployment, 'spec.strategy.rollingUpdate.maxSurge'), replicas, 'up', '25%');
  const missing = scaledValue(
    fieldAt(deployment, 'spec.strategy.rollingUpdate.maxUnavailable'),
    replicas,
    'down',
    '25%',
  );
  const maxUnavailable = maxSurge === 0 && missing === 0 ? 1 : missing;
  return { replicas, maxSurge, maxUnavailable: Math.min(maxUnavailable, replicas) };
}

/** Returns true if all old pods end before new ones start. */
export function isRecreated(deployment: JsonObject): boolean {
  return textAt(deployment, 'spec.strategy.type') === 'Recreate';
}
