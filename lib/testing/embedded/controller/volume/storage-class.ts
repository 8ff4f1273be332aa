import type { JsonObject } from '../../../../api/index.ts';
import { timeAt } from '../../field.ts';
import { metadataText } from '../../object.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import { annotationsOf } from '../node/scheduler.ts';

/** The collection of storage classes. */
export const storageClasses = 'storage.k8s.io/storageclasses';

const defaultAnnotation = 'storageclass.kubernetes.io/is-default-class';

/** Creates the default storage class. Its volumes store nothing. */
export async function createDefaultClass(access: ClusterAccess): Promise<void> {
  await access.create(storageClasses, {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'standard', annotations: { [defaultAnnotation]: 'true' } },
    provisioner: 'operand.invalid/volumes',
    reclaimPolicy: 'Delete',
    allowVolumeExpansion: true,
    volumeBindingMode: 'Immediate',
  });
}

/** Returns the name of the newest default class; undefined if there is none. */
export function defaultClassName(classes: readonly JsonObject[]): string | undefined {
  const marked = classes.filter((each) => annotationsOf(each)[defaultAnnotation] === 'true');
  const [newest] = marked.toSorted(
    (one, other) =>
      (timeAt(other, 'metadata.creationTimestamp') ?? 0) - (timeAt(one, 'metadata.creationTimestamp') ?? 0),
  );
  return newest === undefined ? undefined : metadataText(newest, 'name');
}

/** Returns true if volumes of a class are made for claims. */
export function isProvisioned(storageClass: JsonObject | undefined): boolean {
  return storageClass !== undefined && storageClass.provisioner !== 'kubernetes.io/no-provisioner';
}
