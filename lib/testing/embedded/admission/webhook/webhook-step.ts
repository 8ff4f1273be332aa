// In: a write. Out: its object with the changes of mutating webhooks, or the refusal of a webhook. Called by the admission chain.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../api/index.ts';
import { DecodingError } from '../../built-in/decoded-value.ts';
import { PatchStepError, patchedValue } from '../../patch/json-patch.ts';
import { forbidden, notImplemented } from '../../status-error.ts';
import type { WebhookCallPorts } from '../../webhook/webhook-call.ts';
import type { AdmissionStep, AdmittedWrite } from '../admitted-write.ts';
import { admissionScope, ConditionError, meetsConditions } from '../matching/match-condition.ts';
import { type MatchPorts, matchedType } from '../matching/write-match.ts';
import { returnedObject, reviewedObjects } from '../reviewed-object.ts';
import type { Rounds } from '../round.ts';
import { failedAdmission, reviewedBy } from './called-webhook.ts';
import { type ConfiguredWebhook, configuredWebhooks } from './configured-webhook.ts';
import type { ReviewedObjects } from './webhook-review.ts';

/** Everything that the webhooks of a cluster need. */
export type AdmissionPorts = MatchPorts & WebhookCallPorts;

/** Calls mutating webhooks, one after the other. */
export function mutatingWebhooks(ports: AdmissionPorts): AdmissionStep {
  return {
    mutate: async (write, rounds) => {
      const invocations = rounds.of('webhooks');
      if (rounds.isSecond && invocations.output !== JSON.stringify(write.object ?? null)) invocations.requireAgain();
      let { object } = write;
      for (const webhook of configuredWebhooks(ports.store, 'mutatingwebhookconfigurations')) {
        object = await mutatedBy(webhook, { ...write, object }, { ports, rounds });
      }
      invocations.output = JSON.stringify(object ?? null);
      return object;
    },
  };
}

async function mutatedBy(
  webhook: ConfiguredWebhook,
  write: AdmittedWrite,
  { ports, rounds }: { readonly ports: AdmissionPorts; readonly rounds: Rounds },
): Promise<JsonObject | undefined> {
  const objects = await matched(webhook, write, ports);
  const invocations = rounds.of('webhooks');
  if (objects === undefined || (rounds.isSecond && !invocations.isDue(webhook.id))) return write.object;
  const decision = await reviewedBy(webhook, write, { objects, ports, isMutating: true });
  const { patch = [] } = decision ?? {};
  const patched = patch.length === 0 ? objects.object : patchedObject(webhook, write, { objects, patch });
  // The times of field managers, which a patched object has without fractions, make each patch a change.
  const isChanged = patched !== undefined && patch.length > 0;
  if (isChanged) {
    invocations.requireAgain();
    rounds.needsSecond = true;
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
    throw failedAdmission(
      `admission webhook "${webhook.name}" attempted to modify the object, which is not supported for this operation`,
    );
  }
  try {
    const changed = patchedValue(object, patch);
    if (!isJsonObject(changed) || changed.kind !== object.kind || changed.apiVersion !== object.apiVersion)
      throw notImplemented('lets no webhook change the kind of an object');
    return subresource === 'scale' ? changed : type.strategy.decoded(changed).object;
  } catch (error) {
    if (!PatchStepError.is(error) && !DecodingError.is(error)) throw error;
    throw failedAdmission(error.message);
  }
}

/** Asks all validating webhooks at once; the first refusal in the order of their configurations is the answer. */
export function validatingWebhooks(ports: AdmissionPorts): AdmissionStep {
  return {
    validate: async (write) => {
      const webhooks = configuredWebhooks(ports.store, 'validatingwebhookconfigurations');
      const answers = await Promise.allSettled(
        webhooks.map(async (webhook) => {
          const objects = await matched(webhook, write, ports);
          if (objects !== undefined) await reviewedBy(webhook, write, { objects, ports, isMutating: false });
        }),
      );
      for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
    },
  };
}

/** Returns the objects that a webhook reviews; undefined if the webhook isn't called for the write. */
async function matched(
  { constraints, entry, ignoresFailures }: ConfiguredWebhook,
  write: AdmittedWrite,
  ports: AdmissionPorts,
): Promise<ReviewedObjects | undefined> {
  const type = matchedType(constraints, write, ports);
  if (type === undefined) return undefined;
  const objects = await reviewedObjects(write, type);
  const scope = () => admissionScope({ write, objects, store: ports.store });
  try {
    return meetsConditions(entry.matchConditions, { scope, ignoresFailures }) ? objects : undefined;
  } catch (error) {
    if (!ConditionError.is(error)) throw error;
    throw forbidden(write.type, write.name, error.message);
  }
}
