/**
 * The effect of a rule that the API server validates only for changed values, since Kubernetes 1.30.
 *
 * @see
 *   https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-ratcheting
 */
export const rejectedWriters =
  'clients that write such a value get an error; stored objects stay usable as long as the value is unchanged, but Kubernetes before 1.30 rejects every write of them';

/** The effect of a rule for the object around it, which is validated whichever field a write changes. */
export const storedObjects =
  "clients that send such an object get an error, and so does every other write of a stored one, including the operator's own";

/** The remedy for any schema that accepts less. */
export const newVersion =
  'accept the values that were valid before, or put the change into a new version of the kind and convert';
