// In: JSON of anybody who can reach the port. Out: what an API server asks about one request of a client's.
// The one place where an AdmissionReview is taken for one. Called by the admission endpoints.

import { z } from 'zod';
import type { AdmissionRequest, GroupVersionKind, KubernetesObject } from '../../api/index.ts';
import { formatFindings, parseStored } from '../../schema/index.ts';
import { RequestError } from '../request-error.ts';

/** A question about one request; the answer is sent in the same version. */
export interface AdmissionReview {
  readonly apiVersion: string;
  readonly request: ReviewedRequest;
}

/** The request of a client that waits for the answer. */
export interface ReviewedRequest extends AdmissionRequest {
  /** What the objects are. */
  readonly kind: GroupVersionKind;
  /** The object as it would be stored; its name is empty while none has been generated. Undefined for deletions. */
  readonly object: KubernetesObject | undefined;
  /** The object as it is stored. Undefined for creations. */
  readonly oldObject: KubernetesObject | undefined;
}

const object = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string().default('') }),
});

const texts = z.array(z.string());

const review = z.object({
  kind: z.literal('AdmissionReview'),
  apiVersion: z.enum(['admission.k8s.io/v1', 'admission.k8s.io/v1beta1']),
  request: z.object({
    uid: z.string().min(1),
    kind: z.object({ group: z.string(), version: z.string(), kind: z.string() }),
    operation: z.enum(['CREATE', 'UPDATE', 'DELETE']),
    userInfo: z.object({
      username: z.string().default(''),
      uid: z.string().optional(),
      groups: texts.default([]),
      extra: z.record(z.string(), texts).default({}),
    }),
    object: object.nullish(),
    oldObject: object.nullish(),
    dryRun: z.boolean().nullish(),
  }),
});

/**
 * The review that a body is.
 *
 * @throws RequestError with status 400 naming each field that is wrong.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#webhook-request-and-response
 */
export function admissionReview(body: unknown): AdmissionReview {
  const parsed = parseStored(review, body);
  if ('findings' in parsed) {
    throw new RequestError(400, `the body is no AdmissionReview: ${formatFindings(parsed.findings)}`);
  }
  const { apiVersion, request } = parsed.value;
  const { uid, kind, operation, userInfo, dryRun } = request;
  const needsObject = operation !== 'DELETE' && !request.object;
  const needsOldObject = operation !== 'CREATE' && !request.oldObject;
  if (needsObject || needsOldObject) {
    throw new RequestError(
      400,
      `the body is no AdmissionReview: request.${needsObject ? 'object' : 'oldObject'}: is required`,
    );
  }
  const { uid: userUid, ...user } = userInfo;
  return {
    apiVersion,
    request: {
      uid,
      kind,
      operation,
      user: { ...user, ...(userUid !== undefined && { uid: userUid }) },
      isDryRun: dryRun === true,
      object: request.object ?? undefined,
      oldObject: request.oldObject ?? undefined,
    },
  };
}
