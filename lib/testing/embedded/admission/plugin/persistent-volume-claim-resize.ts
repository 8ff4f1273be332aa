import type { JsonObject } from '../../../../api/index.ts';
import { fieldsAt, quantityBillionths, textAt } from '../../../../schema/index.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';
import type { AdmissionStep } from '../admitted-write.ts';
import { pluginRefusal } from './new-pod.ts';

/** Refuses the growth of claims that aren't bound, or whose class doesn't allow it. */
export function persistentVolumeClaimResize(store: ObjectStorage): AdmissionStep {
  return {
    validate: (write) => {
      const { operation, type, subresource, object, oldObject } = write;
      if (operation !== 'UPDATE' || type.collection !== '/persistentvolumeclaims' || subresource !== '') return;
      if (object === undefined || oldObject === undefined || requested(object) <= requested(oldObject)) return;
      if (textAt(oldObject, 'status.phase') !== 'Bound') {
        throw pluginRefusal(write, 'only bound persistent volume claims can be expanded');
      }
      const storageClass = store.get('storage.k8s.io/storageclasses', textAt(object, 'spec.storageClassName'));
      if (storageClass?.allowVolumeExpansion === true) return;
      const cause =
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
      throw pluginRefusal(write, cause);
    },
  };
}

function requested(claim: JsonObject): bigint {
  return quantityBillionths(textAt(fieldsAt(claim, 'spec.resources.requests'), 'storage')) ?? 0n;
}
