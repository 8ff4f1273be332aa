import { pods, priorityClasses } from '../../collection.ts';
import { scalarText, valueAt } from '../../field.ts';
import { forbidden } from '../../status-error.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';
import type { AdmissionStep } from '../admitted-write.ts';

/** Refuses new pods whose priority class doesn't exist; classes of the system always do. */
export function priority(store: ObjectStorage): AdmissionStep {
  return {
    mutate: async ({ operation, type, subresource, name, object }) => {
      if (operation !== 'CREATE' || type.collection !== pods || subresource !== '' || object === undefined)
        return object;
      const priorityClass = scalarText(valueAt(object, ['spec', 'priorityClassName']));
      const isKnown =
        priorityClass === '' ||
        priorityClass.startsWith('system-') ||
        store.get(priorityClasses, priorityClass) !== undefined;
      if (!isKnown) throw forbidden(type, name, `no PriorityClass with name ${priorityClass} was found`);
      return object;
    },
  };
}
