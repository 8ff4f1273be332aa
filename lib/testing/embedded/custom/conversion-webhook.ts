// In: custom resources, and a version. Out: the resources in that version, converted by the definition's webhook if it has one.
// Called by the strategies of custom resources.

import { randomUUID } from 'node:crypto';
import type { JsonObject, JsonValue } from '../../../api/index.ts';
import { metadataFields, withMetadata } from '../../../built-in/index.ts';
import { fieldAt, fieldsAt, fieldsIn, objectList, scalarText, textMap } from '../../../schema/index.ts';
import { internalError, type StatusError } from '../status-error.ts';
import { postToWebhook, type WebhookCallPorts, WebhookError } from '../webhook/webhook-call.ts';
import type { CustomPorts } from './custom-type.ts';

/** The metadata that a conversion may change. */
const convertible = ['annotations', 'labels'];

/** Returns the function that converts custom resources as their definition says. It throws a StatusError if the webhook fails. */
export function webhookConversion(ports: WebhookCallPorts): CustomPorts['convert'] {
  return (definition, objects, apiVersion) => convertByWebhook(definition, { objects, apiVersion, ports });
}

interface Conversion {
  readonly objects: readonly JsonObject[];
  readonly apiVersion: string;
  readonly ports: WebhookCallPorts;
}

async function convertByWebhook(
  definition: JsonObject,
  { objects, apiVersion, ports }: Conversion,
): Promise<readonly JsonObject[]> {
  const conversion = fieldAt(definition.spec, 'conversion');
  const { strategy } = textMap(conversion);
  if (strategy !== 'Webhook') return objects.map((object) => ({ ...object, apiVersion }));
  const source = scalarText(objects[0]?.apiVersion);
  const kind = scalarText(objects[0]?.kind);
  const fail = (cause: string) => internalError(`conversion webhook for ${source}, Kind=${kind} failed: ${cause}`);
  const config = fieldAt(conversion, 'webhook.clientConfig');
  const request = { uid: randomUUID(), desiredAPIVersion: apiVersion, objects };
  const review = { kind: 'ConversionReview', apiVersion: 'apiextensions.k8s.io/v1', request };
  const reviewed = await postReview(config, review, { fail, ports });
  const response = fieldsAt(reviewed, 'response');
  const { status, message } = textMap(response.result);
  if (status !== 'Success') throw fail(message ?? 'the webhook gave no reason');
  const converted = objectList(response.convertedObjects);
  if (converted.length !== objects.length) {
    throw fail(`Webhook returned ${converted.length} objects, expected ${objects.length}`);
  }
  return converted.map((object, index) => withOriginalMetadata(objects[index] ?? {}, object));
}

async function postReview(
  config: JsonValue | undefined,
  review: JsonObject,
  { fail, ports }: { readonly fail: (cause: string) => StatusError; readonly ports: WebhookCallPorts },
): Promise<JsonValue> {
  try {
    return await postToWebhook(fieldsIn(config), review, { timeoutSeconds: 30, ports });
  } catch (error) {
    if (!WebhookError.is(error)) throw error;
    throw fail(error.message);
  }
}

function withOriginalMetadata(original: JsonObject, converted: JsonObject): JsonObject {
  const before = metadataFields(original);
  const changed = metadataFields(converted);
  const kept = Object.fromEntries(convertible.map((field) => [field, changed[field]]));
  return withMetadata({ ...converted, metadata: before }, kept);
}
