// In: a write, and the response of an admission webhook. Out: the review that is sent, and the decision in the response. Called for each
// webhook.

import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../api/index.ts';
import { jsonSyntaxFault, unmarshalFault } from '../../../../built-in/index.ts';
import { brandedError } from '../../../../error/index.ts';
import { fieldsIn, isJsonList, listOf, scalarText, textMap } from '../../../../schema/index.ts';
import { parsedJson } from '../../json-text.ts';

/** A response that isn't one to the review. */
export class ReviewError extends brandedError('ReviewError') {}

/** A patch that can't be read. */
export class PatchError extends brandedError('PatchError') {}

/** The two sorts of webhooks. */
export type WebhookSort = 'mutating' | 'validating';

/** The decision of a webhook. */
export interface WebhookDecision {
  readonly isAllowed: boolean;
  /** A Status; absent if the webhook gave none. */
  readonly result: JsonObject | undefined;
  readonly warnings: readonly string[];
  /** The steps of a JSON patch; empty if nothing changes. */
  readonly patch: readonly JsonValue[];
}

/** Returns a review with an id of its own. */
export function newReview(request: JsonObject): { readonly uid: string; readonly review: JsonObject } {
  const uid = randomUUID();
  return { uid, review: { kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1', request: { uid, ...request } } };
}

/** Reads the decision from the body of a response. @throws ReviewError as the API server words it. */
export function decisionIn(body: JsonValue, uid: string, sort: WebhookSort): WebhookDecision {
  const review = fieldsIn(body);
  if (!isJsonObject(review.response)) throw new ReviewError('webhook response was absent');
  const { response } = review;
  const answered = scalarText(response.uid);
  if (answered !== uid) throw new ReviewError(`expected response.uid="${uid}", got "${answered}"`);
  const named = `${scalarText(review.apiVersion)}, Kind=${scalarText(review.kind)}`;
  if (named !== 'admission.k8s.io/v1, Kind=AdmissionReview') {
    throw new ReviewError(`expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got ${named}`);
  }
  const patch = scalarText(response.patch);
  const { patchType } = textMap({ patchType: response.patchType ?? null });
  assertPatch(patch, patchType, sort);
  const { warnings } = response;
  return {
    isAllowed: response.allowed === true,
    result: isJsonObject(response.status) ? response.status : undefined,
    warnings: listOf(warnings).map(scalarText),
    patch: response.allowed === true && patch !== '' ? patchSteps(patch, scalarText(response.patchType)) : [],
  };
}

function patchSteps(encoded: string, patchType: string): readonly JsonValue[] {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  try {
    const steps = parsedJson(text);
    if (!isJsonList(steps))
      throw new PatchError(
        `received undecodable patch in webhook response: ${unmarshalFault(steps, 'jsonpatch.Patch')}`,
      );
    if (steps.length > 0 && patchType !== 'JSONPatch')
      throw new PatchError(`unsupported patch type ${JSON.stringify(patchType)}`);
    return steps;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new PatchError(`received undecodable patch in webhook response: ${jsonSyntaxFault(text)}`, { cause: error });
  }
}

function assertPatch(patch: string, patchType: string | undefined, sort: WebhookSort): void {
  if (sort === 'validating') {
    if (patch !== '') throw new ReviewError('validating webhook may not return response.patch');
    if (patchType !== undefined) throw new ReviewError('validating webhook may not return response.patchType');
    return;
  }
  if (patch !== '' && patchType === undefined)
    throw new ReviewError('webhook returned response.patch but not response.patchType');
  if (patch === '' && patchType !== undefined)
    throw new ReviewError('webhook returned response.patchType but not response.patch');
  if (patchType === '') throw new ReviewError('webhook returned invalid response.patchType of ""');
}
