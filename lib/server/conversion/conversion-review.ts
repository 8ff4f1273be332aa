// In: JSON of anybody who can reach the port. Out: the objects that an API server wants in another version.
// The one place where a ConversionReview is taken for one. Called by the conversion endpoint.

import { z } from 'zod';
import { isJsonObject, type KubernetesObject, type ObjectMeta } from '../../api/index.ts';
import { formatFinding, parseStored } from '../../schema/index.ts';
import { RequestError } from '../request-error.ts';

/** Objects to convert; the answer is sent in the same version. */
export interface ConversionReview {
  readonly apiVersion: string;
  readonly uid: string;
  /** What the objects are wanted in: `group/version`. */
  readonly desiredApiVersion: string;
  readonly objects: readonly KubernetesObject[];
}

const object = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  // Parts of objects come, too, when it is worked out who owns which field: they may have no name, and no metadata at all.
  metadata: z.custom<ObjectMeta>(isJsonObject, 'is not an object').default({ name: '' }),
});

const review = z.object({
  kind: z.literal('ConversionReview'),
  apiVersion: z.enum(['apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1']),
  request: z.object({
    uid: z.string().min(1),
    desiredAPIVersion: z.string().min(1),
    objects: z.array(object),
  }),
});

/**
 * The review that a body is.
 *
 * @throws RequestError with status 400 naming each field that is wrong.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-request-and-response
 */
export function conversionReview(body: unknown): ConversionReview {
  const parsed = parseStored(review, body);
  if ('findings' in parsed) {
    throw new RequestError(400, `the body is no ConversionReview: ${parsed.findings.map(formatFinding).join('; ')}`);
  }
  const { apiVersion, request } = parsed.value;
  const { uid, desiredAPIVersion: desiredApiVersion, objects } = request;
  return { apiVersion, uid, desiredApiVersion, objects };
}
