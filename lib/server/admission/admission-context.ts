// In: the objects of a review, as JSON. Out: the contexts of callbacks. Called by the admission endpoints.

import {
  type AdmissionContext,
  type CustomResourceClass,
  jsonCopy,
  type KubernetesObject,
  type Proposed,
  type Resource,
  type ResourceContext,
  type ResourceDefinition,
} from '../../api/index.ts';
import { fieldsIn, type Parsed, parseStored } from '../../schema/index.ts';
import type { ReviewedRequest } from './admission-review.ts';

/** Returns the proposed object with its parsed spec; or the validation errors of the spec. */
export function proposedResource(
  definition: ResourceDefinition,
  object: KubernetesObject,
): Parsed<Proposed<CustomResourceClass>> {
  const { apiVersion, kind, metadata, status } = object;
  const parsed = parseStored(definition.spec, object.spec ?? {}, 'spec');
  if ('findings' in parsed) return parsed;
  return { value: { apiVersion, kind, metadata, spec: parsed.value, status: fieldsIn(status) } };
}

/**
 * Returns a stored object as the resource in the context of a callback.
 *
 * A spec that is older than a rule may violate it, and is returned unchanged: otherwise no client could fix or delete
 * the object.
 */
export function storedResource(
  definition: ResourceDefinition,
  object: KubernetesObject,
): Resource<CustomResourceClass> {
  const { apiVersion, kind, metadata, spec, status } = object;
  const parsed = proposedResource(definition, object);
  const resource = 'value' in parsed ? parsed.value : { apiVersion, kind, metadata, spec, status: status ?? {} };
  // A stored object has uid, resource version and creation time.
  return resource as Resource<CustomResourceClass>;
}

/** Copies a resource of any depth: API servers accept 10,000 levels, and `structuredClone` fails at fewer. */
export function copiedResource(resource: Proposed<CustomResourceClass>): Proposed<CustomResourceClass> {
  try {
    return structuredClone(resource);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const copy: unknown = jsonCopy(resource);
    return copy as Proposed<CustomResourceClass>;
  }
}

/** Returns the part of a context about a stored resource. */
export function resourceContext(resource: Resource<CustomResourceClass>): ResourceContext<CustomResourceClass> {
  return { resource, metadata: resource.metadata, spec: resource.spec };
}

/** Returns the part of a context about a proposed resource and the stored one. */
export function admissionContext(
  definition: ResourceDefinition,
  resource: Proposed<CustomResourceClass>,
  { oldObject }: ReviewedRequest,
): Pick<AdmissionContext<CustomResourceClass>, 'resource' | 'metadata' | 'spec' | 'previous'> {
  const previous = oldObject && storedResource(definition, oldObject);
  return { resource, metadata: resource.metadata, spec: resource.spec, previous };
}
