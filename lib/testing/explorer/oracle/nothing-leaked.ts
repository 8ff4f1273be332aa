import { objectTitle } from '../../../api/index.ts';
import { firstViolation, type Oracle } from './oracle.ts';

/** Each object that the operator creates has an owner, or its resource has a finalizer; and none stays without a resource. */
export const nothingLeaked: Oracle = {
  name: 'nothing leaked',
  violation: ({ steps, created }) =>
    firstViolation(steps, ({ objects, resources }) => {
      if (resources.some(({ metadata }) => (metadata.finalizers ?? []).length > 0)) return [];
      const uids = new Set(objects.map(({ metadata }) => metadata.uid));
      const end = resources.length === 0 ? ', and its resource is gone' : '';
      return objects
        .filter(({ metadata }) => created.has(metadata.uid))
        .filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uids.has(uid)) !== true)
        .map((object) => `${objectTitle(object)} has no owner${end}`);
    }),
};
