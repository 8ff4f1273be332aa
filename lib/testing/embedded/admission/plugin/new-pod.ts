import type { JsonObject } from '../../../../api/index.ts';
import { metadataText } from '../../../../built-in/index.ts';
import { fieldsAt, withFields } from '../../../../schema/index.ts';
import { forbidden, type StatusError } from '../../status-error.ts';
import type { AdmissionStep, AdmittedWrite } from '../admitted-write.ts';

/** Returns the step that changes, or refuses, each new pod. */
export function newPodStep(change: (pod: JsonObject, write: AdmittedWrite) => JsonObject): AdmissionStep {
  return {
    mutate: (write) => (isNewPod(write) ? change(write.object, write) : write.object),
  };
}

/** Returns true if a write creates a pod. */
export function isNewPod(write: AdmittedWrite): write is AdmittedWrite & { readonly object: JsonObject } {
  const { operation, type, subresource, object } = write;
  return operation === 'CREATE' && type.collection === '/pods' && subresource === '' && object !== undefined;
}

/** Returns a pod with other fields of its spec; those that are undefined are removed. */
export function withPodSpec(
  pod: JsonObject,
  change: (spec: JsonObject) => Readonly<Record<string, JsonObject[string] | undefined>>,
): JsonObject {
  const spec = fieldsAt(pod, 'spec');
  return { ...pod, spec: withFields(spec, change(spec)) };
}

/** Returns the refusal of a write by a plugin. */
export function pluginRefusal({ type, name, object }: AdmittedWrite, cause: string): StatusError {
  return forbidden(type, name || metadataText(object ?? {}, 'generateName') || 'Unknown', cause);
}
