// In: the objects of a review, as JSON. Out: the same as callbacks receive them.
// Called by the admission endpoints.

import {
  type AdmissionContext,
  type CustomResourceClass,
  isJsonObject,
  isSameJson,
  type KubernetesObject,
  type Proposed,
  type Resource,
  type ResourceContext,
  type ResourceDefinition,
} from '../../api/index.ts';
import { type Parsed, parseStored } from '../../schema/index.ts';
import type { ReviewedRequest } from './admission-review.ts';

/** The object that somebody wants, its spec parsed; or what is wrong with the spec. */
export function proposedResource(
  definition: ResourceDefinition,
  object: KubernetesObject,
): Parsed<Proposed<CustomResourceClass>> {
  const { apiVersion, kind, metadata, status } = object;
  const parsed = parseStored(definition.spec, object.spec ?? {}, 'spec');
  if ('findings' in parsed) return parsed;
  return { value: { apiVersion, kind, metadata, spec: parsed.value, status: isJsonObject(status) ? status : {} } };
}

/**
 * An object that is stored.
 *
 * A spec from before a rule was added may break it, and stays as it is: otherwise nobody could mend or delete the object.
 */
export function storedResource(
  definition: ResourceDefinition,
  object: KubernetesObject,
): Resource<CustomResourceClass> {
  const { apiVersion, kind, metadata, spec, status } = object;
  const parsed = proposedResource(definition, object);
  const resource = 'value' in parsed ? parsed.value : { apiVersion, kind, metadata, spec, status: status ?? {} };
  // The API server has stored it, hence it has uid, resource version and creation time.
  return resource as Resource<CustomResourceClass>;
}

/** A stored resource as callbacks get it. */
export function resourceContext(resource: Resource<CustomResourceClass>): ResourceContext<CustomResourceClass> {
  return { resource, metadata: resource.metadata, spec: resource.spec };
}

/** A proposed resource as callbacks get it, with the stored one. */
export function admissionContext(
  definition: ResourceDefinition,
  resource: Proposed<CustomResourceClass>,
  { oldObject }: ReviewedRequest,
): Pick<AdmissionContext<CustomResourceClass>, 'resource' | 'metadata' | 'spec' | 'previous'> {
  const previous = oldObject && storedResource(definition, oldObject);
  return { resource, metadata: resource.metadata, spec: resource.spec, previous };
}

/** Whether a request leaves the spec as it is stored. */
export function leavesSpec({ object, oldObject }: ReviewedRequest): boolean {
  return oldObject !== undefined && isSameJson(object?.spec, oldObject.spec);
}

/**
 * Whether a request only brings the deletion of an object nearer, such as one that takes away a finalizer.
 * Nobody can refuse what is under way.
 */
export function isLeaving(request: ReviewedRequest): boolean {
  return request.object?.metadata.deletionTimestamp !== undefined && leavesSpec(request);
}
