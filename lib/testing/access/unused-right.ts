// In: what a user may do, and what it has asked for. Out: what it may do without ever asking for it, in words.
// Called by tests of operators.

import type { PolicyRule } from '../../constructs/index.ts';
import { type Authorization, formatAuthorization } from './authorization.ts';
import type { GrantedRight } from './granted-right.ts';
import type { RecordedRequest } from './recorded-access.ts';
import { allows } from './right-match.ts';

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
  const used = new Set(needs.flatMap((need) => narrowest(all.filter((right) => allows(right, need)))));
  const unused = all
    .filter((right) => !used.has(right) && !isImplied(right, needs))
    .map((right) => ({ role: right.role, words: inWords(right) }));
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

/** One right for each verb on each resource, named object or path of a rule. */
function singleRights({ rule, ...place }: GrantedRight): GrantedRight[] {
  const { verbs, apiGroups = [], resources = [], resourceNames, nonResourceURLs = [] } = rule;
  const targets: Omit<PolicyRule, 'verbs'>[] = [
    ...apiGroups.flatMap((group) =>
      resources.flatMap((resource) => {
        const target = { apiGroups: [group], resources: [resource] };
        return resourceNames?.map((name) => ({ ...target, resourceNames: [name] })) ?? [target];
      }),
    ),
    ...nonResourceURLs.map((url) => ({ nonResourceURLs: [url] })),
  ];
  return targets.flatMap((target) => verbs.map((verb) => ({ ...place, rule: { ...target, verbs: [verb] } })));
}

/** Those of some rights that say most closely on what: on a named object, or at least in one namespace. */
function narrowest(rights: readonly GrantedRight[]): GrantedRight[] {
  const closeness = ({ rule, namespace }: GrantedRight) =>
    (rule.resourceNames === undefined ? 0 : 2) + (namespace === undefined ? 0 : 1);
  const most = Math.max(...rights.map(closeness));
  return rights.filter((right) => closeness(right) === most);
}

function inWords({ rule, namespace }: GrantedRight): string {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const [verb = '', path] = [verbs[0], nonResourceURLs[0]];
  if (path !== undefined) return formatAuthorization({ verb, path });
  const [group = '', resource = '', name] = [apiGroups[0], resources[0], resourceNames[0]];
  return formatAuthorization({ verb, group, resource, namespace, name });
}

/**
 * Whether the API server has asked for a right by itself: who makes an object that is to block the deletion of its owner
 * must be allowed to update the owner's finalizers, where OwnerReferencesPermissionEnforcement runs.
 */
function isImplied({ rule: { verbs, resources = [] }, namespace }: GrantedRight, needs: readonly Authorization[]) {
  const isOfFinalizers = verbs.includes('update') && resources.some((resource) => resource.endsWith('/finalizers'));
  return isOfFinalizers && needs.some((need) => isMadeByApply(need) && reaches(namespace, need));
}

/** A name tells an apply that makes something from other creations, which have none. */
function isMadeByApply(need: Authorization): boolean {
  return need.verb === 'create' && 'name' in need && need.name !== undefined;
}

function reaches(namespace: string | undefined, need: Authorization): boolean {
  return namespace === undefined || ('namespace' in need && need.namespace === namespace);
}
