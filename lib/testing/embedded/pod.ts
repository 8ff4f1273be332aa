import { isJsonObject, type JsonObject } from '../../api/index.ts';
import { isDeleting, metadataText } from '../../built-in/index.ts';
import { objectsAt, scalarText, textAt } from '../../schema/index.ts';
import {
  cronJobs,
  daemonSets,
  deploymentObjects,
  jobs,
  replicaSets,
  replicationControllers,
  statefulSets,
} from './collection.ts';
import { isConditionTrue } from './condition.ts';

/** Returns the name of the claim of an ephemeral volume. */
export function claimName(pod: JsonObject, volume: JsonObject): string {
  return `${metadataText(pod, 'name')}-${scalarText(volume.name)}`;
}

/** Returns the names of the claims that a pod uses. */
export function claimNames(pod: JsonObject): readonly string[] {
  return objectsAt(pod, 'spec.volumes').flatMap((volume) => {
    if (isJsonObject(volume.ephemeral)) return [claimName(pod, volume)];
    const name = textAt(volume, 'persistentVolumeClaim.claimName');
    return name === '' ? [] : [name];
  });
}

/** Returns true if no container of a pod starts again. */
export function isPodEnded(pod: JsonObject): boolean {
  return ['Failed', 'Succeeded'].includes(textAt(pod, 'status.phase'));
}

/** Returns true if a pod is ready. */
export function isPodReady(pod: JsonObject): boolean {
  return isConditionTrue(pod, 'Ready');
}

/** Returns true if a pod is neither ended nor deleted. */
export function isPodActive(pod: JsonObject): boolean {
  return !isPodEnded(pod) && !isDeleting(pod);
}

/** Collection → the path of its template of pods. */
export const templatePaths: Readonly<Record<string, string>> = {
  '/podtemplates': 'template',
  [replicationControllers]: 'spec.template',
  [daemonSets]: 'spec.template',
  [deploymentObjects]: 'spec.template',
  [replicaSets]: 'spec.template',
  [statefulSets]: 'spec.template',
  [cronJobs]: 'spec.jobTemplate.spec.template',
  [jobs]: 'spec.template',
};
