import { formatGroupVersionKind, type Kind, type ObjectKey } from '../api/index.ts';
import type { ApiRequest } from './transport.ts';

/**
 * Returns the path of a kind's objects: in one namespace, or in all if `namespace` is omitted. A cluster-scoped kind has
 * one path, whatever the namespace.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris
 */
export function collectionPath({ group, version, plural, scope }: Kind, namespace?: string): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return scope === 'Namespaced' && namespace !== undefined
    ? `${root}/namespaces/${encodeURIComponent(namespace)}/${plural}`
    : `${root}/${plural}`;
}

/**
 * Returns the path of one object, or of a subresource of it such as `status`.
 *
 * @throws TypeError if the key isn't valid: an empty name would address the whole collection, dots another path.
 */
export function objectPath(kind: Kind, key: ObjectKey, subresource?: string): string {
  if (kind.scope === 'Namespaced') assertSegment(kind, 'namespace', key.namespace);
  assertSegment(kind, 'name', key.name);
  const path = `${collectionPath(kind, key.namespace)}/${encodeURIComponent(key.name)}`;
  return subresource === undefined ? path : `${path}/${encodeURIComponent(subresource)}`;
}

function assertSegment(kind: Kind, part: 'namespace' | 'name', value: string | undefined): void {
  if (value === undefined || value === '' || value === '.' || value === '..') {
    const given = value === undefined ? 'no' : `the impossible`;
    const shown = value === undefined ? '' : ` ${JSON.stringify(value)}`;
    throw new TypeError(`a key of ${formatGroupVersionKind(kind)} has ${given} ${part}${shown}: give it one`);
  }
}

/** Returns path and query of a request, relative to the path prefix of the server's URL. */
export function requestTarget(server: URL, { path, query = {} }: ApiRequest): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const prefix = server.pathname.replace(/\/$/, '');
  return parameters.size === 0 ? prefix + path : `${prefix}${path}?${parameters.toString()}`;
}
