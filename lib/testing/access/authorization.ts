import type { ObjectRight, PathRight } from '../../constructs/index.ts';

/** What an API server asks its authorizers about a request before it answers it. */
export type Authorization = ObjectAuthorization | PathAuthorization;

/** The right to do something with objects, and where. */
export interface ObjectAuthorization extends ObjectRight {
  /** Absent where all namespaces are meant, and for what lies in none. */
  readonly namespace?: string | undefined;
}

/** The right to a path that is no object's, such as `/metrics`. */
export type PathAuthorization = PathRight;

/** A right in words: `patch memcacheds.cache.example.com/status "small" in namespace shop`. */
export function formatAuthorization(authorization: Authorization): string {
  if ('path' in authorization) return `${authorization.verb} ${authorization.path}`;
  const { verb, group, resource, namespace, name } = authorization;
  const [plural = '', ...subresource] = resource.split('/');
  const target = [group === '' ? plural : `${plural}.${group}`, ...subresource].join('/');
  const object = name === undefined ? '' : ` "${name}"`;
  return `${verb} ${target}${object}${namespace === undefined ? '' : ` in namespace ${namespace}`}`;
}
