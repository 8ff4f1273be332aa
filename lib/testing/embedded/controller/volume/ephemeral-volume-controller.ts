// In: pods with ephemeral volumes. Out: the claims of these volumes, which the pod owns. Started by the embedded cluster.

import { isJsonObject, type JsonObject } from '../../../../api/index.ts';
import { controllerReference, isDeleting, metadataText } from '../../../../built-in/index.ts';
import { fieldsAt, objectsAt, withFields } from '../../../../schema/index.ts';
import { claims, pods } from '../../collection.ts';
import { claimName, isPodEnded } from '../../pod.ts';
import type { StoredChange } from '../../store/object-storage.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import type { ClusterController } from '../cluster-controller.ts';

/** Creates the claim of each ephemeral volume. A claim of its name that the pod doesn't own keeps the pod waiting. */
export class EphemeralVolumeController implements ClusterController {
  readonly name = 'ephemeral-volume';
  readonly triggers = {
    [pods]: ({ key, object, type }: StoredChange) =>
      type === 'DELETED' || ephemeralVolumes(object).length === 0 ? [] : [key],
  };
  readonly #access: ClusterAccess;

  constructor(access: ClusterAccess) {
    this.#access = access;
  }

  readonly reconcile = async (key: string): Promise<undefined> => {
    const pod = this.#access.get(pods, key);
    if (pod === undefined || isDeleting(pod) || isPodEnded(pod)) return;
    const namespace = metadataText(pod, 'namespace');
    for (const volume of ephemeralVolumes(pod)) {
      const name = claimName(pod, volume);
      if (this.#access.get(claims, `${namespace}/${name}`) !== undefined) continue;
      const template = fieldsAt(volume, 'ephemeral.volumeClaimTemplate');
      const { labels, annotations } = fieldsAt(template, 'metadata');
      await this.#access.create(claims, {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: withFields({ name, namespace, ownerReferences: [controllerReference(pod)] }, { labels, annotations }),
        spec: fieldsAt(template, 'spec'),
      });
    }
  };
}

function ephemeralVolumes(pod: JsonObject): readonly JsonObject[] {
  return objectsAt(pod, 'spec.volumes').filter(({ ephemeral }) => isJsonObject(ephemeral));
}
