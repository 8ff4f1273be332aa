import { ApiObject } from 'cdk8s';
import type { KubernetesObject } from '../../api/index.ts';
import type { AnySample } from '../../constructs/index.ts';
import { constructManifest } from './decoded-object.ts';

/** An object that a user of a scenario applies: a sample of the operator, or a manifest. */
export type AppliedObject = AnySample | KubernetesObject;

/** Objects that a user of a scenario applies, one after the other. */
export type AppliedObjects = AppliedObject | readonly AppliedObject[];

/** Returns one or several objects as a list. */
export function appliedObjects(objects: AppliedObjects): readonly AppliedObject[] {
  return isList(objects) ? objects : [objects];
}

/** Returns the manifest of a sample, or the manifest itself. */
export function manifestOf(object: AppliedObject): KubernetesObject {
  return isSample(object) ? constructManifest(object.object) : object;
}

function isSample(object: AppliedObject): object is AnySample {
  return ApiObject.isApiObject(object.object);
}

function isList(objects: AppliedObjects): objects is readonly AppliedObject[] {
  return Array.isArray(objects);
}
