// In: a webhook, and a write that it matches. Out: its decision, or the API server's refusal. Called for mutating and validating
// webhooks.

import { isJsonObject, type JsonObject } from '../../../../api/index.ts';
import { scalarText, textMap } from '../../object.ts';
import { badRequest, StatusError } from '../../status-error.ts';
import { postToWebhook, type WebhookCallPorts, WebhookError } from '../../webhook/webhook-call.ts';
import type { AdmittedWrite } from '../admitted-write.ts';
import type { ConfiguredWebhook } from './configured-webhook.ts';
import {
  decisionIn,
  newReview,
  PatchError,
  ReviewError,
  type ReviewedObjects,
  reviewRequest,
  type WebhookDecision,
} from './webhook-review.ts';

/**
 * Sends a review of a write to a webhook. Adds the warnings of the answer.
 *
 * @returns undefined if the call fails, and the webhook's policy ignores that.
 * @throws StatusError if the webhook denies the write, or the call fails.
 */
export async function reviewedBy(
  webhook: ConfiguredWebhook,
  write: AdmittedWrite,
  {
    objects,
    ports,
    isMutating,
  }: { readonly objects: ReviewedObjects; readonly ports: WebhookCallPorts; readonly isMutating: boolean },
): Promise<WebhookDecision | undefined> {
  if (write.isDryRun && webhook.affectsDryRuns)
    throw badRequest(`admission webhook "${webhook.name}" does not support dry run`);
  const { uid, review } = newReview(reviewRequest(write, objects));
  let decision: WebhookDecision;
  try {
    const { clientConfig } = webhook.entry;
    const answer = await postToWebhook(isJsonObject(clientConfig) ? clientConfig : {}, review, {
      timeoutSeconds: webhook.timeoutSeconds,
      ports,
    });
    decision = decisionIn(answer, uid, isMutating);
  } catch (error) {
    const cause = failureOf(error);
    if (webhook.ignoresFailures) return undefined;
    const message = `failed calling webhook "${webhook.name}": ${cause}`;
    throw failedAdmission(message);
  }
  for (const warning of decision.warnings) write.requester.warnings.add(warning);
  if (!decision.isAllowed) throw denial(webhook.name, decision.result ?? {});
  return decision;
}

function failureOf(error: unknown): string {
  if (WebhookError.is(error)) return `failed to call webhook: ${error.message}`;
  if (PatchError.is(error)) return error.message;
  if (ReviewError.is(error)) return `received invalid webhook response: ${error.message}`;
  throw error;
}

/** The answer for an error that admission doesn't expect. */
export function failedAdmission(message: string): StatusError {
  return new StatusError({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
  });
}

/** A denial has the fields of the webhook's Status, and never a code that means success. */
function denial(name: string, result: JsonObject): StatusError {
  const { message = '', reason = '' } = textMap(result);
  const denied = `admission webhook "${name}" denied the request`;
  const explained = message !== '' ? `: ${message}` : reason !== '' ? `: ${reason}` : ' without explanation';
  const code = typeof result.code === 'number' && result.code >= 400 ? result.code : 400;
  return new StatusError({
    code,
    reason: scalarText(reason),
    message: `${denied}${explained}`,
    ...(isJsonObject(result.details) && { details: result.details }),
  });
}
