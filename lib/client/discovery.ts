// In: what an API server names of what it serves, its discovery documents. Out: whether a kind is among it,
// and which schemas it publishes.
// Called by HttpClient.

import { isJsonObject, type Kind } from '../api/index.ts';

/** Whether the resources of a group and version, as the server lists them, hold a kind in its scope. */
export function isResourceNamed(resources: unknown, { kind, plural, scope }: Kind): boolean {
  return entriesOf(resources, 'resources').some(
    (entry) => entry.name === plural && entry.kind === kind && entry.namespaced === (scope === 'Namespaced'),
  );
}

/**
 * Whether the groups, as the server lists them, hold the group and version of a kind.
 *
 * @throws TypeError if the answer is no such list: somebody else than an API server has given it.
 */
export function isVersionNamed(groups: unknown, { group, version }: Kind): boolean {
  if (!isJsonObject(groups) || groups.kind !== 'APIGroupList') {
    throw new TypeError('the answer is not the list of groups of an API server; look at what is between');
  }
  const named = entriesOf(groups, 'groups').find(({ name }) => name === group);
  return entriesOf(named, 'versions').some((entry) => entry.version === version);
}

/** Group and version → the hash of their OpenAPI document, as the server's index of documents names them in URLs. */
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

function entriesOf(document: unknown, field: string): Readonly<Record<string, unknown>>[] {
  const entries = isJsonObject(document) ? document[field] : undefined;
  return Array.isArray(entries) ? entries.filter(isJsonObject) : [];
}
