// In: a write. Out: its object with the changes of mutating webhooks, or the refusal of a webhook. Called by the admission chain.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../api/index.ts';
import { DecodingError } from '../../../../built-in/index.ts';
import { fieldsIn, scalarText, textMap } from '../../../../schema/index.ts';
import { PatchStepError, patchedValue } from '../../patch/json-patch.ts';
import { badRequest, forbidden, internalErrorWithCause, notImplemented, StatusError } from '../../status-error.ts';
import { postToWebhook, type WebhookCallPorts, WebhookError } from '../../webhook/webhook-call.ts';
import { type AdmissionStep, type AdmittedWrite, subresourceKinds } from '../admitted-write.ts';
import { admissionScope, ConditionError, type ExpressionPorts, meetsConditions } from '../matching/match-condition.ts';
import { type MatchPorts, matchedType } from '../matching/write-match.ts';
import type { Reinvocations } from '../reinvocation.ts';
import { type ReviewedObjects, returnedObject, reviewedObjects, reviewRequest } from '../reviewed-object.ts';
import { type ConfiguredWebhook, configuredWebhooks } from './configured-webhook.ts';
import {
  decisionIn,
  newReview,
  PatchError,
  ReviewError,
  type WebhookDecision,
  type WebhookSort,
} from './webhook-review.ts';

/** Everything that the webhooks of a cluster need. */
export type AdmissionPorts = MatchPorts & ExpressionPorts & WebhookCallPorts;

/** Calls mutating webhooks, one after the other. */
export function mutatingWebhooks(ports: AdmissionPorts): AdmissionStep {
  return {
    mutate: (write, reinvocations) => {
      const webhooks = configuredWebhooks(ports.store, 'mutatingwebhookconfigurations');
      return webhooks.length === 0 ? write.object : callMutatingWebhooks(webhooks, write, { ports, reinvocations });
    },
  };
}

async function callMutatingWebhooks(
  webhooks: readonly ConfiguredWebhook[],
  write: AdmittedWrite,
  { ports, reinvocations }: { readonly ports: AdmissionPorts; readonly reinvocations: Reinvocations },
): Promise<JsonObject | undefined> {
  const invocations = reinvocations.of('webhooks');
  if (reinvocations.isSecond && invocations.output !== JSON.stringify(write.object ?? null)) invocations.requireAgain();
  let { object } = write;
  for (const webhook of webhooks) {
    object = await callMutatingWebhook(webhook, { ...write, object }, { ports, reinvocations });
  }
  invocations.output = JSON.stringify(object ?? null);
  return object;
}

async function callMutatingWebhook(
  webhook: ConfiguredWebhook,
  write: AdmittedWrite,
  { ports, reinvocations }: { readonly ports: AdmissionPorts; readonly reinvocations: Reinvocations },
): Promise<JsonObject | undefined> {
  const objects = await objectsToReview(webhook, write, ports);
  const invocations = reinvocations.of('webhooks');
  if (objects === undefined || (reinvocations.isSecond && !invocations.isDue(webhook.id))) return write.object;
  const decision = await callWebhook(webhook, write, { objects, ports, sort: 'mutating' });
  const { patch = [] } = decision ?? {};
  const patched = patch.length === 0 ? objects.object : patchedObject(webhook, write, { objects, patch });
  // The times of field managers, which a patched object has without fractions, make each patch a change.
  const isChanged = patched !== undefined && patch.length > 0;
  if (isChanged) {
    invocations.requireAgain();
    reinvocations.needsSecond = true;
  }
  if (webhook.isReinvoked) invocations.addRepeatable(webhook.id);
  return isChanged ? await returnedObject(write, patched, objects.type) : write.object;
}

function patchedObject(
  webhook: ConfiguredWebhook,
  { subresource }: AdmittedWrite,
  { objects, patch }: { readonly objects: ReviewedObjects; readonly patch: readonly JsonValue[] },
): JsonObject | undefined {
  const { object, type } = objects;
  if (object === undefined) {
    throw internalErrorWithCause(
      `admission webhook "${webhook.name}" attempted to modify the object, which is not supported for this operation`,
    );
  }
  try {
    const changed = patchedValue(object, patch);
    if (!isJsonObject(changed) || changed.kind !== object.kind || changed.apiVersion !== object.apiVersion)
      throw notImplemented('lets no webhook change the kind of an object');
    return subresource in subresourceKinds ? changed : type.strategy.decoded(changed).object;
  } catch (error) {
    if (!PatchStepError.is(error) && !DecodingError.is(error)) throw error;
    throw internalErrorWithCause(error.message);
  }
}

/** Asks all validating webhooks at once; the first refusal in the order of their configurations is the response. */
export function validatingWebhooks(ports: AdmissionPorts): AdmissionStep {
  return {
    validate: (write) => {
      const webhooks = configuredWebhooks(ports.store, 'validatingwebhookconfigurations');
      return webhooks.length === 0 ? undefined : callValidatingWebhooks(webhooks, write, ports);
    },
  };
}

async function callValidatingWebhooks(
  webhooks: readonly ConfiguredWebhook[],
  write: AdmittedWrite,
  ports: AdmissionPorts,
): Promise<void> {
  const responses = await Promise.allSettled(
    webhooks.map(async (webhook) => {
      const objects = await objectsToReview(webhook, write, ports);
      if (objects !== undefined) await callWebhook(webhook, write, { objects, ports, sort: 'validating' });
    }),
  );
  for (const response of responses) if (response.status === 'rejected') throw response.reason;
}

/** Returns the objects that a webhook reviews; undefined if the webhook isn't called for the write. */
async function objectsToReview(
  { constraints, entry, ignoresFailures }: ConfiguredWebhook,
  write: AdmittedWrite,
  ports: AdmissionPorts,
): Promise<ReviewedObjects | undefined> {
  const type = matchedType(constraints, write, ports);
  if (type === undefined) return undefined;
  const objects = await reviewedObjects(write, type);
  const scope = () => admissionScope({ write, objects, ports });
  try {
    return meetsConditions(entry.matchConditions, { scope, ignoresFailures }) ? objects : undefined;
  } catch (error) {
    if (!ConditionError.is(error)) throw error;
    throw forbidden(write.type, write.name, error.message);
  }
}

/**
 * Sends a review of a write to a webhook. Adds the warnings of the response.
 *
 * @returns undefined if the call fails, and the webhook's policy ignores that.
 * @throws StatusError if the webhook denies the write, or the call fails.
 */
async function callWebhook(
  webhook: ConfiguredWebhook,
  write: AdmittedWrite,
  {
    objects,
    ports,
    sort,
  }: { readonly objects: ReviewedObjects; readonly ports: WebhookCallPorts; readonly sort: WebhookSort },
): Promise<WebhookDecision | undefined> {
  if (write.isDryRun && webhook.affectsDryRuns)
    throw badRequest(`admission webhook "${webhook.name}" does not support dry run`);
  const { uid, review } = newReview(reviewRequest(write, objects));
  let decision: WebhookDecision;
  try {
    const { clientConfig } = webhook.entry;
    const response = await postToWebhook(fieldsIn(clientConfig), review, {
      timeoutSeconds: webhook.timeoutSeconds,
      ports,
    });
    decision = decisionIn(response, uid, sort);
  } catch (error) {
    const cause = failureOf(error);
    if (webhook.ignoresFailures) return undefined;
    const message = `failed calling webhook "${webhook.name}": ${cause}`;
    throw internalErrorWithCause(message);
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
