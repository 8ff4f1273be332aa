import { annotationsOf } from '../../../../built-in/index.ts';
import { fieldAt, fieldsAt } from '../../../../schema/index.ts';
import { claims, storageClasses } from '../../collection.ts';
import { defaultClassName } from '../../storage-class.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';
import type { AdmissionStep } from '../admitted-write.ts';

/** Gives new volume claims without a storage class the default one of the cluster: the newest, if several are marked so. */
export function defaultStorageClass(store: ObjectStorage): AdmissionStep {
  return {
    mutate: ({ operation, type, object }) => {
      if (operation !== 'CREATE' || type.collection !== claims || object === undefined) return object;
      const annotations = annotationsOf(object);
      if (fieldAt(object, 'spec.storageClassName') !== undefined) return object;
      if (annotations['volume.beta.kubernetes.io/storage-class'] !== undefined) return object;
      const storageClassName = defaultClassName(store.list(storageClasses).map(([, found]) => found));
      if (storageClassName === undefined) return object;
      const spec = fieldsAt(object, 'spec');
      return { ...object, spec: { ...spec, storageClassName } };
    },
  };
}
