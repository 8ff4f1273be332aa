import { isJsonObject } from '../../../../api/index.ts';
import { claims, storageClasses } from '../../collection.ts';
import { textMap, valueAt } from '../../field.ts';
import { metadataFields } from '../../object.ts';
import { defaultClassName } from '../../storage-class.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';
import type { AdmissionStep } from '../admitted-write.ts';

/** Gives new volume claims without a storage class the default one of the cluster: the newest, if several are marked so. */
export function defaultStorageClass(store: ObjectStorage): AdmissionStep {
  return {
    mutate: async ({ operation, type, object }) => {
      if (operation !== 'CREATE' || type.collection !== claims || object === undefined) return object;
      const annotations = textMap(metadataFields(object).annotations);
      if (valueAt(object, ['spec', 'storageClassName']) !== undefined) return object;
      if (annotations['volume.beta.kubernetes.io/storage-class'] !== undefined) return object;
      const storageClassName = defaultClassName(store.list(storageClasses).map(([, found]) => found));
      if (storageClassName === undefined) return object;
      const spec = isJsonObject(object.spec) ? object.spec : {};
      return { ...object, spec: { ...spec, storageClassName } };
    },
  };
}
