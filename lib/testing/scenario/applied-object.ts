import { ApiObject } from 'cdk8s';
import type { KubernetesObject } from '../../api/index.ts';
import type { AnySample } from '../../constructs/index.ts';
import { manifest } from './decoded-object.ts';

/** An object that a user of a scenario applies: a sample of the operator, or a manifest. */
export type AppliedObject = AnySample | KubernetesObject;

/** Returns the manifest of a sample, or the manifest itself. */
export function manifestOf(object: AppliedObject): KubernetesObject {
  return isSample(object) ? manifest(object.object) : object;
}

function isSample(object: AppliedObject): object is AnySample {
  return ApiObject.isApiObject(object.object);
}
