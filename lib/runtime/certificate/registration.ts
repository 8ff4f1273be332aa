// In: an object that names webhooks and trusted authorities for API servers, and its intended content.
// Out: the patch between them. Pure. Called by `Registrar`, whenever the object or its intended content has changed.

import { isJsonObject, type JsonObject, type StoredObject } from '../../api/index.ts';
import type { JsonPatchOperation } from '../../client/index.ts';
import { isDevClientConfig, webhookAddress } from '../../constructs/index.ts';
import { fieldAt, isSameJson } from '../../schema/index.ts';

/** The intended address and authorities of webhooks. */
export interface Registration {
  /** PEM of the trusted authorities. */
  readonly bundle: string;
  /** `https://host:port` instead of the Service. @default the Service that the object names */
  readonly url?: string | undefined;
  /** The Service for objects that name none, or one of a manager in development. */
  readonly service: ServiceAddress;
}

/** A Service as registrations name it. */
export interface ServiceAddress {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

interface Place {
  /** JSON pointer. */
  readonly path: string;
  readonly clientConfig: JsonObject;
}

/**
 * Returns the patch that writes a registration into all parts of a webhook configuration or a CustomResourceDefinition.
 *
 * The patch fails with a conflict if the object has changed since. URL paths stay as they are.
 *
 * @returns an empty patch if nothing differs, or if the object has no webhooks.
 */
export function registrationPatch(object: StoredObject, registration: Registration): readonly JsonPatchOperation[] {
  const replacements = clientConfigPlaces(object).flatMap(({ path, clientConfig }): JsonPatchOperation[] => {
    const wanted = registeredClientConfig(clientConfig, registration);
    return isSameJson(clientConfig, wanted) ? [] : [{ op: 'replace', path, value: wanted }];
  });
  if (replacements.length === 0) return [];
  // Unlike a test of the version, a write of an outdated version is answered with a conflict.
  return [
    { op: 'replace', path: '/metadata/resourceVersion', value: object.metadata.resourceVersion },
    ...replacements,
  ];
}

function clientConfigPlaces({ webhooks, spec }: StoredObject): Place[] {
  if (Array.isArray(webhooks)) {
    return webhooks.flatMap((webhook: unknown, index) => clientConfigPlace(webhook, `/webhooks/${index}`));
  }
  return clientConfigPlace(fieldAt(spec, 'conversion.webhook'), '/spec/conversion/webhook');
}

function clientConfigPlace(webhook: unknown, path: string): Place[] {
  if (!isJsonObject(webhook) || !isJsonObject(webhook.clientConfig)) return [];
  return [{ path: `${path}/clientConfig`, clientConfig: webhook.clientConfig }];
}

function registeredClientConfig(current: JsonObject, { bundle, url, service }: Registration): JsonObject {
  const caBundle = Buffer.from(bundle).toString('base64');
  if (url !== undefined) return { ...webhookAddress(url, webhookPathOf(current)), caBundle };
  if (isJsonObject(current.service) && !isDevClientConfig(current)) return { service: current.service, caBundle };
  return { service: { ...service, path: webhookPathOf(current) }, caBundle };
}

function webhookPathOf({ url, service }: JsonObject): string {
  // API servers accept some that `URL` doesn’t, such as those with port 99999.
  if (typeof url === 'string') return url.replace(/^[^/]*\/\/[^/]*/, '') || '/';
  return isJsonObject(service) && typeof service.path === 'string' ? service.path : '/';
}
