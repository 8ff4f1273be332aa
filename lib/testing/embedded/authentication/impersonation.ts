// In: the headers of a request, and its user. Out: the user that the request acts as. Called by the API server before it decides
// about the request.

import { goTexts, subdomain } from '../../../built-in/index.ts';
import type { Authorization } from '../../access/authorization.ts';
import { type Authorizer, missingRight } from '../authorization/authorizer.ts';
import type { RequestHeaders } from '../request.ts';
import { badRequest, StatusError } from '../status-error.ts';
import { accountGroups, accountOf, type RequestUser } from '../user.ts';

const extraPrefix = 'impersonate-extra-';
const authenticationGroup = 'authentication.k8s.io';

/** A user as the headers name it. */
interface Wanted {
  readonly username: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A way to impersonate, with rights of its own. */
interface Mode {
  /** The verb on users, groups and accounts. */
  readonly verb: string;
  /** The right to the request itself while impersonating; absent for the oldest mode. */
  readonly on?: (right: Authorization) => Authorization;
  /** The group of users and groups in rights. */
  readonly group: string;
  readonly suits: (wanted: Wanted) => boolean;
}

const modes: readonly Mode[] = [
  constrained('arbitrary-node', (wanted) => nodeOf(wanted.username) !== undefined && hasNameOnly(wanted)),
  constrained('serviceaccount', (wanted) => accountOf(wanted.username) !== undefined && hasNameOnly(wanted)),
  constrained('user-info', ({ username }) => nodeOf(username) === undefined && accountOf(username) === undefined),
  { verb: 'impersonate', group: '', suits: () => true },
];

function constrained(name: string, suits: Mode['suits']): Mode {
  return {
    verb: `impersonate:${name}`,
    on: (right) => ({ ...right, verb: `impersonate-on:${name}:${right.verb}` }),
    group: authenticationGroup,
    suits,
  };
}

/** The dependencies of an impersonation. */
interface Question {
  /** The right that the request needs. */
  readonly right: Authorization;
  readonly authorizer: Authorizer;
}

/** Requests of users who act as others. */
export class Impersonation {
  /** User name → the mode that last allowed it to impersonate; it is tried first, and its refusal is the response. */
  readonly #last = new Map<string, Mode>();

  /**
   * Returns the user that a request acts as: its own, or the one that its headers name.
   *
   * @throws StatusError if the user may not impersonate the other one.
   * @see https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/
   */
  actingUser(user: RequestUser, headers: RequestHeaders, question: Question): RequestUser {
    const wanted = wantedUser(headers);
    if (wanted === undefined) return user;
    const last = this.#last.get(user.username);
    const ordered = last === undefined ? modes : [last, ...modes.filter((mode) => mode !== last)];
    const refusals: StatusError[] = [];
    for (const mode of ordered.filter(({ suits }) => suits(wanted))) {
      const refusal = refused(() => assertMode(user, wanted, { ...question, mode }));
      if (refusal === undefined) {
        this.#last.set(user.username, mode);
        return impersonated(wanted, mode);
      }
      refusals.push(refusal);
    }
    const [first = missingRight(user, question.right)] = refusals;
    throw first;
  }
}

function refused(check: () => void): StatusError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!StatusError.is(error)) throw error;
    return error;
  }
}

function wantedUser(headers: RequestHeaders): Wanted | undefined {
  const username = headers['impersonate-user']?.[0] ?? '';
  const uid = headers['impersonate-uid']?.[0] ?? '';
  const groups = headers['impersonate-group'] ?? [];
  const extra = Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.startsWith(extraPrefix))
      .map(([name, values = []]) => [decodeURIComponent(name.slice(extraPrefix.length)), values]),
  );
  if (username !== '') return { username, uid, groups, extra };
  if (uid === '' && groups.length === 0 && Object.keys(extra).length === 0) return undefined;
  const shown = `&user.DefaultInfo{Name:"", UID:${JSON.stringify(uid)}, Groups:${goTexts(groups)}, Extra:${goExtra(extra)}}`;
  throw badRequest(`requested ${shown} without impersonating a user name`);
}

function assertMode(
  user: RequestUser,
  { username, uid, groups, extra }: Wanted,
  { mode, right, authorizer }: Question & { readonly mode: Mode },
): void {
  const { verb, group } = mode;
  if (mode.on !== undefined) authorizer.assertAllowed(user, mode.on(right));
  authorizer.assertAllowed(user, { verb, group, ...namedUser(username, mode) });
  if (uid !== '') authorizer.assertAllowed(user, { verb, group: authenticationGroup, resource: 'uids', name: uid });
  const privileged = mode.on === undefined ? undefined : groups.find((each) => each === 'system:masters');
  if (privileged !== undefined) {
    const asked = { verb, group, resource: 'groups', name: privileged };
    throw missingRight(user, asked, 'impersonating the system:masters group is not allowed');
  }
  for (const name of groups) authorizer.assertAllowed(user, { verb, group, resource: 'groups', name });
  const malformed = mode.on && Object.keys(extra).find((key) => !/^[^/]+\/./.test(key));
  if (malformed !== undefined) {
    const asked = { verb, group: authenticationGroup, resource: 'userextras' };
    const fault = `extra.key: Invalid value: ${JSON.stringify(malformed)}: must be a domain-prefixed path (such as "acme.io/foo")`;
    throw missingRight(user, asked, `impersonating an invalid key in extra is not allowed: ${fault}`);
  }
  for (const [key, values] of Object.entries(extra)) {
    for (const name of values) {
      authorizer.assertAllowed(user, { verb, group: authenticationGroup, resource: `userextras/${key}`, name });
    }
  }
}

function namedUser(username: string, { on }: Mode) {
  const account = accountOf(username);
  if (account !== undefined) return { resource: 'serviceaccounts', ...account };
  const node = on && nodeOf(username);
  return node === undefined ? { resource: 'users', name: username } : { resource: 'nodes', name: node };
}

function impersonated({ username, uid, groups: given, extra }: Wanted, mode: Mode): RequestUser {
  const own = given.length > 0 ? given : fixedGroups(username, mode);
  const kind = username === 'system:anonymous' ? 'system:unauthenticated' : 'system:authenticated';
  const groups = own.includes(kind) || own.includes('system:unauthenticated') ? own : [...own, kind];
  return { username, groups, ...(uid !== '' && { uid }), ...(Object.keys(extra).length > 0 && { extra }) };
}

/** Returns the groups of ServiceAccounts and, with constrained impersonation, of nodes. */
function fixedGroups(username: string, { on }: Mode): readonly string[] {
  const account = accountOf(username);
  if (account !== undefined) return accountGroups(account.namespace);
  return on !== undefined && nodeOf(username) !== undefined ? ['system:nodes'] : [];
}

const nodePrefix = 'system:node:';

/** Returns the node of a user name; undefined if it isn't the name of one. */
function nodeOf(username: string): string | undefined {
  const name = username.slice(nodePrefix.length);
  return username.startsWith(nodePrefix) && subdomain(name).length === 0 ? name : undefined;
}

function hasNameOnly({ uid, groups, extra }: Wanted): boolean {
  return uid === '' && groups.length === 0 && Object.keys(extra).length === 0;
}

function goExtra(extra: Wanted['extra']): string {
  const entries = Object.entries(extra).map(([name, values]) => `${JSON.stringify(name)}:${goTexts(values)}`);
  return entries.length === 0 ? 'map[string][]string(nil)' : `map[string][]string{${entries.join(', ')}}`;
}
