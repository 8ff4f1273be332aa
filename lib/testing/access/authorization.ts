import type { ObjectRight, PathRight } from '../../constructs/index.ts';

/** A right that an API server requires of a user before it answers a request. */
export type Authorization = ObjectAuthorization | PathAuthorization;

/** The right to a verb on objects, and the namespace of the objects. */
export interface ObjectAuthorization extends ObjectRight {
  /** Absent for all namespaces, and for objects without one. */
  readonly namespace?: string | undefined;
}

/** The right to a path that belongs to no object, such as `/metrics`. */
export type PathAuthorization = PathRight;

/**
 * Formats a right: `patch memcacheds.cache.example.com/status "small" in namespace shop`.
 *
 * @example
 * const right = { verb: 'patch', group: 'cache.example.com', resource: 'memcacheds/status', name: 'small' };
 * formatAuthorization({ ...right, namespace: 'shop' });
 * // 'patch memcacheds.cache.example.com/status "small" in namespace shop'
 */
export function formatAuthorization(authorization: Authorization): string {
  if ('path' in authorization) return `${authorization.verb} ${authorization.path}`;
  const { verb, group, resource, namespace, name } = authorization;
  const [plural = '', ...subresource] = resource.split('/');
  const target = [group === '' ? plural : `${plural}.${group}`, ...subresource].join('/');
  const object = name === undefined ? '' : ` "${name}"`;
  return `${verb} ${target}${object}${namespace === undefined ? '' : ` in namespace ${namespace}`}`;
}
