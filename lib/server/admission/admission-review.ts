// In: untrusted JSON from the network. Out: the request of an API server. The only place that validates an
// AdmissionReview. Called by the admission endpoints.

import { z } from 'zod';
import type { AdmissionRequest, GroupVersionKind, KubernetesObject } from '../../api/index.ts';
import { formatFindings, isSameJson, parseStored } from '../../schema/index.ts';
import { RequestError } from '../request-error.ts';

/** A review of one request; the response has the same version. */
export interface AdmissionReview {
  readonly apiVersion: string;
  readonly request: ReviewedRequest;
}

/** The request of a client that waits for the response. */
export interface ReviewedRequest extends AdmissionRequest {
  /** The kind of the objects. */
  readonly kind: GroupVersionKind;
  /** The object as it will be stored; its name is empty until it is generated. Undefined for deletions. */
  readonly object: KubernetesObject | undefined;
  /** The stored object. Undefined for creations. */
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
 * Parses the body of a review.
 *
 * @throws RequestError with status 400 naming each invalid field.
 * @see
 *   https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#webhook-request-and-response
 */
export function admissionReview(body: unknown): AdmissionReview {
  const parsed = parseStored(review, body);
  if ('findings' in parsed) {
    throw new RequestError(400, `the body is not an AdmissionReview: ${formatFindings(parsed.findings)}`);
  }
  const { apiVersion, request } = parsed.value;
  const { uid, kind, operation, userInfo, dryRun } = request;
  const needsObject = operation !== 'DELETE' && !request.object;
  const needsOldObject = operation !== 'CREATE' && !request.oldObject;
  if (needsObject || needsOldObject) {
    throw new RequestError(
      400,
      `the body is not an AdmissionReview: request.${needsObject ? 'object' : 'oldObject'}: is required`,
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

/**
 * Returns the object under review: the one to be stored, or the stored one of a deletion.
 *
 * @throws RequestError with status 400 if the request has neither.
 */
export function reviewedObject({ object, oldObject }: ReviewedRequest): KubernetesObject {
  const reviewed = object ?? oldObject;
  if (reviewed === undefined) throw new RequestError(400, 'the review has neither object nor oldObject');
  return reviewed;
}

/** Returns true if a request doesn't change the stored spec. */
export function leavesSpec({ object, oldObject }: ReviewedRequest): boolean {
  return oldObject !== undefined && isSameJson(object?.spec, oldObject.spec);
}

/**
 * Returns true if a request is only a step of a deletion, such as the removal of a finalizer. Webhooks can't reject a
 * deletion in progress.
 */
export function isBeingDeleted(request: ReviewedRequest): boolean {
  return request.object?.metadata.deletionTimestamp !== undefined && leavesSpec(request);
}
