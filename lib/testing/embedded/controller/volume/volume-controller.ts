// In: volumes and the claims that they are bound to. Out: the phase of volumes, and the end of those whose claim has gone. Started by the
// embedded cluster.

import type { JsonObject } from '../../../../api/index.ts';
import { isDeleting, metadataText, withoutFinalizer } from '../../../../built-in/index.ts';
import { fieldAt, fieldsAt, textAt } from '../../../../schema/index.ts';
import { claims, persistentVolumes } from '../../collection.ts';
import type { StoredChange } from '../../store/object-storage.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import { type ClusterController, presentKey } from '../cluster-controller.ts';

const protection = 'kubernetes.io/pv-protection';

/** Releases volumes, and deletes those whose reclaim policy is Delete. */
export class VolumeController implements ClusterController {
  readonly name = 'volume';
  readonly triggers = {
    [persistentVolumes]: presentKey,
    [claims]: ({ object, type }: StoredChange) => (type === 'DELETED' ? [textAt(object, 'spec.volumeName')] : []),
  };
  readonly #access: ClusterAccess;

  constructor(access: ClusterAccess) {
    this.#access = access;
  }

  readonly reconcile = async (key: string): Promise<undefined> => {
    const volume = this.#access.get(persistentVolumes, key);
    if (volume === undefined) return;
    const phase = this.#phase(volume);
    if (isDeleting(volume)) {
      if (phase !== 'Bound') await this.#unprotect(volume);
      return;
    }
    await this.#access.updateStatus(persistentVolumes, volume, { ...fieldsAt(volume, 'status'), phase });
    const isDeleted = textAt(volume, 'spec.persistentVolumeReclaimPolicy') === 'Delete';
    if (phase === 'Released' && isDeleted) await this.#access.remove(persistentVolumes, volume);
  };

  #phase(volume: JsonObject): string {
    if (fieldAt(volume, 'spec.claimRef') === undefined) return 'Available';
    const key = `${textAt(volume, 'spec.claimRef.namespace')}/${textAt(volume, 'spec.claimRef.name')}`;
    const claim = this.#access.get(claims, key);
    const uid = textAt(volume, 'spec.claimRef.uid');
    if (uid === '') return 'Available';
    return claim !== undefined && metadataText(claim, 'uid') === uid ? 'Bound' : 'Released';
  }

  async #unprotect(volume: JsonObject): Promise<void> {
    await this.#access.update(persistentVolumes, volume, (live) => withoutFinalizer(live, protection));
  }
}
