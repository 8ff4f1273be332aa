// In: JSON of anybody who can reach the port. Out: the objects that an API server wants in another version.
// The one place where a ConversionReview is taken for one. Called by the conversion endpoint.

import { z } from 'zod';
import { isJsonObject, type KubernetesObject, type ObjectMeta } from '../../api/index.ts';
import { formatFindings, parseStored } from '../../schema/index.ts';
import { RequestError } from '../request-error.ts';

/** Objects to convert; the answer is sent in the same version. */
export interface ConversionReview {
  readonly apiVersion: string;
  readonly uid: string;
  /** What the objects are wanted in: `group/version`. */
  readonly desiredApiVersion: string;
  readonly objects: readonly KubernetesObject[];
}

/** Longer than any uid, kind and version that an API server has. */
const longestName = 512;

function isMetadata(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const isName = (name: unknown) => name === undefined || (typeof name === 'string' && name.length <= longestName);
  return isName(value.name) && isName(value.namespace);
}

const object = z.looseObject({
  apiVersion: z.string().max(longestName),
  kind: z.string().max(longestName),
  // Parts of objects come, too, when it is worked out who owns which field: they may have no name, and no metadata at all.
  metadata: z.custom<ObjectMeta>(isMetadata, 'is not an object with the names of one').default({ name: '' }),
});

const review = z.object({
  kind: z.literal('ConversionReview'),
  apiVersion: z.enum(['apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1']),
  request: z.object({
    uid: z.string().min(1).max(longestName),
    desiredAPIVersion: z.string().min(1).max(longestName),
    // Each is validated when those before it are, as the first that is wrong is the answer.
    objects: z.custom<readonly unknown[]>(Array.isArray, 'must be a list'),
  }),
});

/**
 * The review that a body is.
 *
 * @throws RequestError with status 400 naming what is wrong: of the objects, with the first one that is.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-request-and-response
 */
export function conversionReview(body: unknown): ConversionReview {
  const { apiVersion, request } = parsed(review, body, '');
  const { uid, desiredAPIVersion: desiredApiVersion } = request;
  const objects = request.objects.map((each, index) => parsed(object, each, `request.objects[${index}]`));
  return { apiVersion, uid, desiredApiVersion, objects };
}

function parsed<Value>(type: z.ZodType<Value>, value: unknown, path: string): Value {
  const result = parseStored(type, value, path);
  if ('value' in result) return result.value;
  throw new RequestError(400, `the body is no ConversionReview: ${formatFindings(result.findings)}`);
}
