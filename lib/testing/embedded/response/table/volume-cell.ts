// In: a volume or a claim. Out: the cells of its row. Called by the tables of built-in kinds.

import type { JsonObject } from '../../../../api/index.ts';
import { annotationsOf, isDeleting } from '../../../../built-in/index.ts';
import { listAt, textAt } from '../../../../schema/index.ts';
import type { CellFunction, Cells } from './cell.ts';

/** The cells that volumes and claims have in common. */
export const volumeCells: Cells = {
  'Access Modes': accessModes('spec.accessModes'),
  Status: (object) => (isDeleting(object) ? 'Terminating' : textAt(object, 'status.phase')),
  StorageClass: (object) => beta(object, 'storage-class') ?? textAt(object, 'spec.storageClassName'),
  VolumeAttributesClass: ['spec.volumeAttributesClassName', '<unset>'],
  VolumeMode: ['spec.volumeMode', '<unset>'],
};

/** Returns true if a claim names a volume. */
export function isBound(claim: JsonObject): boolean {
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
export function accessModes(path: string): CellFunction {
  return (object) => {
    const modes = new Set(listAt(object, path));
    return [...shortModes].flatMap(([mode, short]) => (modes.has(mode) ? [short] : [])).join(',');
  };
}
