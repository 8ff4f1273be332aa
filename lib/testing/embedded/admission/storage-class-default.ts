import { isJsonObject, type JsonObject } from '../../../api/index.ts';
import { metadataFields, metadataText, textMap, valueAt } from '../object.ts';
import type { ObjectStorage } from '../store/store.ts';
import type { AdmissionStep } from './admitted-write.ts';

/** Gives new volume claims without a storage class the default one of the cluster: the newest, if several are marked so. */
export function storageClassDefault(store: ObjectStorage): AdmissionStep {
  return {
    mutate: async ({ operation, type, object }) => {
      if (operation !== 'CREATE' || type.collection !== '/persistentvolumeclaims' || object === undefined)
        return object;
      const annotations = textMap(metadataFields(object).annotations);
      if (valueAt(object, ['spec', 'storageClassName']) !== undefined) return object;
      if (annotations['volume.beta.kubernetes.io/storage-class'] !== undefined) return object;
      const [first] = store
        .list('storage.k8s.io/storageclasses')
        .map(([, found]) => found)
        .filter(isDefault)
        .sort((one, other) =>
          metadataText(one, 'creationTimestamp') < metadataText(other, 'creationTimestamp') ? 1 : -1,
        );
      if (first === undefined) return object;
      const spec = isJsonObject(object.spec) ? object.spec : {};
      return { ...object, spec: { ...spec, storageClassName: metadataText(first, 'name') } };
    },
  };
}

function isDefault(storageClass: JsonObject): boolean {
  const annotations = textMap(metadataFields(storageClass).annotations);
  return annotations['storageclass.kubernetes.io/is-default-class'] === 'true';
}
