// In: an object with a scale subresource. Out: its Scale, and the object with other replicas. Called by the API server.

import type { JsonObject, JsonValue } from '../../../api/index.ts';
import { type Cause, invalidValue, metadataFields } from '../../../built-in/index.ts';
import { fieldAt, fieldsAt, fieldsIn, scalarText, valueAt, withFields } from '../../../schema/index.ts';
import type { ResourceType, ScalePaths } from '../resource-type.ts';
import { selectorText } from '../selector/selector-text.ts';
import { badRequest, internalErrorWithCause, invalid } from '../status-error.ts';
import { bodyObject } from './decoded-body.ts';

/** The paths of a kind without a scale subresource. */
export const noPaths: ScalePaths = { specReplicas: [], statusReplicas: [], selector: undefined };

/** Returns the Scale of an object. @throws StatusError if a custom resource has no replicas. */
export function scaleOf(type: ResourceType, object: JsonObject): JsonObject {
  const { scale = noPaths, isCustom } = type;
  const replicas = valueAt(object, scale.specReplicas);
  if (typeof replicas !== 'number' && isCustom) {
    const message = `the spec replicas field ".${scale.specReplicas.join('.')}" does not exist`;
    throw internalErrorWithCause(message);
  }
  return patchableScale(type, object);
}

/** Returns a Scale for a patch, also of an object without replicas. */
export function patchableScale({ scale = noPaths, isCustom }: ResourceType, object: JsonObject): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadataFields(object);
  const replicas = valueAt(object, scale.specReplicas);
  const selector = scale.selector === undefined ? undefined : valueAt(object, scale.selector);
  const observed = valueAt(object, scale.statusReplicas) ?? 0;
  const labels = isCustom ? selector : selectorText(fieldAt(object, 'spec.selector'));
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: withFields({}, { name, namespace, uid, resourceVersion, creationTimestamp }),
    spec: typeof replicas === 'number' && replicas !== 0 ? { replicas } : {},
    status: { replicas: observed, ...(typeof labels === 'string' && labels !== '' && { selector: labels }) },
  };
}

/** Returns the Scale of a body. @throws StatusError for an object of another kind */
export function writtenScale(
  { isCustom }: ResourceType,
  sent: { readonly body: string; readonly contentType: string },
): JsonObject {
  const scale = bodyObject(sent, 'Scale');
  const { kind = 'Scale', apiVersion = 'autoscaling/v1' } = scale;
  if (kind === 'Scale' && apiVersion === 'autoscaling/v1') return scale;
  const scheme = 'in scheme "pkg/runtime/scheme.go:111"';
  if (isCustom) throw badRequest(`no kind is registered for the type v1.Scale ${scheme}`);
  const [named, version] = [scalarText(kind), scalarText(apiVersion)];
  const fault = `no kind "${named}" is registered for version "${version}" ${scheme}`;
  throw badRequest(`${named} in version "${version.split('/').at(-1)}" cannot be handled as a Scale: ${fault}`);
}

/** Returns a Scale as Go encodes it: without replicas if they are zero, so that no manager owns them. */
export function encodedScale(scale: JsonObject): JsonObject {
  const spec = fieldsAt(scale, 'spec');
  return { ...scale, spec: withFields(spec, { replicas: spec.replicas === 0 ? undefined : spec.replicas }) };
}

/** Returns an object with the replicas of a Scale. */
export function scaledObject(
  { scale = noPaths, isCustom }: ResourceType,
  object: JsonObject,
  written: JsonObject,
): JsonObject {
  const spec = fieldsAt(written, 'spec');
  const replicas = spec.replicas ?? 0;
  const name = metadataFields(object).name;
  const causes: Cause[] =
    isCustom || (typeof replicas === 'number' && replicas >= 0)
      ? []
      : [invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0')];
  if (causes.length > 0) throw invalid({ group: 'autoscaling', kind: 'Scale' }, scalarText(name), causes);
  const { resourceVersion } = metadataFields(written);
  const versioned =
    resourceVersion === undefined ? object : { ...object, metadata: { ...metadataFields(object), resourceVersion } };
  return withValue(versioned, scale.specReplicas, replicas);
}

function withValue(object: JsonObject, [field, ...rest]: readonly string[], value: JsonValue): JsonObject {
  if (field === undefined) return object;
  const inner = object[field];
  return { ...object, [field]: rest.length === 0 ? value : withValue(fieldsIn(inner), rest, value) };
}
