import { formatGroupVersionKind, type Kind, type ObjectKey } from '../api/index.ts';
import type { ApiRequest } from './transport.ts';

/**
 * Returns the path of a kind's objects: in one namespace, or in all if `namespace` is omitted. A cluster-scoped kind has
 * one path, whatever the namespace.
 *
 * @throws TypeError if the namespace would lead to another path.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris
 */
export function collectionPath(kind: Kind, namespace?: string): string {
  const { group, version, plural, scope } = kind;
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  if (scope === 'Cluster' || namespace === undefined) return `${root}/${plural}`;
  assertSegment(kind, 'namespace', namespace);
  return `${root}/namespaces/${encodeURIComponent(namespace)}/${plural}`;
}

/**
 * Returns the path of one object, or of a subresource of it such as `status`.
 *
 * @throws TypeError if the key isn't valid: an empty name would address the whole collection, dots another path. A slash
 *   would, too, because API servers split the decoded path.
 */
export function objectPath(kind: Kind, key: ObjectKey, subresource?: string): string {
  if (kind.scope === 'Namespaced') assertSegment(kind, 'namespace', key.namespace);
  assertSegment(kind, 'name', key.name);
  const path = `${collectionPath(kind, key.namespace)}/${encodeURIComponent(key.name)}`;
  return subresource === undefined ? path : `${path}/${encodeURIComponent(subresource)}`;
}

function assertSegment(kind: Kind, part: 'namespace' | 'name', value: string | undefined): void {
  if (value === undefined || /^\.{0,2}$|[/%]/.test(value)) {
    const problem =
      value === undefined ? `no ${part}: give it one` : `the impossible ${part} ${JSON.stringify(value)}: correct it`;
    throw new TypeError(`a key of ${formatGroupVersionKind(kind)} has ${problem}`);
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
