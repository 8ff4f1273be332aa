// In: the rights of a user, and its requests. Out: the rights that no request needed, in words. Called by tests of
// operators.

import { ruleRights } from '../../constructs/index.ts';
import { formatAuthorization } from './authorization.ts';
import type { GrantedRight } from './granted-right.ts';
import { implication } from './implied-right.ts';
import type { RecordedRequest } from './recorded-access.ts';
import { narrowest, type SingleRight } from './right-match.ts';

/** Rights that a test leaves unused, and the reason why the operator needs them. */
export interface UnreachedRight {
  /** Matches formatted rights, such as `patch events in namespace shop`. */
  readonly right: RegExp;
  /** The reason, for readers of the test. */
  readonly because: string;
}

/** Options of {@link unusedRights}. */
export interface UnusedRightOptions {
  /** Rights that no request of the test needs. An entry that matches no unused right is reported, too. @default none */
  readonly unreached?: readonly UnreachedRight[] | undefined;
}

/**
 * Returns the rights that roles give and that no request needed, one sentence each with its remedy; empty if none is
 * unused.
 *
 * Each verb on each resource, and on each named object, counts separately. If several rules allow a request, the
 * narrowest counts. {@link impliedRights} are left out.
 *
 * @example
 * const user = 'system:serviceaccount:memcached-operator-system:memcached-operator-controller-manager';
 * const requests = recordedAccess(await controlPlane.auditEvents(), user);
 * const unreached = [{ right: /^patch events/, because: 'no step of the test fails' }];
 * assert.deepEqual(unusedRights(requests, grantedRights(operator.toJson(), user), { unreached }), []);
 */
export function unusedRights(
  requests: readonly RecordedRequest[],
  rights: readonly GrantedRight[],
  { unreached = [] }: UnusedRightOptions = {},
): readonly string[] {
  const unused = idleRights(requests, rights)
    .filter(({ impliedBy }) => impliedBy === undefined)
    .map(({ right, namespace, role }) => ({ role, words: formatAuthorization({ ...right, namespace }) }));
  return [
    ...unused
      .filter(({ words }) => !unreached.some(({ right }) => right.test(words)))
      .map(
        ({ role, words }) =>
          `${role} gives the right to ${words}, which no request needed: remove it, or let the test send a request that needs it`,
      ),
    ...unreached
      .filter(({ right }) => !unused.some(({ words }) => right.test(words)))
      .map(({ right }) => `${right} is listed as unreached, but matches no unused right: remove the entry`),
  ];
}

/**
 * Returns the rights that no request in the audit log shows and that the operator needs all the same, one sentence each
 * with the reason.
 *
 * - `list` of watched objects: the watcher lists first if the API server doesn't stream the list.
 * - `bind`, `escalate`, `approve`, `sign`, and `update` of an owner's finalizers: the API server requires them while it
 *   admits a recorded request.
 * - All rights to the Secret `<operator>-webhook-certificate`: the manager needs them when it renews a certificate.
 *
 * @example
 * const user = 'system:serviceaccount:memcached-operator-system:memcached-operator-controller-manager';
 * const requests = recordedAccess(await controlPlane.auditEvents(), user);
 * console.log(impliedRights(requests, grantedRights(operator.toJson(), user)));
 */
export function impliedRights(
  requests: readonly RecordedRequest[],
  rights: readonly GrantedRight[],
): readonly string[] {
  return idleRights(requests, rights).flatMap(({ role, right, namespace, impliedBy }) =>
    impliedBy === undefined
      ? []
      : [`${role} gives the right to ${formatAuthorization({ ...right, namespace })}, implied by ${impliedBy}`],
  );
}

/**
 * Returns the rights that no request needed, with the reason why the operator needs them all the same, if there is one.
 */
function idleRights(requests: readonly RecordedRequest[], rights: readonly GrantedRight[]) {
  const needs = requests.flatMap((request) => request.needs);
  const all = rights.flatMap(singleRights);
  const used = new Set(needs.flatMap((need) => narrowest(all, need)));
  return all
    .filter((right) => !used.has(right))
    .map((right) => ({
      ...right,
      impliedBy: implication(right, { needs, rights: all }),
    }));
}

function singleRights({ rule, ...place }: GrantedRight): readonly SingleRight[] {
  return ruleRights(rule).map((right) => ({ ...place, right }));
}
