// In: JSON that an API server sent. Out: typed objects. Only this module trusts the API server for the form of its responses.
// Called by ApiClient, and for the objects in lists and watches.

import {
  apiVersion,
  ConnectionError,
  type GroupVersionKind,
  isJsonObject,
  type JsonObject,
  type Kind,
  type Peer,
  type StoredObject,
} from '../api/index.ts';
import type { ListPage, ObjectContent, ServerVersion } from './client.ts';

/** Returns the object in a response. */
export function storedObject(response: unknown): StoredObject {
  return response as StoredObject;
}

/**
 * Returns an object from a list or a watch, with `apiVersion` and `kind`. API servers omit both in lists of built-in
 * kinds. A response with metadata only carries other values; servers that don't support it send the whole object.
 */
export function describedObject(response: object, kind: GroupVersionKind, content: ObjectContent): StoredObject {
  const described = { apiVersion: apiVersion(kind), kind: kind.kind };
  if (content === 'whole') return storedObject('kind' in response ? response : { ...described, ...response });
  return storedObject({ ...described, metadata: storedObject(response).metadata });
}

/** Returns the page in a server's response to a list, with the given items. */
export function listPage(response: unknown, items: readonly StoredObject[]): ListPage {
  const { metadata } = response as {
    readonly metadata: {
      readonly resourceVersion: string;
      readonly continue?: string;
      readonly remainingItemCount?: number;
    };
  };
  return {
    resourceVersion: metadata.resourceVersion,
    continue: metadata.continue === '' ? undefined : metadata.continue,
    ...(metadata.remainingItemCount !== undefined && { remainingItemCount: metadata.remainingItemCount }),
    items,
  };
}

/** Returns a server's response as the OpenAPI document that was requested. */
export function openApiDocument(response: unknown): JsonObject {
  return response as JsonObject;
}

/** Returns a server's response as the version that was requested. */
export function serverVersion(response: unknown): ServerVersion {
  const { major, minor, gitVersion } = response as ServerVersion;
  return { major, minor, gitVersion };
}

/**
 * Returns the value in a JSON text from a server.
 *
 * @throws ConnectionError if it isn't valid JSON: a proxy may have changed it.
 */
export function jsonValue(text: string, peer: Peer): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw ConnectionError.from(error, peer);
  }
}

/** Returns true if the server's resource list of a group and version contains the kind in its scope. */
export function isResourceNamed(resources: unknown, { kind, plural, scope }: Kind): boolean {
  return discoveryEntries(resources, 'resources').some(
    (entry) => entry.name === plural && entry.kind === kind && entry.namespaced === (scope === 'Namespaced'),
  );
}

/**
 * Returns true if the server's group list contains the group and version of a kind.
 *
 * @throws TypeError if the response is not a group list: another program than an API server sent it.
 */
export function isVersionNamed(groups: unknown, { group, version }: Kind): boolean {
  if (!isJsonObject(groups) || groups.kind !== 'APIGroupList') {
    throw new TypeError(
      'the response is not the list of groups of an API server; check the address, and the proxies on the way to it',
    );
  }
  const named = discoveryEntries(groups, 'groups').find(({ name }) => name === group);
  return discoveryEntries(named, 'versions').some((entry) => entry.version === version);
}

/** Returns group and version → the hash of their OpenAPI document, as the URLs in the server's index contain it. */
export function openApiHashes(index: unknown): ReadonlyMap<string, string> {
  const paths = isJsonObject(index) && isJsonObject(index.paths) ? index.paths : {};
  return new Map(
    Object.entries(paths).flatMap(([path, document]): [string, string][] => {
      const groupVersion = /^(?:api|apis\/[^/]+)\/[^/]+$/.test(path) ? path.replace(/^apis?\//, '') : undefined;
      const url = isJsonObject(document) ? document.serverRelativeURL : undefined;
      const hash = typeof url === 'string' ? new URLSearchParams(url.split('?')[1]).get('hash') : null;
      return groupVersion === undefined || hash === null ? [] : [[groupVersion, hash]];
    }),
  );
}

function discoveryEntries(document: unknown, field: string): Readonly<Record<string, unknown>>[] {
  const entries = isJsonObject(document) ? document[field] : undefined;
  return Array.isArray(entries) ? entries.filter(isJsonObject) : [];
}
