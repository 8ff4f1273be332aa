// In: a user, and a right. Out: the decision of the stored roles. Called for each request, by reviews, and by writes that need
// further rights.

import { type PolicyRule, ruleAllows } from '../../../constructs/index.ts';
import type { Authorization } from '../../access/authorization.ts';
import { StatusError } from '../status-error.ts';
import type { ObjectStorage } from '../store/object-storage.ts';
import type { RequestUser } from '../user.ts';
import { type BindingGrant, RoleIndex } from './role-index.ts';

/** The decision whether a user may do something. */
export interface RightDecision {
  readonly isAllowed: boolean;
  /** The binding that allows it, or the roles that can't be found; often empty. */
  readonly reason: string;
}

/** Decides by roles, as the API server with `--authorization-mode=RBAC` does. */
export class Authorizer {
  readonly index: RoleIndex;

  constructor(store: ObjectStorage) {
    this.index = new RoleIndex(store);
  }

  /** Decides whether a user has a right. */
  decision(user: RequestUser, right: Authorization): RightDecision {
    if (isAdmin(user)) return { isAllowed: true, reason: '' };
    const grants = this.index.grants(user, 'path' in right ? undefined : right.namespace);
    const granting = grants.find(({ rules }) => rules.some((rule) => ruleAllows(rule, right)));
    if (granting !== undefined) return { isAllowed: true, reason: `RBAC: allowed by ${granting.source}` };
    const failures = failuresOf(grants);
    return { isAllowed: false, reason: failures === undefined ? '' : `RBAC: ${failures}` };
  }

  /** Throws the API server's refusal if a user doesn't have a right. */
  assertAllowed(user: RequestUser, right: Authorization): void {
    const { isAllowed, reason } = this.decision(user, right);
    if (!isAllowed) throw missingRight(user, right, reason);
  }

  /** Returns all rules of a user. */
  rules(user: RequestUser, namespace: string | undefined): UserRules {
    const grants = this.index.grants(user, namespace);
    return { rules: grants.flatMap(({ rules }) => rules), failures: failuresOf(grants) };
  }
}

/** The rules of a user. */
export interface UserRules {
  readonly rules: readonly PolicyRule[];
  /** The roles that can't be found, in words; undefined if there are none. */
  readonly failures: string | undefined;
}

/** Returns true for a user with all rights. */
export function isAdmin({ groups }: RequestUser): boolean {
  return groups.includes('system:masters');
}

function failuresOf(grants: readonly BindingGrant[]): string | undefined {
  const failures = [...new Set(grants.flatMap(({ failure }) => failure ?? []))];
  return failures.length > 1 ? `[${failures.join(', ')}]` : failures[0];
}

/** Returns the refusal of a request for which the user has no right. */
export function missingRight(user: RequestUser, right: Authorization, reason = ''): StatusError {
  const text = escaped(rightText(user, right));
  const cause = reason === '' ? text : `${text}: ${reason}`;
  if ('path' in right) {
    return new StatusError({ code: 403, reason: 'Forbidden', message: `forbidden: ${cause}`, details: {} });
  }
  const { group, resource, name = '' } = right;
  const [plural = ''] = resource.split('/');
  const target = `${plural}${group === '' ? '' : `.${group}`}${name === '' ? '' : ` ${JSON.stringify(name)}`}`;
  const details = { ...(name !== '' && { name }), ...(group !== '' && { group }), kind: plural };
  return new StatusError({ code: 403, reason: 'Forbidden', message: `${target} is forbidden: ${cause}`, details });
}

function rightText({ username }: RequestUser, right: Authorization): string {
  const user = `User ${JSON.stringify(username)} cannot ${right.verb}`;
  if ('path' in right) return `${user} path ${JSON.stringify(right.path)}`;
  const { group, resource, namespace } = right;
  const place = namespace === undefined ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  return `${user} resource ${JSON.stringify(resource)} in API group ${JSON.stringify(group)} ${place}`;
}

/** The API server avoids texts that look like HTML. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
