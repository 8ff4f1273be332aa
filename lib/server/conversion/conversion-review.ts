// In: untrusted JSON from the network. Out: the objects to convert. The only place that validates a ConversionReview.
// Called by the conversion endpoint.

import { z } from 'zod';
import { isJsonObject, type KubernetesObject, type ObjectMeta } from '../../api/index.ts';
import { formatFindings, parseStored } from '../../schema/index.ts';
import { RequestError } from '../request-error.ts';

/** Objects to convert; the response has the same version. */
export interface ConversionReview {
  readonly apiVersion: string;
  readonly uid: string;
  /** The requested version: `group/version`. */
  readonly desiredApiVersion: string;
  readonly objects: readonly KubernetesObject[];
}

/** Longer than any uid, kind and version of an API server. */
const longestName = 512;

function isMetadata(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const isName = (name: unknown) => name === undefined || (typeof name === 'string' && name.length <= longestName);
  return isName(value.name) && isName(value.namespace);
}

const object = z.looseObject({
  apiVersion: z.string().max(longestName),
  kind: z.string().max(longestName),
  // For field ownership, API servers also convert parts of objects, which may have no name, and no metadata.
  metadata: z.custom<ObjectMeta>(isMetadata, 'is not an object with the names of one').default({ name: '' }),
});

const review = z.object({
  kind: z.literal('ConversionReview'),
  apiVersion: z.enum(['apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1']),
  request: z.object({
    uid: z.string().min(1).max(longestName),
    desiredAPIVersion: z.string().min(1).max(longestName),
    // The objects are validated one at a time, since only the first error is reported.
    objects: z.custom<readonly unknown[]>(Array.isArray, 'must be a list'),
  }),
});

/**
 * Parses the body of a review.
 *
 * @throws RequestError with status 400 naming the errors; of the objects, only the first invalid one.
 * @see
 *   https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-request-and-response
 */
export function conversionReview(body: unknown): ConversionReview {
  const { apiVersion, request } = parsedReviewPart(review, body, '');
  const { uid, desiredAPIVersion: desiredApiVersion } = request;
  const objects = request.objects.map((each, index) => parsedReviewPart(object, each, `request.objects[${index}]`));
  return { apiVersion, uid, desiredApiVersion, objects };
}

function parsedReviewPart<Value>(type: z.ZodType<Value>, value: unknown, path: string): Value {
  const result = parseStored(type, value, path);
  if ('value' in result) return result.value;
  throw new RequestError(400, `the body is not a ConversionReview: ${formatFindings(result.findings)}`);
}
