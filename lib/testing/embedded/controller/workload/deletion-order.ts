import type { JsonObject } from '../../../../api/index.ts';
import { annotationsOf, metadataText } from '../../../../built-in/index.ts';
import { numberAt, objectsAt, textAt, timeAt } from '../../../../schema/index.ts';
import { isPodReady } from '../../pod.ts';

/** Orders pods so that those whose end costs least come first. */
export function deletionOrder(one: JsonObject, other: JsonObject): number {
  return (
    rank(one, (pod) => textAt(pod, 'spec.nodeName') !== '') -
      rank(other, (pod) => textAt(pod, 'spec.nodeName') !== '') ||
    rank(one, (pod) => textAt(pod, 'status.phase') === 'Running') -
      rank(other, (pod) => textAt(pod, 'status.phase') === 'Running') ||
    rank(one, isPodReady) - rank(other, isPodReady) ||
    deletionCost(one) - deletionCost(other) ||
    restarts(other) - restarts(one) ||
    (timeAt(other, 'metadata.creationTimestamp') ?? 0) - (timeAt(one, 'metadata.creationTimestamp') ?? 0) ||
    (metadataText(one, 'name') < metadataText(other, 'name') ? -1 : 1)
  );
}

function rank(pod: JsonObject, isBetter: (pod: JsonObject) => boolean): number {
  return isBetter(pod) ? 1 : 0;
}

function deletionCost(pod: JsonObject): number {
  const cost = Number(annotationsOf(pod)['controller.kubernetes.io/pod-deletion-cost'] ?? 0);
  return Number.isNaN(cost) ? 0 : cost;
}

function restarts(pod: JsonObject): number {
  const counts = objectsAt(pod, 'status.containerStatuses').map((status) => numberAt(status, 'restartCount') ?? 0);
  return Math.max(0, ...counts);
}
