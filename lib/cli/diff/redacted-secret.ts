import { isJsonObject, type KubernetesObject } from '../../api/index.ts';
import { fieldsIn } from '../../schema/index.ts';

/** `kubectl apply` keeps a copy of the whole Secret in this annotation. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * Returns a Secret without its values, and any other object unchanged.
 *
 * @param other - the same object before or after its change: a value that differs from the other one's gets the note.
 * @param note - such as `before`.
 */
export function redactedSecret(
  object: KubernetesObject,
  other: KubernetesObject | undefined,
  note: string,
): KubernetesObject {
  if (object.apiVersion !== 'v1' || object.kind !== 'Secret') return object;
  const redacted = (fields: unknown, others: unknown) => {
    const present = fieldsIn(others);
    return Object.fromEntries(
      Object.entries(fieldsIn(fields)).map(([name, value]) => {
        const isChanged = present[name] !== undefined && present[name] !== value;
        return [name, isChanged ? `redacted (${note})` : 'redacted'];
      }),
    );
  };
  const { annotations } = object.metadata;
  const copy = annotations?.[lastApplied] === undefined ? {} : { [lastApplied]: 'redacted' };
  const metadata = { ...object.metadata, ...(annotations && { annotations: { ...annotations, ...copy } }) };
  return { ...object, metadata, ...(isJsonObject(object.data) && { data: redacted(object.data, other?.data) }) };
}
