// In: an apply of a Scale. Out: the function that applies its replicas to the live object. Called for scale subresources.

import type { JsonObject } from '../../../api/index.ts';
import { metadataFields, metadataText, openApiDefinition, SchemaNode, withMetadata } from '../../../built-in/index.ts';
import { fieldsAt } from '../../../schema/index.ts';
import { appliedFields } from '../apply/field-manager.ts';
import type { ServerState } from '../server-state.ts';
import { internalError, type StatusError } from '../status-error.ts';
import type { NextObject } from './changed-object.ts';
import { appliedObject, assertApplicable } from './object-patch.ts';
import { patchableScale, withReplicas, withScaleManagers } from './scale.ts';
import { fieldWrite, type Target } from './target.ts';

const scaleKind = { group: 'autoscaling', version: 'v1', apiVersion: 'autoscaling/v1', kind: 'Scale' };
const scaleSchema = SchemaNode.builtIn(
  { $ref: '#/components/schemas/io.k8s.api.autoscaling.v1.Scale' },
  openApiDefinition,
);

/** Returns the change of a Scale's apply: its manager owns the replicas of the object. */
export function appliedScale(state: ServerState, target: Target, body: string): (live: JsonObject) => NextObject {
  const { type, name, namespace, options } = target;
  const applied = appliedObject(body);
  assertApplicable({ ...target, type: { ...type, ...scaleKind, schema: scaleSchema } }, applied);
  const manager = {
    name: options.fieldManager,
    operation: 'Apply',
    apiVersion: type.apiVersion,
    subresource: 'scale',
  } as const;
  const write = { ...fieldWrite(state, type, manager), time: undefined, isForced: true };
  const { apiVersion } = scaleKind;
  const ofScale = { ...write, schema: scaleSchema, manager: { ...manager, apiVersion }, isForced: options.isForced };
  const { replicas } = fieldsAt(applied, 'spec');
  return (live) => {
    // Conflicts are those of the Scale.
    appliedFields(withScaleManagers(type, patchableScale(type, live), live), applied, ofScale);
    if (type.isCustom) throw unconvertible(applied, name);
    const metadata = { name, ...(type.isNamespaced && namespace !== undefined && { namespace }) };
    const bare = { apiVersion: type.apiVersion, kind: type.kind, metadata };
    const written = replicas === undefined ? bare : withReplicas(type, bare, replicas);
    const whole = appliedFields(live, written, write).object;
    const version = metadataText(applied, 'resourceVersion');
    const { resourceVersion } = metadataFields(live);
    const versioned = withMetadata(whole, { resourceVersion: version === '' ? resourceVersion : version });
    return { object: patchableScale(type, versioned), isOwned: true, applied: versioned };
  };
}

/** The API server of Kubernetes 1.36 applies no Scale of a custom resource. */
function unconvertible(applied: JsonObject, name: string): StatusError {
  const place = `${metadataText(applied, 'namespace')}/${name}; autoscaling/v1, Kind=Scale`;
  return internalError(
    `failed to convert new object (${place}) to proper version: request to convert CR to an invalid group/version: autoscaling/v1`,
  );
}
