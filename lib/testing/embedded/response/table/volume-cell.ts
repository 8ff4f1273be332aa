// In: a volume or a claim. Out: the cells of its row. Called by the tables of built-in kinds.

import type { JsonObject } from '../../../../api/index.ts';
import { annotationsOf, isDeleting } from '../../../../built-in/index.ts';
import { listAt, textAt } from '../../../../schema/index.ts';
import { at, type CellFunction, type Cells } from './cell.ts';

/** The cells that volumes and claims have in common. */
const commonCells: Cells = {
  'Access Modes': accessModes('spec.accessModes'),
  Status: (object) => (isDeleting(object) ? 'Terminating' : textAt(object, 'status.phase')),
  StorageClass: (object) => beta(object, 'storage-class') ?? textAt(object, 'spec.storageClassName'),
  VolumeAttributesClass: ['spec.volumeAttributesClassName', '<unset>'],
  VolumeMode: ['spec.volumeMode', '<unset>'],
};

/** The cells of a PersistentVolumeClaim. */
export const claimCells: Cells = {
  ...commonCells,
  Volume: 'spec.volumeName',
  Capacity: (claim) => (isBound(claim) ? textAt(claim, 'status.capacity.storage', '0') : ''),
  'Access Modes': (claim, nowMs) => (isBound(claim) ? accessModes('status.accessModes')(claim, nowMs) : ''),
};

/** The cells of a PersistentVolume. */
export const volumeCells: Cells = {
  ...commonCells,
  Capacity: ['spec.capacity.storage', '0'],
  'Reclaim Policy': 'spec.persistentVolumeReclaimPolicy',
  Claim: (volume) =>
    at(volume, 'spec.claimRef') === undefined
      ? ''
      : `${textAt(volume, 'spec.claimRef.namespace')}/${textAt(volume, 'spec.claimRef.name')}`,
  Reason: 'status.reason',
};

/** Returns true if a claim names a volume. */
function isBound(claim: JsonObject): boolean {
  return textAt(claim, 'spec.volumeName') !== '';
}

function beta(object: JsonObject, name: string): string | undefined {
  return annotationsOf(object)[`volume.beta.kubernetes.io/${name}`];
}

const shortModes = new Map([
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]);

/** Returns the cell of a list of access modes. */
function accessModes(path: string): CellFunction {
  return (object) => {
    const modes = new Set(listAt(object, path));
    return [...shortModes].flatMap(([mode, short]) => (modes.has(mode) ? [short] : [])).join(',');
  };
}
