// In: the rights that a user has, and its requests. Out: the rights that no request has needed, in words.
// Called by tests of operators.

import { rightsOf } from '../../constructs/index.ts';
import { formatAuthorization } from './authorization.ts';
import type { GrantedRight } from './granted-right.ts';
import { implication } from './implied-right.ts';
import type { RecordedRequest } from './recorded-access.ts';
import { narrowest, type SingleRight } from './right-match.ts';

/** Rights that a test leaves unused, and the reason why the operator needs them. */
export interface UnreachedRight {
  /** Matches the rights in words, such as `patch events in namespace shop`. */
  readonly right: RegExp;
  /** For readers of the test. */
  readonly because: string;
}

/** Options of {@link unusedRights}. */
export interface UnusedRightOptions {
  /** Rights that nothing in the test needs. An entry that matches no unused right is reported, too. @default none */
  readonly unreached?: readonly UnreachedRight[] | undefined;
}

/**
 * Returns the rights that roles give and that no request has needed, one sentence each with its remedy; none if all is well.
 *
 * Rules are taken apart: each verb on each resource, and on each named object, has to be needed by some request. Where
 * several rules allow what a request needs, the narrowest of them counts. {@link impliedRights} are not among them.
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
          `${role} gives the right to ${words}, which nothing has needed: take it away, or let the test reach what needs it`,
      ),
    ...unreached
      .filter(({ right }) => !unused.some(({ words }) => right.test(words)))
      .map(({ right }) => `${right} is listed as unreached, but matches no unused right: leave it out`),
  ];
}

/**
 * Returns the rights that no request in the audit log shows and that are needed all the same, one sentence each with the reason.
 *
 * - `list` of objects that are watched: where the API server doesn't stream the list, the watcher lists first.
 * - `bind`, `escalate`, `approve`, `sign`, and `update` of an owner's finalizers: the API server asks for them while it
 *   admits a request that has been made.
 * - All rights to the Secret `<operator>-webhook-certificate`: the manager needs them whenever a certificate is renewed.
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

/** The rights that no request has needed, with the reason why they are needed all the same, where there is one. */
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
  return rightsOf(rule).map((right) => ({ ...place, right }));
}
