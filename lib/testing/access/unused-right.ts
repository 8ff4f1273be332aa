// In: what a user may do, and what it has asked for. Out: what it may do without ever asking for it, in words.
// Called by tests of operators.

import { includesRight, type Right, rightsOf } from '../../constructs/index.ts';
import { type Authorization, formatAuthorization } from './authorization.ts';
import type { GrantedRight } from './granted-right.ts';
import type { RecordedRequest } from './recorded-access.ts';
import { reaches } from './right-match.ts';

/** Rights that a test leaves unused, and why they are right all the same. */
export interface UnreachedRight {
  /** Matches the rights in words, such as `patch events in namespace shop`. */
  readonly right: RegExp;
  /** For whoever reads the test. */
  readonly because: string;
}

/** Options of {@link unusedRights}. */
export interface UnusedRightOptions {
  /** Rights that nothing in the test needs. One that is needed after all is told, too. @default none */
  readonly unreached?: readonly UnreachedRight[] | undefined;
}

/**
 * The rights that roles give and that no request has needed, one sentence each with its remedy; none if all is well.
 *
 * Rules are taken apart: each verb on each resource, and on each named object, has to be needed by some request. Where
 * several rules allow what a request needs, the narrowest of them counts. What an API server asks for beside the request
 * itself counts as needed with it: `update` of an owner's finalizers, where something was made that could have an owner.
 */
export function unusedRights(
  requests: readonly RecordedRequest[],
  rights: readonly GrantedRight[],
  { unreached = [] }: UnusedRightOptions = {},
): readonly string[] {
  const needs = requests.flatMap((request) => request.needs);
  const all = rights.flatMap(singleRights);
  const used = new Set(needs.flatMap((need) => narrowest(all.filter((right) => isEnough(right, need)))));
  const unused = all
    .filter((right) => !used.has(right) && !isImplied(right, needs))
    .map((right) => ({ role: right.role, words: formatAuthorization({ ...right.right, namespace: right.namespace }) }));
  return [
    ...unused
      .filter(({ words }) => !unreached.some(({ right }) => right.test(words)))
      .map(
        ({ role, words }) =>
          `${role} gives the right to ${words}, which nothing has needed: take it away, or let the test reach what needs it`,
      ),
    ...unreached
      .filter(({ right }) => !unused.some(({ words }) => right.test(words)))
      .map(({ right }) => `${right} is said to be out of reach, and is no right that lay unused: leave it out`),
  ];
}

/** One right of a rule, and where it holds. */
interface SingleRight extends Omit<GrantedRight, 'rule'> {
  readonly right: Right;
}

function singleRights({ rule, ...place }: GrantedRight): readonly SingleRight[] {
  return rightsOf(rule).map((right) => ({ ...place, right }));
}

function isEnough({ right, namespace }: SingleRight, need: Authorization): boolean {
  return reaches(namespace, need) && includesRight(right, need);
}

/** Those of some rights that say most closely on what: on a named object, or at least in one namespace. */
function narrowest(rights: readonly SingleRight[]): readonly SingleRight[] {
  const closeness = ({ right, namespace }: SingleRight) =>
    ('name' in right && right.name !== undefined ? 2 : 0) + (namespace === undefined ? 0 : 1);
  const most = Math.max(...rights.map(closeness));
  return rights.filter((right) => closeness(right) === most);
}

/**
 * Whether the API server has asked for a right by itself: who makes an object that is to block the deletion of its owner
 * must be allowed to update the owner's finalizers, where OwnerReferencesPermissionEnforcement runs.
 */
function isImplied({ right, namespace }: SingleRight, needs: readonly Authorization[]): boolean {
  const isOfFinalizers = right.verb === 'update' && 'resource' in right && right.resource.endsWith('/finalizers');
  return isOfFinalizers && needs.some((need) => isMadeByApply(need) && reaches(namespace, need));
}

/** A name tells an apply that makes something from other creations, which have none. */
function isMadeByApply(need: Authorization): boolean {
  return need.verb === 'create' && 'name' in need && need.name !== undefined;
}
