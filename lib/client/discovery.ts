// In: an API server's discovery documents. Out: whether it serves a kind, and the schemas that it publishes. Called by
// ApiClient.

import { isJsonObject, type Kind } from '../api/index.ts';

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
