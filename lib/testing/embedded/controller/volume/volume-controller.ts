// In: volumes and the claims that they are bound to. Out: the phase of volumes, and the end of those whose claim has gone. Started by the
// embedded cluster.

import type { JsonObject } from '../../../../api/index.ts';
import { isDeleting, metadataText, withoutFinalizer } from '../../../../built-in/index.ts';
import { fieldsAt, textAt } from '../../../../schema/index.ts';
import { claims, persistentVolumes } from '../../collection.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import { type ClusterController, presentKey } from '../cluster-controller.ts';

const protection = 'kubernetes.io/pv-protection';

/** Releases volumes, and deletes those whose reclaim policy is Delete. */
export function volumeController(access: ClusterAccess): ClusterController {
  return {
    name: 'volume',
    triggers: {
      [persistentVolumes]: presentKey,
      [claims]: ({ object, type }) => (type === 'DELETED' ? [textAt(object, 'spec.volumeName')] : []),
    },
    reconcile: async (key) => {
      const volume = access.get(persistentVolumes, key);
      if (volume === undefined) return undefined;
      const phase = phaseOf(access, volume);
      if (isDeleting(volume)) {
        if (phase !== 'Bound')
          await access.update(persistentVolumes, volume, (live) => withoutFinalizer(live, protection));
        return undefined;
      }
      await access.updateStatus(persistentVolumes, volume, { ...fieldsAt(volume, 'status'), phase });
      const isDeleted = textAt(volume, 'spec.persistentVolumeReclaimPolicy') === 'Delete';
      if (phase === 'Released' && isDeleted) await access.remove(persistentVolumes, volume);
      return undefined;
    },
  };
}

function phaseOf(access: ClusterAccess, volume: JsonObject): string {
  const uid = textAt(volume, 'spec.claimRef.uid');
  if (uid === '') return 'Available';
  const key = `${textAt(volume, 'spec.claimRef.namespace')}/${textAt(volume, 'spec.claimRef.name')}`;
  const claim = access.get(claims, key);
  return claim !== undefined && metadataText(claim, 'uid') === uid ? 'Bound' : 'Released';
}
