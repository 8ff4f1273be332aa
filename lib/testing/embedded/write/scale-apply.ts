// In: an apply of a Scale. Out: the function that applies its replicas to the live object. Called for scale subresources.

import type { JsonObject } from '../../../api/index.ts';
import { metadataText } from '../../../built-in/index.ts';
import { appliedFields } from '../apply/field-manager.ts';
import type { ServerState } from '../server-state.ts';
import { internalError, type StatusError } from '../status-error.ts';
import type { NextObject } from './changed-object.ts';
import { assertAddressed, assertNamed } from './decoded-body.ts';
import { appliedObject, assertApplicable } from './object-apply.ts';
import { ownedScale, scaleSchema, scaleWrite } from './scale-manager.ts';
import type { Target } from './target.ts';

const scaleKind = { group: 'autoscaling', version: 'v1', apiVersion: 'autoscaling/v1', kind: 'Scale' };
/** Returns the change of a Scale's apply: its manager owns the replicas of the object. */
export function appliedScale(state: ServerState, target: Target, body: string): (live: JsonObject) => NextObject {
  const { type, name, options } = target;
  const applied = appliedObject(body);
  assertApplicable({ ...target, type: { ...type, ...scaleKind, schema: scaleSchema } }, applied);
  assertNamed(applied, name);
  assertAddressed(applied, target);
  const write = { ...scaleWrite(state, target, 'Apply'), isForced: options.isForced };
  return (live) => {
    const { object } = appliedFields(ownedScale(type, live), applied, write);
    if (type.isCustom) throw unconvertible(applied, name);
    return { object, isOwned: true };
  };
}

/** The API server of Kubernetes 1.36 applies no Scale of a custom resource. */
function unconvertible(applied: JsonObject, name: string): StatusError {
  const place = `${metadataText(applied, 'namespace')}/${name}; autoscaling/v1, Kind=Scale`;
  return internalError(
    `failed to convert new object (${place}) to proper version: request to convert CR to an invalid group/version: autoscaling/v1`,
  );
}
