// In: an object that tells API servers where webhooks are and whom to trust, and what it ought to tell them.
// Out: the patch that makes it so. Pure. Called by `Registrar`, whenever the object or what it ought to say has changed.

import { isJsonObject, type JsonObject, type StoredObject } from '../../api/index.ts';
import type { JsonPatchOperation } from '../../client/index.ts';

/** What API servers ought to know. */
export interface Registration {
  /** PEM of the authorities that they are to trust. */
  readonly bundle: string;
  /** `https://host:port` instead of the Service. @default the Service that the object names */
  readonly url?: string | undefined;
  /** The Service to name where the object names none: it once had a URL. */
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
 * The patch that makes a webhook configuration or a CustomResourceDefinition tell a registration, in all its parts.
 *
 * It fails with a conflict when the object has changed since. Paths behind the host stay as they are.
 *
 * @returns nothing to do where nothing differs, or where the object knows no webhooks.
 */
export function registrationPatch(object: StoredObject, registration: Registration): readonly JsonPatchOperation[] {
  const replacements = placesIn(object).flatMap(({ path, clientConfig }): JsonPatchOperation[] => {
    const wanted = clientConfigFor(clientConfig, registration);
    return isSame(clientConfig, wanted) ? [] : [{ op: 'replace', path, value: wanted }];
  });
  if (replacements.length === 0) return [];
  // Other than a test of the version, a change to one that is outdated is answered as the conflict that it is.
  return [
    { op: 'replace', path: '/metadata/resourceVersion', value: object.metadata.resourceVersion },
    ...replacements,
  ];
}

function placesIn({ webhooks, spec }: StoredObject): Place[] {
  if (Array.isArray(webhooks)) {
    return webhooks.flatMap((webhook: unknown, index) => placeOf(webhook, `/webhooks/${index}`));
  }
  const conversion = isJsonObject(spec) && isJsonObject(spec.conversion) ? spec.conversion : {};
  return placeOf(conversion.webhook, '/spec/conversion/webhook');
}

function placeOf(webhook: unknown, path: string): Place[] {
  if (!isJsonObject(webhook) || !isJsonObject(webhook.clientConfig)) return [];
  return [{ path: `${path}/clientConfig`, clientConfig: webhook.clientConfig }];
}

function clientConfigFor(current: JsonObject, { bundle, url, service }: Registration): JsonObject {
  const caBundle = Buffer.from(bundle).toString('base64');
  if (url !== undefined) return { url: `${url}${pathOf(current)}`, caBundle };
  if (isJsonObject(current.service)) return { service: current.service, caBundle };
  return { service: { ...service, path: pathOf(current) }, caBundle };
}

function pathOf({ url, service }: JsonObject): string {
  if (typeof url === 'string') return new URL(url).pathname;
  return isJsonObject(service) && typeof service.path === 'string' ? service.path : '/';
}

function isSame(current: JsonObject, wanted: JsonObject): boolean {
  return current.caBundle === wanted.caBundle && current.url === wanted.url && current.service === wanted.service;
}
