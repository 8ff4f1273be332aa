// In: a Service that is about to be stored. Out: nothing, or the refusal of an address or a port that another Service has got since
// this one was prepared. A step of admission: the API server has no such plugin, but allocates both before it validates a Service.

import { assertFreeAddress } from '../../built-in/service-address.ts';
import { services } from '../../collection.ts';
import type { StoredObjects } from '../../store/object-storage.ts';
import type { AdmissionStep } from '../admitted-write.ts';

/** Returns the step that keeps concurrent writes from giving one address or port to two Services. */
export function uniqueServiceAddress(store: StoredObjects): AdmissionStep {
  return {
    limit: ({ type, subresource, object }) => {
      if (type.collection === services && subresource === '' && object !== undefined) assertFreeAddress(object, store);
    },
  };
}
