// Who is hit by a schema that takes less than it did. Words that several findings say.

/**
 * By what the API server asks only of what a write changes, since Kubernetes 1.30.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-ratcheting
 */
export const whoeverWritesSuch =
  'clients that write such a value are refused; objects that have it stay usable as long as it stays as it is, but on Kubernetes before 1.30 every write of them is refused';

/** By what is asked of the object around it, whichever of its fields a write changes. */
export const whoeverHasSuch =
  "clients that send such an object are refused, and so is every write that changes anything else in a stored one, the operator's own included";

/** What helps against any schema that takes less. */
export const newVersion = 'take what was taken before, or put the change into a new version of the kind and convert';
