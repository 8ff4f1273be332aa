// In: a user name. Out: the ServiceAccount that it names, and its groups. Called where users are authenticated or impersonated.

import { label, subdomain } from '../../built-in/index.ts';

/** The namespace and the name of a ServiceAccount. */
export interface ServiceAccountName {
  readonly namespace: string;
  readonly name: string;
}

const prefix = 'system:serviceaccount:';

/** Returns the user name of a ServiceAccount. */
export function accountUsername({ namespace, name }: ServiceAccountName): string {
  return `${prefix}${namespace}:${name}`;
}

/** Returns the ServiceAccount of a user name; undefined if it isn't the name of one. */
export function accountOf(username: string): ServiceAccountName | undefined {
  if (!username.startsWith(prefix)) return undefined;
  const [namespace = '', name = '', ...more] = username.slice(prefix.length).split(':');
  const isValid = more.length === 0 && label(namespace).length === 0 && subdomain(name).length === 0;
  return isValid ? { namespace, name } : undefined;
}

/** Returns the groups of all ServiceAccounts in a namespace. */
export function accountGroups(namespace: string): readonly string[] {
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}

/** The user of a request, as admission and reviews name it. */
export interface RequestUser {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The user of clients that present no identity: an admin. */
export const adminUser: RequestUser = { username: 'admin', groups: ['system:masters', 'system:authenticated'] };

/** Returns a user with the groups that its name gives it, and further ones. */
export function namedUser(username: string, further: readonly string[]): RequestUser {
  const account = accountOf(username);
  const own = account === undefined ? [] : accountGroups(account.namespace);
  const kind = username === 'system:anonymous' ? 'system:unauthenticated' : 'system:authenticated';
  return { username, groups: [...own, ...further, kind] };
}
