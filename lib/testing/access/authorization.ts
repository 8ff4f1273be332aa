import type { ObjectRight, PathRight } from '../../constructs/index.ts';
import { wordList } from '../../schema/structural/index.ts';

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

/**
 * Rejects a user without rights or requests, such as one with a wrong name: each comparison of the two would pass.
 *
 * @param things - the source of `users`, for the message: `requests in the audit log`.
 */
export function requireUser(user: string, users: readonly string[], things: string): void {
  if (users.includes(user)) return;
  const others = wordList([...new Set(users)].sort(), 'and');
  const remedy =
    others === ''
      ? 'nor has any other user: pass all of them'
      : `there are those of ${others}: pass the user name as the API server has it`;
  throw new Error(`${user} has no ${things}; ${remedy}`);
}
