// In: pods with ephemeral volumes. Out: the claims of these volumes, which the pod owns. Started by the embedded cluster.

import { isJsonObject, type JsonObject } from '../../../../api/index.ts';
import { controllerReference, isDeleting, metadataText } from '../../../../built-in/index.ts';
import { fieldsAt, objectsAt, withFields } from '../../../../schema/index.ts';
import { claims, pods } from '../../collection.ts';
import { claimName, isPodEnded } from '../../pod.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import type { ClusterController } from '../cluster-controller.ts';

/** Creates the claim of each ephemeral volume. A claim of its name that the pod doesn't own keeps the pod waiting. */
export function ephemeralVolumeController(access: ClusterAccess): ClusterController {
  return {
    name: 'ephemeral-volume',
    triggers: {
      [pods]: ({ key, object, type }) => (type === 'DELETED' || ephemeralVolumes(object).length === 0 ? [] : [key]),
    },
    reconcile: async (key) => {
      const pod = access.get(pods, key);
      if (pod === undefined || isDeleting(pod) || isPodEnded(pod)) return undefined;
      for (const volume of ephemeralVolumes(pod)) await createClaim(access, pod, volume);
      return undefined;
    },
  };
}

async function createClaim(access: ClusterAccess, pod: JsonObject, volume: JsonObject): Promise<void> {
  const [namespace, name] = [metadataText(pod, 'namespace'), claimName(pod, volume)];
  if (access.get(claims, `${namespace}/${name}`) !== undefined) return;
  const template = fieldsAt(volume, 'ephemeral.volumeClaimTemplate');
  const { labels, annotations } = fieldsAt(template, 'metadata');
  await access.create(claims, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: withFields({ name, namespace, ownerReferences: [controllerReference(pod)] }, { labels, annotations }),
    spec: fieldsAt(template, 'spec'),
  });
}

function ephemeralVolumes(pod: JsonObject): readonly JsonObject[] {
  return objectsAt(pod, 'spec.volumes').filter(({ ephemeral }) => isJsonObject(ephemeral));
}
